// Package arch holds the tests of the shape of the code: which folder may import which, that what
// decides does nothing else, that everything exported is explained, and that nothing is left open.
package arch
