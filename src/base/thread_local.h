// Data of a thread. A freestanding build knows one thread only.
#pragma once

#if defined(GK_FREESTANDING)
#define GK_THREAD_LOCAL
#else
#define GK_THREAD_LOCAL thread_local
#endif
