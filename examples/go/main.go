// The discrete cosine transform of JPEG: an image in blocks of 8 x 8, each multiplied by the matrix of cosines from both
// sides. All blocks of the image are one batch, which finds them by strides. Then all but the ten lowest frequencies are
// dropped, and what comes back is compared with the image.
package main

import (
	"fmt"
	"log"
	"math"
	"time"

	"example.com/gemmkit/gemmkit"
)

const size, block, keep = 1024, 8, 4

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// transform computes left*block*right for every block: a row of blocks is a batch.
func transform(left, right gemmkit.Matrix, in, temporary, out []float32) {
	const blocks = size / block
	for y := 0; y < blocks; y++ {
		row := in[y*block*size : (y+1)*block*size]
		half := temporary[y*block*size : (y+1)*block*size]
		result := out[y*block*size : (y+1)*block*size]
		view := func(data []float32) gemmkit.Matrix {
			return gemmkit.Matrix{Data: data, Rows: block, Cols: block, RowStride: size, ColStride: 1}
		}
		must(gemmkit.Batched(blocks, 1, left, 0, view(row), block, 0, view(half), block))
		must(gemmkit.Batched(blocks, 1, view(half), block, right, 0, 0, view(result), block))
	}
}

func main() {
	image, frequencies, temporary := make([]float32, size*size), make([]float32, size*size), make([]float32, size*size)
	for i := range image { // rings around the middle
		y, x := float64(i/size-size/2), float64(i%size-size/2)
		image[i] = float32(128 + 100*math.Cos(math.Hypot(x, y)/10))
	}
	cosines := gemmkit.RowMajor(make([]float32, block*block), block, block)
	for i := range cosines.Data {
		u, x := float64(i/block), float64(i%block)
		cosines.Data[i] = float32(math.Sqrt(2.0/block) * math.Cos((2*x+1)*u*math.Pi/(2*block)))
		if u == 0 {
			cosines.Data[i] = float32(math.Sqrt(1.0 / block))
		}
	}

	begin := time.Now()
	transform(cosines, cosines.T(), image, temporary, frequencies)
	before, after := 0.0, 0.0 // the transform keeps the sum of squares
	for i := range image {
		before += float64(image[i]) * float64(image[i])
		after += float64(frequencies[i]) * float64(frequencies[i])
		if i/size%block+i%size%block >= keep {
			frequencies[i] = 0
		}
	}
	restored := make([]float32, size*size)
	transform(cosines.T(), cosines, frequencies, temporary, restored)
	seconds := time.Since(begin).Seconds()

	errors := 0.0
	for i := range image {
		errors += math.Pow(float64(image[i]-restored[i]), 2)
	}
	fmt.Println("cosine transform of 8 x 8 blocks: energy after over before, and dB of signal over what dropped frequencies cost")
	fmt.Printf("result %.6f %.3f\n", after/before, 10*math.Log10(255*255*size*size/errors))
	fmt.Printf("time %.6f\n%s\n", seconds, gemmkit.Config())

	wide := gemmkit.RowMajor(make([]float32, 12), 3, 4)
	if gemmkit.Gemm(1, wide, wide, 0, gemmkit.RowMajor(make([]float32, 12), 3, 4)) == nil {
		log.Fatal("a mistake is an error")
	}
}
