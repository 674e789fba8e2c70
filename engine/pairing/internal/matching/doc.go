// Package matching finds the cheapest perfect matching of a general graph, exactly, and proves it.
//
// Start with [Complete] (every two vertices may be matched, at a cost) and [Sparse] (only the edges
// given exist). Both return a [Solution] with its dual values; [Solution.Check] proves from them
// that no other perfect matching is cheaper. If a graph has no perfect matching, Sparse returns a
// [*NoPerfectError] with the reason: a set of vertices whose removal leaves more odd parts than it
// has vertices.
//
// Costs are vectors of criteria compared in order ([Weight]). The primal-dual method needs nothing
// but addition, subtraction, comparison and exact halving of its numbers, so the vectors are used as
// they are: no criterion is ever multiplied up to outweigh the next, and nothing of that kind can
// overflow.
//
// Invariants of the search, with all weights doubled so that halves stay whole:
//
//  1. The slack of an edge, its weight less the values of its ends plus the values of all blossoms
//     that hold both, is never negative; nor is the value of a blossom.
//  2. A matched edge has slack 0, and so has every edge of a tree or of the ring of a blossom.
//  3. Every blossom is matched inside but for its base.
//  4. All vertices of a tree have values of one parity, entry by entry: tight edges of even weight
//     join them. So the slack between two of its outer vertices halves exactly.
//
// Source: Edmonds: Maximum matching and a polyhedron with 0,1-vertices (1965); Cook, Rohe:
// Computing minimum-weight perfect matchings (1999), for one tree at a time and for pricing.
package matching
