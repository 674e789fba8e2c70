package sim

import (
	"fmt"
	"math/rand/v2"
)

var familyNames = []string{
	"Adeyemi", "Brandt", "Castillo", "Dvořák", "Eriksson", "Farouk", "Grady", "Haddad", "Ivanova", "Jensen",
	"Kowalczyk", "Lindqvist", "Moreau", "Nagy", "O’Shea", "Petrović", "Quispe", "Rahman", "Sato", "Tremblay",
	"Ueda", "Vasquez", "Wójcik", "Yıldız", "Zamora",
}

// clubs are those that the simulated players belong to.
var clubs = []string{"Harbour Games", "Mill Lane Club", "The Green Dragon", "Tower Hill"}

// cast returns n names that are all different, in an order drawn by rng. n is at most 600.
func cast(rng *rand.Rand, n int) []string {
	out := make([]string, 0, n)
	firsts, families := rng.Perm(len(firstNames)), rng.Perm(len(familyNames))
	for i := range n {
		// each round through the first names meets the family names from another place on
		f := families[(i+2*(i/len(firstNames)))%len(familyNames)]
		out = append(out, fmt.Sprintf("%s %s", firstNames[firsts[i%len(firstNames)]], familyNames[f]))
	}
	return out
}
