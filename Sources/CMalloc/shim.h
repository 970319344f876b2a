// Of glibc, whose Swift module leaves it out.
#ifdef __linux__
#include <malloc.h>
#endif
