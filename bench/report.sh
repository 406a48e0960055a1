#!/bin/sh
# From a quiet machine to the tables and figures of docs/performance.md and README.md.
#   bench/report.sh measure [--quick] [--build FOLDER] [NAME...]    runs gemmkit-bench, stores bench/results/NAME.json
#   bench/report.sh tables                                          writes what is generated from these
#   bench/report.sh check                                           fails if that is not what is written
# Names, default all: avx512_t1 avx2_t1 untold_t1 levels_t1 avx512_t2 avx2_t2. On a machine without AVX-512 those called avx512 run what is best there.
# Some ten minutes for the runs of one thread, the same for those of two. --quick: fewer rounds, smaller shapes, about a quarter; not for publication.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command=${1:-}
[ $# -eq 0 ] || shift

one() {  # name, what gemmkit-bench is asked for
  name=$1
  shift
  case " $names " in *" $name "* | "  ") ;; *) return 0 ;; esac
  begin=$(date +%s)
  # shellcheck disable=SC2086 -- words
  "$build/bench/gemmkit-bench" "$@" $rounds --json "$here/results/$name.raw" >"$here/results/$name.log" ||
    { tail -n 5 "$here/results/$name.log"; exit 1; }
  python3 -B "$here/report.py" store "$here/results/$name.raw" "$here/results/$name.json"
  rm "$here/results/$name.raw" "$here/results/$name.log"
  echo "$name: $(($(date +%s) - begin)) s"
}

avx2() {  # everybody for AVX2
  GEMMKIT_REQUIRE_ISA=fma OPENBLAS_CORETYPE=Haswell BLIS_ARCH_TYPE=haswell DNNL_MAX_CPU_ISA=AVX2 LIBXSMM_TARGET=hsw one "$@"
}

measure() {
  peers=openblas,blis,ob-gemv,blis-gemv,onednn,libxsmm,eigen
  # Eigen is compiled for the machine, and cannot be told.
  told=openblas,blis,onednn,libxsmm
  one avx512_t1 square small overhead skinny smallk gemv batched half int8 complex fused prepacked transposes ld --peers $peers --max-gflop "$most"
  avx2 avx2_t1 square half int8 complex --peers $told --max-gflop "$less"
  one untold_t1 --shape 'f32,f64 1024 = = NN col' --peers openblas,blis --untold
  one avx512_t2 threads gemv batched int8 half --threads 1,2 --peers $peers --max-gflop "$less2"
  avx2 avx2_t2 --shape 'f32,f64 256,512,1024 = = NN col' --threads 1,2 --peers $told
  case " $names " in
    *" levels_t1 "* | "  ")
      begin=$(date +%s)
      csv=$here/results/levels_t1.csv
      # shellcheck disable=SC2086 -- words
      "$build/bench/gemmkit-bench-levels" --level 3 --size $sizes $rounds --csv "$csv" >/dev/null
      # shellcheck disable=SC2086 -- words
      "$build/bench/gemmkit-bench-levels" --level 2 1 $rounds --csv "$csv.more" >/dev/null
      tail -n +2 "$csv.more" >>"$csv"
      rm "$csv.more"
      echo "levels_t1: $(($(date +%s) - begin)) s" ;;
  esac
}

case $command in
  measure)
    build=$here/../build rounds= most=140 less=3 less2=20 sizes="256 512 1024" names=
    while [ $# -gt 0 ]; do
      case $1 in
        --quick) rounds='--rounds 3' most=3 less=0.3 less2=3 sizes=256 ;;
        --build) build=${2:?--build needs a folder} && shift ;;
        -*) echo "report.sh: unknown option $1" >&2 && exit 2 ;;
        *) names="$names $1" ;;
      esac
      shift
    done
    mkdir -p "$here/results"
    names=${names# }
    measure ;;
  tables | check) exec python3 -B "$here/report.py" "$command" "$here/.." ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit 2 ;;
esac
