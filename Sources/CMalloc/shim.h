// Of glibc, whose Swift module leaves it out.
#include <malloc.h>
