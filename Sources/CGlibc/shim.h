// Of glibc, what Swift's module of it leaves out: malloc.h, and functions of variable arguments.
#ifdef __linux__
#include <malloc.h>
#include <sys/prctl.h>

/// Has the kernel write no image of this process's memory, not even to a program, and lets only root attach to it; 0, or -1.
static inline int forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
#endif
