//! Counts the triangles of a graph by one product of 8-bit integers, which is exact: (A*A)(i, j) is the number of paths of
//! two steps from i to j, and each triangle is six closed paths of three. The graph is Paley's of 1009 points, joined when
//! their difference is a square modulo 1009; a formula says what comes out.
mod gemmkit;
use gemmkit::{config, gemm, View, ViewMut};
use std::time::Instant;

const POINTS: usize = 1009;

fn main() -> Result<(), gemmkit::Error> {
    let mut square = [false; POINTS];
    (1..POINTS).for_each(|i| square[i * i % POINTS] = true);
    // The row of point 0, twice over: row i begins i places earlier, a matrix of negative row stride.
    let row: Vec<i8> = (0..2 * POINTS).map(|i| square[i % POINTS] as i8).collect();
    let mut paths = vec![0i32; POINTS * POINTS];

    let begin = Instant::now();
    let graph = View::strided(&row, POINTS, (POINTS, POINTS), (-1, 1)).expect("inside the row");
    let mut out = ViewMut::row_major(&mut paths, POINTS, POINTS).expect("inside the vector");
    gemm(1, graph, graph.transposed(), 0, &mut out)?;
    let closed: i64 = (0..POINTS * POINTS)
        .filter(|at| square[(at / POINTS + POINTS - at % POINTS) % POINTS])
        .map(|at| i64::from(paths[at]))
        .sum();
    let seconds = begin.elapsed().as_secs_f64();

    println!("triangles of Paley's graph of {POINTS} points");
    println!("result {}", closed / 6);
    println!("time {seconds:.6}");
    println!("{}", config());
    let wrong = ViewMut::row_major(&mut paths, POINTS, 2).map(|mut c| gemm(1, graph, graph, 0, &mut c));
    assert!(matches!(wrong, Some(Err(_))), "a mistake is an error");
    Ok(())
}
