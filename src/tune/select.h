// Which value wins, from what was measured. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gk::tune {

// What one value of a knob reached on one shape.
struct Rate {
  double median = 0;
  double spread = 0;  // relative: how far the measurements lie apart
};
// From the rates of single samples. Of five or more the least and the greatest do not count: one interruption by
// another process is no property of the value.
Rate rate_of(std::vector<double> samples);

struct Score {
  double rate = 0;    // geometric mean of the shapes' medians
  double spread = 0;  // the largest of the shapes'
};
Score score_of(const std::vector<Rate> &by_shape);

// Less is not worth leaving a default for.
inline constexpr double kLeastGain = 0.02;
// What a fixed number has to gain in addition when the default is automatic: that adapts to shapes not probed.
inline constexpr double kAutomaticGain = 0.05;

// Index of the winner; the default is the first. A value wins if it beats the best so far by more than the larger
// spread of the two, hence ties keep the default.
size_t winner_of(const std::vector<Score> &, bool default_is_automatic);

}  // namespace gk::tune
