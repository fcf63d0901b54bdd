// Functions of the C library's allocator beyond the standard; the Swift toolchain's module leaves it out.
#include_next <malloc.h>
