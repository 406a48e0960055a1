/* What minimal builds (-DGEMMKIT_MINIMAL=ON) offer beside gemmkit.h; see docs/guide/minimal.md. Other builds do not have it. */
#ifndef GEMMKIT_MINIMAL_H
#define GEMMKIT_MINIMAL_H

#include "gemmkit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As malloc and free: any alignment; null when there is no memory, and then products compute without. */
typedef void *(*gemmkit_allocate_fn)(size_t bytes);
typedef void (*gemmkit_release_fn)(void *block);

/* From now on the library takes its memory here; a null pointer for either restores malloc and free, or in a freestanding
 * build (-DGEMMKIT_FREESTANDING=ON) no memory at all. Blocks go back to where they came from. Call it before products,
 * not beside them. */
GEMMKIT_API void gemmkit_set_allocator(gemmkit_allocate_fn allocate, gemmkit_release_fn release);

#ifdef __cplusplus
}
#endif

#endif
