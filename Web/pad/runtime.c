// What Embedded Swift needs of a C library: memory. Blocks are powers of two; freed ones wait in a list per size.
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

typedef struct Block { struct Block *next; } Block;

enum { HEADER = 16, CLASSES = 31, PAGE = 65536 };
static Block *freed[CLASSES];
static uintptr_t top;

int posix_memalign(void **out, size_t alignment, size_t size) {
    if (alignment > HEADER || size > (1u << 30) - HEADER) return 22;
    unsigned class = 32 - __builtin_clz((unsigned)(size + HEADER - 1) | 31);
    Block *block = freed[class];
    if (block) {
        freed[class] = block->next;
    } else {
        if (!top) top = ((uintptr_t)&__heap_base + HEADER - 1) & -(uintptr_t)HEADER;
        uintptr_t end = top + ((uintptr_t)1 << class), have = __builtin_wasm_memory_size(0) * PAGE;
        if (end < top || (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size_t)-1)) return 12;
        block = (Block *)top;
        top = end;
    }
    *(unsigned *)block = class;
    *out = (unsigned char *)block + HEADER;
    return 0;
}

void free(void *memory) {
    if (!memory) return;
    Block *block = (Block *)((unsigned char *)memory - HEADER);
    unsigned class = *(unsigned *)block;
    block->next = freed[class];
    freed[class] = block;
}
