// What the C library's allocator has beyond the standard; the Swift toolchain's module leaves it out.
#include_next <malloc.h>
