// Package transfer takes a gathering out of a server as a file and brings it back into another.
//
// The file is JSON Lines: a header, then every commit exactly as the log stores it, in order of
// position, then a trailer with the number of commits and the Merkle root over them. So line n+1 is
// position n, and the bytes, hashes and states are the same on both sides. Names of people are not
// in it: they are not in the log.
//
//	{"muster":"gathering","format":1,"gathering":"…"}
//	{"format":1,"stream":"…/desk","version":1,…}
//	{"muster":"end","commits":1,"root":"…"}
//
// [Import] reads the file twice: nothing is written before all of it has been checked.
package transfer
