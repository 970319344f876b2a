// What ParaphPDF needs of a C library besides memory (Web/pad/runtime.c).
#include <stddef.h>

// Sets and dictionaries are seeded by the page, so that no file can be made whose names all collide.
__attribute__((import_module("page"), import_name("random"))) void page_random(void *bytes, size_t count);

void arc4random_buf(void *bytes, size_t count) { page_random(bytes, count); }

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (; count; count--, a++, b++) if (*a != *b) return *a - *b;
    return 0;
}
