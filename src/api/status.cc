// Status names and the thread's last message.
#include "base/error.h"

extern "C" {

const char *gemmkit_status_name(gemmkit_status status) {
  switch (status) {
    case GEMMKIT_OK: return "GEMMKIT_OK";
    case GEMMKIT_ERR_SHAPE: return "GEMMKIT_ERR_SHAPE";
    case GEMMKIT_ERR_BOUNDS: return "GEMMKIT_ERR_BOUNDS";
    case GEMMKIT_ERR_ALIAS: return "GEMMKIT_ERR_ALIAS";
    case GEMMKIT_ERR_ARGUMENT: return "GEMMKIT_ERR_ARGUMENT";
    case GEMMKIT_ERR_LAYOUT: return "GEMMKIT_ERR_LAYOUT";
    case GEMMKIT_ERR_TOO_LARGE: return "GEMMKIT_ERR_TOO_LARGE";
    case GEMMKIT_ERR_NO_MEMORY: return "GEMMKIT_ERR_NO_MEMORY";
    case GEMMKIT_ERR_ISA: return "GEMMKIT_ERR_ISA";
    case GEMMKIT_ERR_UNSUPPORTED: return "GEMMKIT_ERR_UNSUPPORTED";
    default: return "GEMMKIT_ERR_UNKNOWN";
  }
}

const char *gemmkit_last_error(void) { return gk::last_error(); }

}  // extern "C"
