package cardkit

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gofrs/flock"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// Agreed holds what a surface makes of every log against what was agreed. Each log has one golden, testdata/bodies/NAME.txtar,
// with a section for each surface that shows it. looks are by the logs' names; a log that people are shown nothing of has none,
// or an empty one. With update the surface's sections are written anew.
func Agreed(tb testing.TB, surface string, looks map[string]string, update bool) {
	tb.Helper()
	folder := filepath.Join(ModuleRoot(tb), "internal", "cardkit", "testdata", "bodies")
	if update {
		agree(tb, folder, surface, looks)
	}
	for name, look := range looks {
		if look == "" {
			continue
		}
		want, ok := section(read(tb, folder, name), surface)
		if !ok {
			tb.Errorf("%s has no golden for %s", name, surface)
		}
		if d := gocmp.Diff(want, look); d != "" {
			tb.Errorf("%s on %s (-agreed +shown): %s", name, surface, d)
		}
	}
	for _, name := range kept(tb, folder) {
		if _, ok := section(read(tb, folder, name), surface); ok && looks[name] == "" {
			tb.Errorf("%s has a golden for %s and shows nothing", name, surface)
		}
	}
}

// agree writes the surface's sections. Packages are tested side by side, and their sections stand in the same files.
func agree(tb testing.TB, folder, surface string, looks map[string]string) {
	tb.Helper()
	lock := flock.New(filepath.Join(os.TempDir(), "aisteam-bodies.lock"))
	if err := lock.Lock(); err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = lock.Unlock() }()
	for name, look := range looks {
		write(tb, folder, name, surface, look)
	}
	for _, name := range kept(tb, folder) {
		if looks[name] == "" {
			write(tb, folder, name, surface, "")
		}
	}
}

// write puts a section into a golden, or takes it out where there is nothing in it.
func write(tb testing.TB, folder, name, surface, look string) {
	tb.Helper()
	a := read(tb, folder, name)
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == surface })
	if look != "" {
		a.Files = append(a.Files, txtar.File{Name: surface, Data: []byte(look)})
	}
	slices.SortFunc(a.Files, func(a, b txtar.File) int { return cmp.Compare(a.Name, b.Name) })
	file := filepath.Join(folder, name+".txtar")
	err := os.WriteFile(file, txtar.Format(a), 0o600)
	if len(a.Files) == 0 {
		err = os.Remove(file)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

func read(tb testing.TB, folder, name string) *txtar.Archive {
	tb.Helper()
	a, err := txtar.ParseFile(filepath.Join(folder, name+".txtar"))
	if errors.Is(err, fs.ErrNotExist) {
		return &txtar.Archive{}
	}
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

func section(a *txtar.Archive, surface string) (string, bool) {
	for _, f := range a.Files {
		if f.Name == surface {
			return string(f.Data), true
		}
	}
	return "", false
}

// kept are the names of the goldens that there are.
func kept(tb testing.TB, folder string) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil {
		tb.Fatal(err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".txtar")
	}
	return files
}

// ModuleRoot is the folder of go.mod, from the working directory upwards.
func ModuleRoot(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatal("there is no go.mod above the test")
		}
		dir = parent
	}
}
