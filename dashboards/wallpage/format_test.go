package wallpage

import (
	"net/http/httptest"
	"testing"
	"time"
)

func TestFigures(t *testing.T) {
	for d, want := range map[time.Duration]string{-time.Second: "0:00", 59 * time.Second: "0:59", 250 * time.Second: "4:10", 64*time.Minute + 9*time.Second: "1:04:09"} {
		if got := clock(d); got != want {
			t.Errorf("clock(%s) = %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int]string{-6: "−6", 0: "±0", 3: "+3"} {
		if got := signed(n); got != want {
			t.Errorf("signed(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestAWallTakesTheNearestScaleAndNeverFails(t *testing.T) {
	for query, want := range map[string]Look{
		"":                      {"dark", "scale-100"},
		"theme=light&scale=1.4": {"light", "scale-140"},
		"scale=1.33":            {"dark", "scale-140"},
		"scale=99":              {"dark", "scale-160"},
		"scale=-1":              {"dark", "scale-80"},
		"scale=NaN&theme=pink":  {"dark", "scale-100"},
	} {
		if got := lookOf(httptest.NewRequest("GET", "/wall/a/b?"+query, nil)); got != want {
			t.Errorf("?%s gives %+v, want %+v", query, got, want)
		}
	}
}
