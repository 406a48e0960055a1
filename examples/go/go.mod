module example.com/gemmkit

go 1.19
