package cardkit_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/internal/cardkit"
)

// Whoever adds a body of a message shows here how it looks, and with that on every surface.
func TestEveryBodyIsInALogInEveryStatusUnderAName(t *testing.T) {
	files, err := filepath.Glob("../../assistant/body_*.go")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`return decode\[(\w+)\]`).FindAllStringSubmatch(string(source), -1) {
			want = append(want, m[1])
		}
	}
	names := map[string]bool{}
	for _, l := range cardkit.Logs("words", 3) {
		last := l.Messages[len(l.Messages)-1].Body
		if names[l.Name] || len(l.Name) < len(last.Type()) && l.Name != "undone" {
			t.Errorf("%s: twice, or no name for a %s", l.Name, last.Type())
		}
		names[l.Name] = true
		for _, m := range l.Messages {
			if name := reflectName(m.Body); !slices.Contains(got, name) {
				got = append(got, name)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" || len(want) < 20 {
		t.Errorf("bodies (-of the code +of the logs): %s", d)
	}
}

func reflectName(v any) string { return reflect.TypeOf(v).Name() }
