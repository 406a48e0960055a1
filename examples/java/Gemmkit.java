// SPDX-License-Identifier: MIT OR Apache-2.0
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Matrix products by gemmkit through JNA. Matrices are views of direct buffers, which the library reads where they lie:
 * element (i, j) of a matrix is buffer[offset + i*rowStride + j*colStride], with strides of any sign.
 */
public final class Gemmkit {
  /** The entries in use; add others from gemmkit.h as needed. Sizes and strides are 64 bits wide. */
  private interface C extends Library {
    int gemmkit_gemm_f32_unchecked(
        long m, long n, long k, float alpha, Pointer a, long rsa, long csa, Pointer b, long rsb, long csb, float beta,
        Pointer c, long rsc, long csc, Pointer epilogue, Pointer exec);

    String gemmkit_last_error();

    String gemmkit_config();

    void gemmkit_set_num_threads(int n);
  }

  private static final C LIBRARY = Native.load(nameOfLibrary(), C.class);

  private static String nameOfLibrary() {
    String path = System.getenv("GEMMKIT_LIBRARY");
    return path == null || path.isEmpty() ? "gemmkit" : path;
  }

  private Gemmkit() {}

  public static final class Matrix {
    final FloatBuffer data;
    final int offset;
    public final int rows, cols;
    final int rowStride, colStride;

    private Matrix(FloatBuffer data, int offset, int rows, int cols, int rowStride, int colStride) {
      this.data = data;
      this.offset = offset;
      this.rows = rows;
      this.cols = cols;
      this.rowStride = rowStride;
      this.colStride = colStride;
      if (rows < 0 || cols < 0) throw new IllegalArgumentException("gemmkit: negative extent");
      if (rows > 0 && cols > 0) {
        long down = (long) (rows - 1) * rowStride, across = (long) (cols - 1) * colStride;
        long first = offset + Math.min(down, 0) + Math.min(across, 0);
        long last = offset + Math.max(down, 0) + Math.max(across, 0);
        if (first < 0 || last >= data.capacity()) throw new IndexOutOfBoundsException("gemmkit: view outside its buffer");
      }
    }

    /** A row-major matrix of zeros. */
    public Matrix(int rows, int cols) {
      this(ByteBuffer.allocateDirect(Math.multiplyExact(Math.multiplyExact(rows, cols), 4)).order(ByteOrder.nativeOrder())
          .asFloatBuffer(), 0, rows, cols, cols, 1);
    }

    public float get(int i, int j) {
      return data.get(offset + i * rowStride + j * colStride);
    }

    public void set(int i, int j, float value) {
      data.put(offset + i * rowStride + j * colStride, value);
    }

    public Matrix transposed() {
      return new Matrix(data, offset, cols, rows, colStride, rowStride);
    }

    public Matrix block(int row, int col, int height, int width) {
      return new Matrix(data, offset + row * rowStride + col * colStride, height, width, rowStride, colStride);
    }

    private Pointer pointer() {
      return Native.getDirectBufferPointer(data).share(4L * offset);
    }
  }

  /** C = alpha*A*B + beta*C. C must not overlap A or B. */
  public static void gemm(float alpha, Matrix a, Matrix b, float beta, Matrix c) {
    if (a.cols != b.rows || c.rows != a.rows || c.cols != b.cols)
      throw new IllegalArgumentException(String.format(
          "gemmkit: %dx%d times %dx%d into %dx%d", a.rows, a.cols, b.rows, b.cols, c.rows, c.cols));
    if (c.data == a.data || c.data == b.data)
      throw new IllegalArgumentException("gemmkit: C shares the buffer of an operand");
    int status = LIBRARY.gemmkit_gemm_f32_unchecked(
        c.rows, c.cols, a.cols, alpha, a.pointer(), a.rowStride, a.colStride, b.pointer(), b.rowStride, b.colStride, beta,
        c.pointer(), c.rowStride, c.colStride, null, null);
    if (status != 0) throw new IllegalStateException(LIBRARY.gemmkit_last_error());
  }

  public static void setNumThreads(int n) {
    LIBRARY.gemmkit_set_num_threads(n);
  }

  public static String config() {
    return LIBRARY.gemmkit_config();
  }
}
