package archtest_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aisteam/aisteam/internal/archtest"
)

// TestSignsOfTheHouse prints them; `go test -v -run TestSigns ./internal/archtest` shows how large each room has become.
func TestSignsOfTheHouse(t *testing.T) {
	signs, err := archtest.Signs(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-34s %5s %6s  %-26s %5s %4s\n", "package", "files", "lines", "widest type", "calls", "up")
	for _, s := range signs {
		fmt.Fprintf(&b, "%-34s %5d %6d  %-26s %5d %4d\n", s.Package, s.Files, s.Lines, fmt.Sprintf("%s, %d methods", s.Widest, s.Methods), s.Calls, s.Up)
	}
	t.Log("\n" + b.String())
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
