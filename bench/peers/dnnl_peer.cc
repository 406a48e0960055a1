// oneDNN's matmul primitive as a competitor: 16-bit types have no BLAS-like entry. Made once per shape, as its users
// do. Not installed, used by gemmkit-bench only.
#include <oneapi/dnnl/dnnl.hpp>

#include <cstdint>
#include <memory>

namespace {

using dnnl::memory;

struct Product {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  memory a, b, c;
  dnnl::matmul primitive;
};

}  // namespace

extern "C" {

// Row-major; type 0: f16, 1: bf16, 2: bf16 into f32. Null if it has no kernel. The last one made is kept, as the one
// that gk_dnnl_run is called with.
__attribute__((visibility("default"))) void *gk_dnnl_matmul(int type, int64_t m, int64_t n, int64_t k, int ta, int tb,
                                                            int64_t lda, int64_t ldb, int64_t ldc, int accumulate) {
  static std::unique_ptr<Product> last;
  try {
    auto product = std::make_unique<Product>();
    const auto in = type == 0 ? memory::data_type::f16 : memory::data_type::bf16;
    const auto out = type == 2 ? memory::data_type::f32 : in;
    const auto strides = [](int trans, int64_t ld) { return trans ? memory::dims{1, ld} : memory::dims{ld, 1}; };
    const memory::desc a({m, k}, in, strides(ta, lda)), b({k, n}, in, strides(tb, ldb)), c({m, n}, out, {ldc, 1});
    dnnl::primitive_attr attributes;
    if (accumulate) {
      dnnl::post_ops sum;
      sum.append_sum(1);
      attributes.set_post_ops(sum);
    }
    const dnnl::matmul::primitive_desc description(dnnl::matmul::desc(a, b, c), attributes, product->engine);
    product->primitive = dnnl::matmul(description);
    product->a = memory(a, product->engine, nullptr);
    product->b = memory(b, product->engine, nullptr);
    product->c = memory(c, product->engine, nullptr);
    last = std::move(product);
    return last.get();
  } catch (const dnnl::error &) {
    return nullptr;
  }
}

__attribute__((visibility("default"))) void gk_dnnl_run(void *made, const void *a, const void *b, void *c) {
  Product &p = *static_cast<Product *>(made);
  p.a.set_data_handle(const_cast<void *>(a));
  p.b.set_data_handle(const_cast<void *>(b));
  p.c.set_data_handle(c);
  p.primitive.execute(p.stream, {{DNNL_ARG_SRC, p.a}, {DNNL_ARG_WEIGHTS, p.b}, {DNNL_ARG_DST, p.c}});
  p.stream.wait();
}

}  // extern "C"
