package words

import (
	"fmt"
	"time"
)

// Duration says how long something has lasted, to the minute: "under a minute", "4 min", "1 h 5 min".
func Duration(d time.Duration) string {
	m := int(d / time.Minute)
	switch {
	case m < 1:
		return "under a minute"
	case m < 60:
		return fmt.Sprintf("%d min", m)
	default:
		return fmt.Sprintf("%d h %d min", m/60, m%60)
	}
}
