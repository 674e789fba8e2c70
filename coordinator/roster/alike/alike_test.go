package alike_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/events"
)

func person(n int, name, club, code string) alike.Person {
	return alike.Person{ID: events.PersonID(fmt.Sprintf("p-%d", n)), N: n, Name: name, Club: club, Code: code}
}

func TestWhoMayBeOnePerson(t *testing.T) {
	for _, c := range []struct {
		a, b, clubs string // clubs: "Bree/Dale"
		want        string
	}{
		{"Ana Silva", "Ana Silva", "", alike.SameName},
		{"Ana Silva", "ana  SILVA", "", alike.SameName},
		{"Björk Østergård", "Bjork Ostergard", "", alike.SameName},
		{"Łukasz Żak", "Lukasz Zak", "", alike.SameName},
		{"Großmann", "Grossmann", "", alike.SameName},
		{"Ana-Maria Silva", "Ana Maria Silva", "", alike.SameName},
		{"Anna Lena", "Annalena", "", alike.SameName},
		{"İpek Çelik", "Ipek Celik", "", alike.SameName},
		{"Γιώργος", "Γιωργος", "", alike.SameName},
		{"ＡＮＡ", "Ana", "", alike.SameName},
		{"Silva Ana", "Ana Silva", "", alike.Reversed},
		{"Silva, Ana", "Ana Silva", "", alike.SameName},
		{"Ana Maria Silva", "Silva, Ana M.", "", alike.Initials},
		{"Ana Maria Silva", "Ana Silva", "", alike.Initials},
		{"A. Silva", "Ana Silva", "Bree/Bree", alike.Initials},
		{"A. Silva", "Ana Silva", "Bree/Dale", ""},
		{"A. Silva", "Ana Silva", "", ""},
		{"Ana Maria Silva", "Ana Paula Silva", "", ""},
		{"Ana Silva", "Ben Silva", "Bree/Bree", ""},
		{"Ana", "Ana Silva", "Bree/Bree", ""},
		{"Jonathan Baker", "Jonathon Baker", "Bree/Bree", alike.Close},
		{"Jonathan Baker", "Jonathon Baker", "Bree/Dale", ""},
		{"Jonathan Baker", "Jonathan Bakre", "", alike.Close},
		{"Jonathan Baker", "Jonothon Baker", "", ""},
		{"Jonathan Baker", "Jonothon Baker", "bree/Brée", alike.Close},
		{"Tom", "Tim", "Bree/Bree", ""},
		{"Guest Number 17", "Guest Number 18", "Bree/Bree", ""},
		{"Guest Number 17", "Gest Number 17", "Bree/Bree", alike.Close},
		{"Mira", "Mara", "Bree/Bree", alike.Close},
		{"李小龍", "李小龙", "", ""},
		{"李 小龍", "李小龍", "", alike.SameName},
		{"がく", "かく", "", ""}, // the marks of kana are letters
		{"★★★", "★★★", "", alike.SameName},
		{"Ana Silva", "Gimli", "Bree/Bree", ""},
	} {
		left, right, _ := strings.Cut(c.clubs, "/")
		a, b := person(1, c.a, left, ""), person(2, c.b, right, "")
		got := ""
		for _, r := range alike.Compare(a, b) {
			got += r.Code
			if r.Says == "" {
				t.Errorf("%q, %q: no words", c.a, c.b)
			}
		}
		if got != c.want {
			t.Errorf("%q and %q of %q: %q, want %q", c.a, c.b, c.clubs, got, c.want)
		}
		if back := alike.Compare(b, a); len(back) != len(alike.Compare(a, b)) {
			t.Errorf("%q and %q are alike in one direction only", c.a, c.b)
		}
	}
}

