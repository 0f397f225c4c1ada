package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func shop(o options) options {
	o.Module, o.Jobs, o.Longest = "testdata/shop", 2, time.Minute
	return o
}

// TestTheGuardThatNoTestMissesIsNamed, and no other; and its tree is left as it was.
func TestTheGuardThatNoTestMissesIsNamed(t *testing.T) {
	var out strings.Builder
	tills := target{Name: "till", Patterns: []string{"./till"}, Apart: []string{"TestNobodyNeedsSoMany"}}
	err := run(t.Context(), &out, shop(options{Least: 90}), []target{tills})
	if err == nil || !strings.Contains(err.Error(), "1 guards survive") {
		t.Errorf("it ends with %v", err)
	}
	var survivors []string
	for l := range strings.Lines(out.String()) {
		if strings.Contains(l, "SURVIVES") {
			survivors = append(survivors, strings.TrimSpace(l))
		}
	}
	want := []string{"SURVIVES till/till.go:26 Sell: day > w.Until (taken out it never holds)"}
	if !slices.Equal(survivors, want) || !strings.Contains(out.String(), "score: 4 of 5 noticed, 0 more") {
		t.Errorf("survivors %q of\n%s", survivors, out.String())
	}
	if err := run(t.Context(), &out, shop(options{Least: 80}), []target{tills}); err != nil {
		t.Errorf("four of five are enough for 80%%: %v", err)
	}
}

// TestOnlyGuardsOfTheFilesThatAreNamedAreTakenOut, by the tests that are named, and the list of them is printed where nothing shall be
// taken out.
func TestOnlyGuardsOfTheFilesThatAreNamedAreTakenOut(t *testing.T) {
	tills := target{Name: "till", Patterns: []string{"./till"}}
	prints := func(o options) (string, error) {
		var out strings.Builder
		err := run(t.Context(), &out, shop(o), []target{tills})
		return out.String(), err
	}
	all, err := prints(options{List: true})
	if err != nil || strings.Count(all, "\n") != 5 || !strings.Contains(all, "till/till.go:26 Sell: day > w.Until (taken out it never holds)\n") {
		t.Errorf("the list is %q, %v", all, err)
	}
	if some, err := prints(options{List: true, Files: "b*,t?ll.go"}); err != nil || some != all {
		t.Errorf("of files like one of the patterns: %q, %v", some, err)
	}
	if none, err := prints(options{List: true, Files: "b*,till"}); err != nil || none != "" {
		t.Errorf("of files like neither: %q, %v", none, err)
	}
	if _, err := prints(options{List: true, Files: "[a"}); err == nil {
		t.Error("a pattern that is none is taken")
	}
	if said, err := prints(options{Files: "till.go", Tests: "^TestNobody$", Least: 1}); err == nil || !strings.Contains(said, "0 of 5 noticed") {
		t.Errorf("without tests it says %q, %v", said, err)
	}
}

// TestWhatIsAGuard: by what a condition speaks of, and by what comes behind it.
func TestWhatIsAGuard(t *testing.T) {
	found, source, err := find("testdata/forms.go", "forms.go")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range found {
		found[i].ID = i
		holds := map[bool]string{true: "always ", false: "never "}[found[i].Holds]
		got = append(got, holds+found[i].Text)
	}
	want := []string{
		`never role == "guest" || n > most && n > 1`, `never role == "guest"`, `always n > most`,
		`never p.expired`, `never role != ""`,
		`never err != nil`,
		`never hash == ""`, `never n > most`,
		`always version == 1`,
		`always role == "admin"`, `never n < most`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("guards are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	text := string(rewrite(source, found))
	for _, part := range []string{
		`if guardNeverHolds(0, guardNeverHolds(1, role == "guest") || guardAlwaysHolds(2, n > most) && n > 1) {`,
		`return guardAlwaysHolds(9, role == "admin") && (n == 0 || guardNeverHolds(10, n < most))`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the copy does not say %s:\n%s", part, text)
		}
	}
	if strings.Count(text, "\n") != strings.Count(string(source), "\n") {
		t.Error("lines have moved")
	}
}

// TestASampleIsTheSameForTheSameSeed, and in the order of the files.
func TestASampleIsTheSameForTheSameSeed(t *testing.T) {
	all := make([]guard, 50)
	for i := range all {
		all[i].ID = i
	}
	a, b, c := sample(all, 10, 1), sample(all, 10, 1), sample(all, 10, 2)
	if len(a) != 10 || !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Errorf("samples: %v, again %v, by another seed %v", a, b, c)
	}
	if !slices.IsSortedFunc(a, func(x, y guard) int { return x.ID - y.ID }) || len(sample(all, 0, 1)) != 50 {
		t.Error("a sample is not in order, or none is not all")
	}
}

// TestWhatChangesNothingIsListedAndDoesNotCount: of three guards one is noticed, one is the same as another, and one is overlooked.
func TestWhatChangesNothingIsListedAndDoesNotCount(t *testing.T) {
	of := func(text, by string) verdict {
		return verdict{guard: guard{File: "a.go", Within: "May", Text: text}, By: by}
	}
	var out strings.Builder
	s := tell(&out, "a", 9, []verdict{of("x", "TestX"), of("y", ""), of("z", "")}, map[string]string{"a.go\tMay\ty": "same: z says no as well", "a.go\tMay\tz": "nobody has written it"})
	if (s != score{Tried: 3, Noticed: 1, Same: 1}) || s.percent() != 50 {
		t.Errorf("%+v is %.1f%%", s, s.percent())
	}
	for _, told := range []string{"same: z says no as well", "nobody has written it", "3 of 9 guards taken out, 1 of 2 noticed, 1 more change nothing: 50.0%"} {
		if !strings.Contains(out.String(), told) {
			t.Errorf("it does not say %q:\n%s", told, out.String())
		}
	}
}

// TestAReasonIsOfOneGuard: it goes with the file, the function and the condition, not with the line.
func TestAReasonIsOfOneGuard(t *testing.T) {
	if _, err := why(reasons); err != nil {
		t.Error(err)
	}
	read, err := why("# told\na.go\tMay\tx == y\tanother one says no\n")
	if err != nil || read[(guard{File: "a.go", Within: "May", Text: "x == y", Line: 7}).key()] != "another one says no" {
		t.Errorf("%v, %v", read, err)
	}
	if _, err := why("a.go\tMay\tno reason\n"); err == nil {
		t.Error("a line without a reason is taken")
	}
}
