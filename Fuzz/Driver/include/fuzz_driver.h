#pragma once

/// What the package manager makes the executable begin with, in place of libFuzzer's own `main`.
int fuzz_main(int count, char *_Nonnull *_Nonnull words);