func TestTheSameShortCodeIsAReason(t *testing.T) {
	got := alike.Compare(person(1, "Ana", "", "AB12"), person(2, "Gimli", "", "ab12"))
	if len(got) != 1 || got[0].Code != alike.SameCode {
		t.Errorf("%v", got)
	}
	if got := alike.Compare(person(1, "Ana", "", ""), person(2, "Gimli", "", "")); got != nil {
		t.Errorf("without codes: %v", got)
	}
	got = alike.Compare(person(1, "Ana", "", "AB12"), person(2, "ANA", "", "ab12"))
	if len(got) != 2 || got[0].Code != alike.SameCode || got[1].Code != alike.SameName {
		t.Errorf("%v", got)
	}
}

// many are people of whom some are alike.
func many(n int) []alike.Person {
	given := strings.Fields("Ana Björk Chiara Dmitri Elif Farid Gimli Hana Iker Jonathan Katarzyna Lukasz Miriam Noor")
	family := strings.Fields("Silva Ostergard Baker Zak Nakamura Peregrin Brandywine Okonkwo Fernandez Underhill Took")
	r := rand.New(rand.NewPCG(1, 2))
	var out []alike.Person
	for i := range n {
		name := given[r.IntN(len(given))] + " " + string(rune('A'+r.IntN(26))) + strings.ToLower(given[r.IntN(len(given))]) + " " + family[r.IntN(len(family))]
		out = append(out, person(i+1, name, []string{"", "Bree", "Dale"}[r.IntN(3)], ""))
	}
	return out
}

func TestTheListDoesNotDependOnTheOrderAndMissesNothing(t *testing.T) {
	people := many(200)
	want := alike.Pairs(people)
	if len(want) == 0 {
		t.Fatal("nobody is alike")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		r.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
		if got := alike.Pairs(people); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatal("another order of people gives another list")
		}
	}
	found := map[[2]int]bool{}
	for _, p := range want {
		if p.A.N >= p.B.N {
			t.Errorf("%d stands before %d", p.A.N, p.B.N)
		}
		found[[2]int{p.A.N, p.B.N}] = true
	}
	for i, a := range people {
		for _, b := range people[i+1:] {
			is := len(alike.Compare(a, b)) > 0
			if is != found[[2]int{min(a.N, b.N), max(a.N, b.N)}] {
				t.Errorf("%v and %v: alike %v, on the list %v", a, b, is, !is)
			}
		}
	}
}

func TestLikeNamesTheLikeliestFirstAndNotThePersonThemself(t *testing.T) {
	among := []alike.Person{person(1, "Ana Silva", "Bree", ""), person(2, "Ana Sliva", "Bree", ""), person(3, "Ana Maria Silva", "", ""), person(4, "Gimli", "Bree", "")}
	got := alike.Like(alike.Person{Name: "Ana Silva", Club: "Bree"}, among)
	var ns []int
	for _, m := range got {
		ns = append(ns, m.Person.N)
	}
	if !slices.Equal(ns, []int{1, 3, 2}) {
		t.Errorf("alike: %v", ns)
	}
	if got := alike.Like(among[0], among); len(got) != 2 {
		t.Errorf("somebody is like themself: %v", got)
	}
}

// Ten thousand people have to be compared while somebody waits for the page.
func TestTenThousandPeopleAreCompared(t *testing.T) {
	people := many(10_000)
	for i := range people {
		people[i].Name = fmt.Sprintf("Player%d Nr%d", i, i*7)
		people[i].Club = "Bree"
	}
	people[9_000].Name = "Player1 Nr7"
	if got := alike.Pairs(people); len(got) != 1 || got[0].A.N != 2 || got[0].B.N != 9_001 {
		t.Errorf("%d pairs", len(got))
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("Silva, Ana M.", "Ana Maria Silva", "Bree", "a1")
	f.Add(", ,", "\u0301", "", "")
	f.Fuzz(func(t *testing.T, a, b, club, code string) {
		x, y := person(1, a, club, code), person(2, b, club, code)
		if one, two := alike.Compare(x, y), alike.Compare(y, x); len(one) != len(two) {
			t.Fatalf("%q and %q: %v and %v", a, b, one, two)
		}
		if a != "" && len(alike.Compare(x, person(2, a, "", ""))) == 0 {
			t.Fatalf("%q is not like itself", a)
		}
	})
}
