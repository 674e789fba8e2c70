// Package listen keeps a few slow or greedy clients from taking the pages away from everybody else:
// a cap on connections, in all and from one address; time limits on every phase of a request that
// also suit streams that stay open for hours; and a cap on those streams, so that joining and the
// table pages always find room.
//
// Source: shared/reliability.md, section 7, D12 to D14.
package listen
