// Package alike suggests which entries may be one person: a name typed twice, with and without accents, in
// another order, with an initial in place of a name, or with a slip of the finger. It is pure, and what it
// says does not depend on the order in which it is given people. It only suggests: people decide.
//
// Start with [Compare], [Like], [Index] and [Pairs].
package alike
