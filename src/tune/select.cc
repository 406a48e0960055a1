#include "tune/select.h"

#include <algorithm>
#include <cmath>

namespace gk::tune {

Rate rate_of(std::vector<double> samples) {
  Rate rate;
  if (samples.empty()) return rate;
  std::sort(samples.begin(), samples.end());
  const size_t middle = samples.size() / 2;
  rate.median = samples.size() % 2 ? samples[middle] : 0.5 * (samples[middle - 1] + samples[middle]);
  const size_t cut = samples.size() >= 5 ? 1 : 0;
  if (rate.median > 0) rate.spread = (samples[samples.size() - 1 - cut] - samples[cut]) / rate.median;
  return rate;
}

Score score_of(const std::vector<Rate> &by_shape) {
  Score score;
  double logs = 0;
  for (const Rate &rate : by_shape) {
    if (rate.median <= 0) return {};
    logs += std::log(rate.median);
    score.spread = std::max(score.spread, rate.spread);
  }
  if (!by_shape.empty()) score.rate = std::exp(logs / double(by_shape.size()));
  return score;
}

size_t winner_of(const std::vector<Score> &scores, bool default_is_automatic) {
  size_t best = 0;
  for (size_t i = 1; i < scores.size(); ++i) {
    double gain = std::max({scores[i].spread, scores[best].spread, kLeastGain});
    if (best == 0 && default_is_automatic) gain += kAutomaticGain;
    if (scores[i].rate > scores[best].rate * (1 + gain)) best = i;
  }
  return best;
}

}  // namespace gk::tune
