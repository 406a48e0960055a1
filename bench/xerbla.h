// What the contestants report to the BLAS error handlers, which this program provides for all of them.
#pragma once

#include <string>

namespace gk::bench {

// The first report since the last call ("DGEMV reports illegal argument 6"); empty if there was none.
std::string take_reported_mistake();

}  // namespace gk::bench
