import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * k-means on a data file: three clusters of iris flowers. The distances |x|^2 - 2*x*c + |c|^2 of all points to all centres
 * come from one matrix product per round.
 *
 * <p>usage: KMeans FILE.csv
 */
public final class KMeans {
  static final int CLUSTERS = 3, COLUMNS = 4;

  public static void main(String[] args) throws Exception {
    List<String> lines = Files.readAllLines(Path.of(args.length > 0 ? args[0] : "../data/iris.csv"));
    int points = lines.size() - 1;
    Gemmkit.Matrix x = new Gemmkit.Matrix(points, COLUMNS);
    for (int i = 0; i < points; ++i) {
      String[] words = lines.get(i + 1).split(",");
      for (int j = 0; j < COLUMNS; ++j) x.set(i, j, Float.parseFloat(words[j]));
    }
    Gemmkit.Matrix centres = new Gemmkit.Matrix(CLUSTERS, COLUMNS);
    for (int c = 0; c < CLUSTERS; ++c)
      for (int j = 0; j < COLUMNS; ++j) centres.set(c, j, x.get(c * points / CLUSTERS, j));

    long begin = System.nanoTime();
    Gemmkit.Matrix products = new Gemmkit.Matrix(points, CLUSTERS);
    int[] label = new int[points], size = new int[CLUSTERS];
    double within = 0;
    for (boolean moved = true; moved; ) {
      Gemmkit.gemm(-2, x, centres.transposed(), 0, products);
      moved = assign(x, centres, products, label);
      within = recentre(x, centres, label, size);
    }
    double seconds = 1e-9 * (System.nanoTime() - begin);

    System.out.printf("%d flowers in %d clusters: sizes, and the sum of squares within them%n", points, CLUSTERS);
    System.out.printf("result %d %d %d %.4f%n", size[0], size[1], size[2], within);
    System.out.printf("time %.6f%n%s%n", seconds, Gemmkit.config());
  }

  static boolean assign(Gemmkit.Matrix x, Gemmkit.Matrix centres, Gemmkit.Matrix products, int[] label) {
    float[] squares = new float[CLUSTERS];
    for (int c = 0; c < CLUSTERS; ++c)
      for (int j = 0; j < COLUMNS; ++j) squares[c] += centres.get(c, j) * centres.get(c, j);
    boolean moved = false;
    for (int i = 0; i < x.rows; ++i) {
      int best = 0;
      for (int c = 1; c < CLUSTERS; ++c)
        if (products.get(i, c) + squares[c] < products.get(i, best) + squares[best]) best = c;
      moved |= label[i] != best;
      label[i] = best;
    }
    return moved;
  }

  static double recentre(Gemmkit.Matrix x, Gemmkit.Matrix centres, int[] label, int[] size) {
    double[][] sum = new double[CLUSTERS][COLUMNS];
    java.util.Arrays.fill(size, 0);
    for (int i = 0; i < x.rows; ++i) {
      ++size[label[i]];
      for (int j = 0; j < COLUMNS; ++j) sum[label[i]][j] += x.get(i, j);
    }
    double within = 0;
    for (int c = 0; c < CLUSTERS; ++c)
      for (int j = 0; j < COLUMNS; ++j) centres.set(c, j, (float) (sum[c][j] / size[c]));
    for (int i = 0; i < x.rows; ++i)
      for (int j = 0; j < COLUMNS; ++j) within += Math.pow(x.get(i, j) - sum[label[i]][j] / size[label[i]], 2);
    return within;
  }
}
