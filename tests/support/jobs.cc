#include "support/jobs.h"

#include "families/real.h"

#include <memory>
#include <stdexcept>

namespace gk::test {

Bytes Job::result() const {
  Bytes out = start;
  if (call(out.data(), 1) != GEMMKIT_OK) throw std::runtime_error(name + ": " + gemmkit_last_error());
  return out;
}

const char *Job::mistake(const Bytes &want, Bytes &out, int32_t threads) const {
  std::copy(start.begin(), start.end(), out.begin());
  const gemmkit_status status = call(out.data(), threads);
  if (status == GEMMKIT_OK) return out == want ? "" : "wrong result";
  if (status != GEMMKIT_ERR_NO_MEMORY || !has_handle) return "refused";
  return out == start ? "" : "wrote although refused";
}

std::vector<Job> all_jobs() {
  std::vector<Job> all = native_jobs();
  for (auto more : {blas_jobs, blas64_jobs})
    for (Job &job : more()) all.push_back(std::move(job));
  return all;
}

Jobs::Jobs() : all(all_jobs()) {
  for (const Job &job : all) want.push_back(job.result());
}

std::string Jobs::run(int32_t threads) const {
  for (size_t i = 0; i < all.size(); ++i) {
    Bytes out(all[i].start.size());
    const std::string wrong = all[i].mistake(want[i], out, threads);
    if (!wrong.empty()) return all[i].name + ": " + wrong;
  }
  return "";
}

namespace {

// Operands of one shape, shared by the copies of a job.
template <class F>
struct Shared {
  Item<F> item;
  std::vector<typename F::In> a, b;
  std::vector<typename F::Out> c;

