#include "fuzz_driver.h"
#include <stddef.h>
#include <stdint.h>

// libFuzzer's own, and what it calls (https://llvm.org/docs/LibFuzzer.html).
int LLVMFuzzerRunDriver(int *count, char ***words, int (*test)(const uint8_t *bytes, size_t count));
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int fuzz_main(int count, char **words) { return LLVMFuzzerRunDriver(&count, &words, LLVMFuzzerTestOneInput); }
