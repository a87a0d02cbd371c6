// Included with ROWS naming a file of row loops: compiles them for 8-bit and for wider samples.

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define NAMED(name) JOIN(name, SUFFIX)

#define SAMPLE uint8_t
#define SUFFIX _u8
#include ROWS
#undef SAMPLE
#undef SUFFIX

#define SAMPLE uint16_t
#define SUFFIX _u16
#include ROWS
#undef SAMPLE
#undef SUFFIX
