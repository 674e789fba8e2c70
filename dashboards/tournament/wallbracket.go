package tournament

import (
	"slices"

	view "github.com/muster-events/muster/projections/tournament"
)

// Columns of a bracket that a page of the wall holds: more where they are short.
const (
	longColumns  = 4
	shortColumns = 6
)

// bracketSheets are the pages of the bracket that is played: one if it is small, else pieces of it that
// still have something to play, after the tables of the round.
func bracketSheets(v Shown, r view.Round) []wallSheet {
	b := v.Brackets[len(v.Brackets)-1]
	parts := joined(b.Parts)
	var out []wallSheet
	for _, p := range parts {
		for _, piece := range pieces(p) {
			out = append(out, wallSheet{Bracket: []view.Part{piece}})
		}
	}
	if third, ok := partOf(b, "third"); ok {
		last := &out[len(out)-1]
		last.Bracket = append(last.Bracket, third)
	}
	if small(out) {
		var one wallSheet
		for _, s := range out {
			one.Bracket = append(one.Bracket, s.Bracket...)
		}
		return []wallSheet{one}
	}
	open := slices.DeleteFunc(slices.Clone(out), func(s wallSheet) bool { return !slices.ContainsFunc(s.Bracket, unplayed) })
	if len(open) > 0 {
		out = open
	}
	tables := taken(r)
	for i := 0; i*wallTables < len(tables); i++ {
		out = slices.Insert(out, i, wallSheet{Tables: cut(tables, i, wallTables), Rows: cut(v.wallRows(), i, wallRows)})
	}
	return out
}

// small tells whether all pages of a bracket fit on one.
func small(all []wallSheet) bool {
	n, parts := 0, 0
	for _, s := range all {
		for _, p := range s.Bracket {
			parts++
			most := 0
			for _, r := range p.Rounds {
				most = max(most, len(r.Matches))
			}
			n += most
		}
	}
	return len(all) > 0 && (parts == 1 && n <= wallBouts || n <= wallBouts-parts)
}

// bracketOnly tells whether the wall shows nothing but a bracket.
func bracketOnly(v Shown) bool {
	all := sheets(v)
	return len(all) == 1 && len(all[0].Bracket) > 0
}

func partOf(b view.Bracket, kind string) (view.Part, bool) {
	i := slices.IndexFunc(b.Parts, func(p view.Part) bool { return p.Kind == kind })
	if i < 0 {
		return view.Part{}, false
	}
	return b.Parts[i], true
}

// joined are the parts with the grand final at the end of the losers' part: there one of the two comes
// from.
func joined(parts []view.Part) []view.Part {
	var out []view.Part
	for _, p := range parts {
		switch {
		case p.Kind == "third":
		case p.Kind == "final" && len(out) > 1:
			last := &out[len(out)-1]
			last.Rounds = append(slices.Clone(last.Rounds), p.Rounds...)
			last.Title += " and grand final"
		default:
			out = append(out, p)
		}
	}
	return out
}

// pieces parts a part of a bracket into what a page holds: a few rounds, and of them as many matches as
// lead to the same ones.
func pieces(p view.Part) []view.Part {
	var out []view.Part
	for from := 0; ; {
		most := longColumns
		if len(p.Rounds[from].Matches) <= wallBouts/2 {
			most = shortColumns
		}
		upTo := min(len(p.Rounds), from+most)
		out = append(out, blocks(view.Part{Kind: p.Kind, Title: p.Title, Rounds: p.Rounds[from:upTo]})...)
		if upTo == len(p.Rounds) {
			return out
		}
		from = max(from+1, min(upTo-1, len(p.Rounds)-longColumns))
	}
}

// blocks parts rounds of many matches from top to bottom.
func blocks(p view.Part) []view.Part {
	n := (len(p.Rounds[0].Matches) + wallBouts - 1) / wallBouts
	if n <= 1 {
		return []view.Part{p}
	}
	var out []view.Part
	for i := range n {
		one := view.Part{Kind: p.Kind, Title: p.Title}
		for _, r := range p.Rounds {
			m := len(r.Matches)
			if here := r.Matches[i*m/n : (i+1)*m/n]; m >= n {
				one.Rounds = append(one.Rounds, view.PartRound{Title: r.Title, Matches: here})
			}
		}
		out = append(out, one)
	}
	return out
}

// unplayed tells whether a match of a part is still to be played.
func unplayed(p view.Part) bool {
	for _, r := range p.Rounds {
		for _, m := range r.Matches {
			if m.State == "waits" || m.State == "ready" {
				return true
			}
		}
	}
	return false
}
