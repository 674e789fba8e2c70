package wallpage

import (
	"math"
	"net/http"
	"strconv"
)

// scales are the scales a wall comes in, in percent.
var scales = []int{80, 100, 120, 140, 160}

// lookOf reads ?theme= ("dark", "light") and ?scale= (0.8 to 1.6; the nearest one there is is
// taken). What cannot be read is the default: a wall must not fail because of its address.
func lookOf(r *http.Request) Look {
	q := r.URL.Query()
	l := Look{Theme: "dark", Scale: "scale-100"}
	if q.Get("theme") == "light" {
		l.Theme = "light"
	}
	if want, err := strconv.ParseFloat(q.Get("scale"), 64); err == nil && !math.IsNaN(want) {
		l.Scale = "scale-" + strconv.Itoa(nearest(want*100))
	}
	return l
}

func nearest(percent float64) int {
	best := scales[0]
	for _, s := range scales {
		if math.Abs(float64(s)-percent) < math.Abs(float64(best)-percent) {
			best = s
		}
	}
	return best
}

// LookOf reads how a wall is to look from an address: ?theme= and ?scale=.
func LookOf(r *http.Request) Look { return lookOf(r) }
