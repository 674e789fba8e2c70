// Package intake takes lists of players and results of tournaments in: what people paste and what programs
// write, as CSV, JSON or TRF16. It is pure. [Read] reads a file; [Resolve] says for every player who it is;
// [Next] says the next command, from what the tournament's log holds already. Because each step follows from
// the log, an import that was interrupted goes on where it stopped when the same file is given again, and one
// that is given twice enters nobody twice.
package intake