  // Letters as in BLAS: 'T' for an operand whose rows are adjacent. `count` of them lie one behind the other.
  Shared(int64_t m, int64_t n, int64_t k, char opa, char opb, int64_t count = 1)
      : a(size_t(m * k * count)), b(size_t(k * n * count)), c(size_t(m * n * count)) {
    for (size_t i = 0; i < a.size(); ++i) a[i] = F::any(int64_t(i), 1, 0);
    for (size_t i = 0; i < b.size(); ++i) b[i] = F::any(int64_t(i), 2, 0);
    for (size_t i = 0; i < c.size(); ++i) c[i] = F::any_out(int64_t(i), 3, 0);
    item.m = m, item.n = n, item.k = k;
    item.alpha = F::scalar(1, 0.5), item.beta = F::scalar(0.5, 0);
    item.a = a.data(), item.sa = opa == 'T' ? Strides{k, 1} : Strides{1, m};
    item.b = b.data(), item.sb = opb == 'T' ? Strides{n, 1} : Strides{1, k};
    item.sc = {1, m};
    item.conj = 1;
  }
  Item<F> writing(void *out) const {
    Item<F> x = item;
    x.c = static_cast<typename F::Out *>(out);
    return x;
  }
};

template <class F>
Job product(const char *route, int64_t m, int64_t n, int64_t k, char opa, char opb, bool checked) {
  auto x = std::make_shared<const Shared<F>>(m, n, k, opa, opb);
  return {std::string(F::kName) + " " + route, bytes_of(x->c), [x, checked](void *out, int32_t threads) {
            const gemmkit_exec exec = with_threads(threads);
            return checked ? F::checked(x->writing(out), &exec) : F::unchecked(x->writing(out), &exec);
          }};
}

constexpr int64_t kEntries = 9, kM = 30, kN = 28, kK = 50;

template <class F>
Job batch(bool checked) {
  auto x = std::make_shared<const Shared<F>>(kM, kN, kK, 'T', 'N', kEntries);
  return {std::string(F::kName) + " batched", bytes_of(x->c), [x, checked](void *out, int32_t threads) {
            const gemmkit_exec exec = with_threads(threads);
            const auto call = checked ? F::batched : F::batched_unchecked;
            return call(x->writing(out), kEntries, kM * kK, kK * kN, kM * kN, &exec);
          }};
}

template <class F>
Job group(bool checked) {
  auto x = std::make_shared<const Shared<F>>(kM, kN, kK, 'T', 'N', kEntries);
  return {std::string(F::kName) + " grouped", bytes_of(x->c), [x, checked](void *out, int32_t threads) {
            std::vector<Item<F>> items;
            for (int64_t e = 0; e < kEntries; ++e) {
              Item<F> one = x->writing(out);
              one.a += e * kM * kK, one.b += e * kK * kN, one.c += e * kM * kN;
              one.m -= e;  // no two alike
              items.push_back(one);
            }
            const gemmkit_exec exec = with_threads(threads);
            return checked ? F::grouped(items, &exec) : F::grouped_unchecked(items, &exec);
          }};
}

template <class F>
void add_family(std::vector<Job> &jobs) {
  jobs.push_back(product<F>("blocked, A transposed", 120, 110, 300, 'T', 'T', true));
  jobs.push_back(product<F>("blocked", 200, 90, 260, 'N', 'N', false));
  jobs.push_back(product<F>("matrix times vector", 600, 1, 500, 'N', 'N', true));
  jobs.push_back(product<F>("vector times matrix", 1, 600, 500, 'N', 'N', false));
  jobs.push_back(product<F>("dot products", 6, 5, 4000, 'T', 'N', true));
  jobs.push_back(product<F>("small depth", 300, 280, 6, 'N', 'N', false));
  jobs.push_back(product<F>("small", 9, 8, 7, 'N', 'N', true));
  jobs.push_back(batch<F>(true));
  if constexpr (F::kGroups) jobs.push_back(group<F>(false));
}

// A job that packs an operand, multiplies with it and frees it.
template <class F, class Pack, class Multiply>
Job with_handle(const char *name, Pack pack, Multiply multiply) {
  auto x = std::make_shared<const Shared<F>>(130, 100, 200, 'T', 'T');
  Job job{name, bytes_of(x->c), [=](void *out, int32_t threads) {
            const gemmkit_exec exec = with_threads(threads);
            gemmkit_packed *packed = nullptr;
            const Item<F> item = x->writing(out);
            gemmkit_status status = pack(item, &exec, &packed);
            if (status == GEMMKIT_OK) status = multiply(item, packed, &exec);
            gemmkit_packed_free(packed);
            return status;
          }};
  job.has_handle = true;
  return job;
}

void add_packed(std::vector<Job> &jobs) {
  jobs.push_back(with_handle<F32Family>(
      "f32 packed rhs",
      [](const auto &x, auto *exec, auto **out) {
        return gemmkit_prepack_rhs_f32_unchecked(x.k, x.n, x.b, x.sb.rs, x.sb.cs, exec, out);
      },
      [](const auto &x, auto *packed, auto *exec) {
        return gemmkit_gemm_packed_b_f32_unchecked(x.m, x.alpha, x.a, x.sa.rs, x.sa.cs, packed, x.beta, x.c, 1, x.m,
                                                   nullptr, exec);
      }));
  jobs.push_back(with_handle<Bf16F32Family>(
      "bf16_f32 packed rhs",
      [](const auto &x, auto *exec, auto **out) {
        return gemmkit_prepack_rhs_bf16_unchecked(x.k, x.n, x.b, x.sb.rs, x.sb.cs, exec, out);
      },
      [](const auto &x, auto *packed, auto *exec) {
        return gemmkit_gemm_packed_b_bf16_f32_unchecked(x.m, x.alpha, x.a, x.sa.rs, x.sa.cs, packed, x.beta, x.c, 1,
                                                        x.m, nullptr, exec);
      }));
  jobs.push_back(with_handle<C64Family>(
      "c64 packed lhs, C by rows",
      [](const auto &x, auto *exec, auto **out) {
        return gemmkit_prepack_lhs_c64_unchecked(x.m, x.k, exposed(x.a), x.sa.rs, x.sa.cs, exec, out);
      },
      [](const auto &x, auto *packed, auto *exec) {
        return gemmkit_gemm_packed_a_c64_unchecked(x.n, exposed(&x.alpha), packed, 1, exposed(x.b), x.sb.rs, x.sb.cs, 0,
                                                   exposed(&x.beta), exposed(x.c), x.n, 1, nullptr, exec);
      }));
  jobs.push_back(with_handle<I8Family>(
      "i8 packed lhs, C by rows",
      [](const auto &x, auto *exec, auto **out) {
        return gemmkit_prepack_lhs_i8_unchecked(x.m, x.k, x.a, x.sa.rs, x.sa.cs, exec, out);
      },
      [](const auto &x, auto *packed, auto *exec) {
        return gemmkit_gemm_packed_a_i8_unchecked(x.n, x.alpha, packed, x.b, x.sb.rs, x.sb.cs, x.beta, x.c, x.n, 1,
                                                  exec);
      }));
}

// A workspace of the caller's, made for one product.
Job own_workspace() {
  auto x = std::make_shared<const Shared<F64Family>>(150, 140, 160, 'T', 'T');
  Job job{"f64 with a workspace of its own", bytes_of(x->c), [x](void *out, int32_t threads) {
            gemmkit_workspace *workspace = nullptr;
            const gemmkit_status status = gemmkit_workspace_create(100'000, &workspace);
            if (status != GEMMKIT_OK) return status;
            const gemmkit_exec exec = with_threads(threads, workspace);
            const gemmkit_status done = F64Family::unchecked(x->writing(out), &exec);
            gemmkit_workspace_destroy(workspace);
            return done;
          }};
  job.has_handle = true;
  return job;
}

template <class Out, class Entry>
Job requantised(const char *name, int64_t m, int64_t n, int64_t k, Entry entry, int32_t zero_point) {
  auto x = std::make_shared<const Shared<I8Family>>(m, n, k, 'T', 'N');
  return {name, Bytes(size_t(m * n), 0x55), [=](void *out, int32_t threads) {
            const gemmkit_exec exec = with_threads(threads);
            const float scale = 0x1p-11f;
            gemmkit_requant requant = {};
            requant.struct_size = sizeof requant;
            requant.scale = &scale, requant.scale_len = 1;
            requant.zero_point = zero_point;
            const Item<I8Family> &i = x->item;
            return entry(m, n, k, i.a, i.sa.rs, i.sa.cs, i.b, i.sb.rs, i.sb.cs, &requant, static_cast<Out *>(out), 1, m,
                         &exec);
          }};
}

}  // namespace

std::vector<Job> native_jobs() {
  std::vector<Job> jobs;
  add_family<F32Family>(jobs);
  add_family<F64Family>(jobs);
  add_family<F16Family>(jobs);
  add_family<Bf16Family>(jobs);
  add_family<F16F32Family>(jobs);
  add_family<Bf16F32Family>(jobs);
  add_family<I8Family>(jobs);
  add_family<C32Family>(jobs);
  add_family<C64Family>(jobs);
  add_packed(jobs);
  jobs.push_back(own_workspace());
  jobs.push_back(requantised<int8_t>("i8 requantised", 130, 100, 200, gemmkit_gemm_i8_requant_unchecked, -3));
  jobs.push_back(requantised<int8_t>("i8 requantised vector", 700, 1, 300, gemmkit_gemm_i8_requant_unchecked, 5));
  jobs.push_back(requantised<uint8_t>("u8 requantised", 130, 100, 2000, gemmkit_gemm_i8_requant_u8_unchecked, 128));
  return jobs;
}

}  // namespace gk::test
