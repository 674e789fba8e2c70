package engine

import "math/bits"

// Draw returns a number from 0 to n−1 for the kth draw (from 1) of a seed: the high half of n times a
// word of the SplitMix64 sequence. Different k give independent words. n is 1 or more.
//
// Source: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (2014).
func Draw(seed, k uint64, n int) int {
	z := seed + k*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	z ^= z >> 31
	hi, _ := bits.Mul64(z, uint64(n))
	return int(hi)
}
