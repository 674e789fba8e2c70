package league

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/go-analyze/charts"

	"github.com/muster-events/muster/dashboards/deps"
	view "github.com/muster-events/muster/projections/league"
)

// Size of the picture of a season, in pixels, and how many players are drawn: more lines cannot be told
// apart.
const (
	chartWidth  = 960
	chartHeight = 420
	chartLines  = 8
)

// shapes of the points, so that lines are not told apart by colour alone.
var shapes = []charts.SymbolShape{charts.SymbolCircle, charts.SymbolSquare, charts.SymbolDiamond, charts.SymbolDot}

// GET /board/{gathering}/{league}/chart.svg?division=…&theme=dark
func (p pages) chart(w http.ResponseWriter, r *http.Request) error {
	id, err := of(r)
	if err != nil {
		return err
	}
	c, err := p.Leagues.LeagueChart(r.Context(), id.Gathering, id.Group, false)
	if err != nil {
		return err
	}
	v, err := p.read(r.Context(), id, false)
	if err != nil {
		return err
	}
	lines := drawn(c, r.URL.Query().Get("division"))
	if len(lines) == 0 || len(c.Sessions) == 0 {
		return deps.ErrNotFound
	}
	svg, err := picture(v, c, lines, r.URL.Query().Get("theme") == "dark")
	if err != nil {
		return fmt.Errorf("draw the season of %s: %w", id, err)
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", "private, max-age=300") // its address names the position of the log
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	return p.Pack(w, r, svg)
}

// drawn are the players of a division who are drawn, in the order of the table.
func drawn(c view.Chart, division string) []view.ChartLine {
	var out []view.ChartLine
	for _, l := range c.Lines {
		if (division == "" || l.Division == division) && len(out) < chartLines {
			out = append(out, l)
		}
	}
	return out
}

// picture draws lines as an SVG picture.
func picture(v Shown, c view.Chart, lines []view.ChartLine, dark bool) ([]byte, error) {
	var values [][]float64
	var names []string
	for i, l := range lines {
		values = append(values, totals(l))
		names = append(names, fmt.Sprintf("%d %s", i+1, roomy(short(v.Person(l.Player), 18))))
	}
	opt := charts.NewLineChartOptionWithData(values)
	opt.Theme = colours(dark)
	opt.LineStrokeWidth = 3
	opt.Legend = charts.LegendOption{SeriesNames: names, Padding: charts.NewBoxEqual(10)}
	opt.XAxis.Labels = nil
	for _, x := range c.Sessions {
		opt.XAxis.Labels = append(opt.XAxis.Labels, short(x.Name, 14))
	}
	for i := range opt.SeriesList {
		opt.SeriesList[i].Symbol = charts.Symbol{Shape: shapes[i%len(shapes)], Size: 5}
	}
	p := charts.NewPainter(charts.PainterOptions{OutputFormat: charts.ChartOutputSVG, Width: chartWidth, Height: chartHeight})
	if err := p.LineChart(opt); err != nil {
		return nil, err
	}
	return p.Bytes()
}

// totals are what is drawn of a player: nothing where there is no number.
func totals(l view.ChartLine) []float64 {
	out := make([]float64, len(l.Points))
	for i, p := range l.Points {
		f, err := strconv.ParseFloat(p.Total.Decimal(3), 64)
		if err != nil || p.Shown == "" {
			f = charts.GetNullValue()
		}
		out[i] = f
	}
	return out
}

// colours are those of the pages; eight that stay apart for most people on either background.
func colours(dark bool) charts.ColorPalette {
	o := charts.ThemeOption{
		AxisStrokeColor: charts.ParseColor("#8a94a3"), AxisSplitLineColor: charts.ParseColor("#d9dee5"),
		BackgroundColor: charts.ParseColor("#ffffff"), TextColor: charts.ParseColor("#0b0e13"),
	}
	all := []string{"#0056a8", "#b3261e", "#00694a", "#8a5300", "#6b3fa0", "#0b0e13", "#007c89", "#a3306f"}
	if dark {
		o.IsDarkMode = true
		o.AxisSplitLineColor, o.BackgroundColor, o.TextColor = charts.ParseColor("#3a4452"), charts.ParseColor("#0b0e13"), charts.ParseColor("#f4f6f8")
		all = []string{"#5ab4ff", "#ff6b4a", "#35c58b", "#ffb000", "#b99af0", "#f4f6f8", "#4fd2de", "#f08cc0"}
	}
	for _, c := range all {
		o.SeriesColors = append(o.SeriesColors, charts.ParseColor(c))
	}
	return charts.MakeTheme(o)
}

// roomy adds room behind letters that are wider than the library takes them for.
func roomy(s string) string {
	for _, r := range s {
		if r >= 0x1100 { // scripts of wide letters begin here
			s += "\u00a0"
		}
	}
	return s
}

// short cuts a text to at most n characters.
func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
