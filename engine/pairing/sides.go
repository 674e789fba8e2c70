package pairing

// SideReason says what decided who plays which side.
type SideReason string

// What can decide, in this order.
const (
	SideManual  SideReason = "manual"  // the table was locked with its sides
	SideBalance SideReason = "balance" // this way leaves the smaller imbalance
	SideTurn    SideReason = "turn"    // fewer of the two have the side of their last game again
	SideEarlier SideReason = "earlier" // the latest round in which the two sides differed is turned round
	SideDraw    SideReason = "draw"
)

// seats is the better of the two ways to seat two players.
type seats struct {
	first     Side  // of the higher player; NoSide if a draw must decide
	imbalance int64 // 8^imbalance of both after the game
	other     int64 // the same, the other way round
	repeats   int   // of the two, those with the side of their last game again
	by        SideReason
}

// seating compares the two ways.
func seating(x, y *entrant) seats {
	free := eight(x.balance()+1) + eight(y.balance()-1) // x plays the Free Peoples
	dark := eight(x.balance()-1) + eight(y.balance()+1)
	freeAgain, darkAgain := x.again(FreePeoples)+y.again(Shadow), x.again(Shadow)+y.again(FreePeoples)
	switch {
	case free < dark:
		return seats{FreePeoples, free, dark, freeAgain, SideBalance}
	case dark < free:
		return seats{Shadow, dark, free, darkAgain, SideBalance}
	case freeAgain < darkAgain:
		return seats{FreePeoples, free, dark, freeAgain, SideTurn}
	case darkAgain < freeAgain:
		return seats{Shadow, dark, free, darkAgain, SideTurn}
	}
	s := seats{NoSide, free, dark, freeAgain, SideDraw}
	if side := lastDifference(x, y); side != NoSide {
		s.first, s.by = side.Other(), SideEarlier
	}
	return s
}

// balance is the number of games with the Free Peoples less those with the Shadow.
func (e *entrant) balance() int { return e.free - e.shadow }

// again returns 1 if the side is that of the last game.
func (e *entrant) again(s Side) int {
	if n := len(e.sides); n > 0 && e.sides[n-1].side == s {
		return 1
	}
	return 0
}

// lastDifference returns the side x had in the latest round in which x and y had different sides.
func lastDifference(x, y *entrant) Side {
	i, j := len(x.sides)-1, len(y.sides)-1
	for i >= 0 && j >= 0 {
		a, b := x.sides[i], y.sides[j]
		switch {
		case a.round > b.round:
			i--
		case b.round > a.round:
			j--
		case a.side != b.side:
			return a.side
		default:
			i--
			j--
		}
	}
	return NoSide
}
