package pages_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestNoTwoTemplatesHaveOneName: the one that is read last would be drawn in the place of the other.
func TestNoTwoTemplatesHaveOneName(t *testing.T) {
	files, err := filepath.Glob("templates/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	defines, seen := regexp.MustCompile(`{{define "([^"]+)"`), map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range defines.FindAllStringSubmatch(string(text), -1) {
			if before, twice := seen[m[1]]; twice {
				t.Errorf("%s and %s both have a template %q", before, file, m[1])
			}
			seen[m[1]] = file
		}
	}
}
