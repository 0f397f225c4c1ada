package archtest_test

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aisteam/aisteam/internal/archtest"
)

var update = flag.Bool("update", false, "write the recorded signs of the house anew")

// The page of the signs as they were last looked at, and how many lines rooms may have grown or shrunk by since, all in all: a day's work.
const (
	housePage = "../../docs/recorded/house.txt"
	daysWork  = 1500
)

// TestSignsOfTheHouse holds the recorded page against the tree: who reads it sees the house as it is, give or take a day's work.
func TestSignsOfTheHouse(t *testing.T) {
	signs, err := archtest.Signs(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(housePage)
	if err != nil {
		t.Fatal(err)
	}
	head, kept, _ := strings.Cut(string(raw), "\n\n")
	if *update {
		if err := os.WriteFile(housePage, []byte(head+"\n\n"+table(signs)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := apart(kept, signs); d > daysWork {
		t.Errorf("the rooms differ by %d lines from docs/recorded/house.txt, which is more than a day's work (%d): look at them, then run with -update:\n%s", d, daysWork, table(signs))
	}
}

func table(signs []archtest.Sign) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-34s %5s %6s  %-26s %5s %4s\n", "package", "files", "lines", "widest type", "calls", "up")
	for _, s := range signs {
		fmt.Fprintf(&b, "%-34s %5d %6d  %-26s %5d %4d\n", s.Package, s.Files, s.Lines, fmt.Sprintf("%s, %d methods", s.Widest, s.Methods), s.Calls, s.Up)
	}
	return b.String()
}

// apart is by how many lines the rooms differ from the table that was kept; a room that is in one of the two alone counts whole.
func apart(kept string, signs []archtest.Sign) int {
	lines := map[string]int{}
	for row := range strings.Lines(kept) {
		if f := strings.Fields(row); len(f) > 2 {
			lines[f[0]], _ = strconv.Atoi(f[2])
		}
	}
	sum := 0
	for _, s := range signs {
		sum += max(s.Lines-lines[s.Package], lines[s.Package]-s.Lines)
		delete(lines, s.Package)
	}
	for _, n := range lines {
		sum += n
	}
	return sum
}

func TestARecordedHouseIsFoundToBeOld(t *testing.T) {
	signs := []archtest.Sign{{Package: "grown", Lines: 900}, {Package: "new", Lines: 700}, {Package: "same", Lines: 50}}
	kept := table([]archtest.Sign{{Package: "gone", Lines: 30}, {Package: "grown", Lines: 800}, {Package: "same", Lines: 50}})
	if d := apart(kept, signs); d != 100+700+30 {
		t.Errorf("they are %d lines apart", d)
	}
	if d := apart(table(signs), signs); d != 0 {
		t.Errorf("a table is %d lines from itself", d)
	}
}

func TestSignsAreCounted(t *testing.T) {
	tree := fstest.MapFS{
		"x/top.go":        {Data: []byte("package x\n\ntype Top struct{}\n\nfunc (t *Top) A() { middle(); bottom() }\nfunc (t Top) B() {}\n")},
		"x/middle.go":     {Data: []byte("package x\n\nfunc middle() { bottom() }\n")},
		"x/bottom.go":     {Data: []byte("package x\n\nvar _ = Top{}\n\nfunc bottom() {}\n")},
		"x/x_test.go":     {Data: []byte("package x\n\nfunc tests() { do(); not(); count() }\n")},
		"y/testdata/z.go": {Data: []byte("no Go at all")},
	}
	signs, err := archtest.Signs(tree)
	if err != nil {
		t.Fatal(err)
	}
	want := archtest.Sign{Package: "x", Files: 3, Lines: 14, Widest: "Top", Methods: 2, Calls: 4, Up: 1}
	if len(signs) != 1 || signs[0] != want {
		t.Errorf("%+v, want %+v", signs, want)
	}
}
