// Package faults holds tests of the fault list that need more than one part of muster: rounds that
// are cut short by a kill, a cluster that loses servers, two phones at one table, clocks that jump,
// and people who mean harm. Each test, TestFault_<id>_…, prints one line with its figure; make faults
// runs them all and prints the table. MUSTER_FAULTS=full makes the long ones long.
//
// It has no code of its own. Start with rig_test.go.
package faults
