package main

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestACommandThatThereIsNotIsSaidInOneLine: with the nearest that there is, or with all where none is near.
func TestACommandThatThereIsNotIsSaidInOneLine(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"serv":         "aisteam: there is no command serv; the nearest is “aisteam serve”\n",
		"migration":    "aisteam: there is no command migration; the nearest is “aisteam migrate”\n",
		"chat":         "aisteam: there is no command chat; these are: serve, migrate, token, replay, demo, version\n",
		"audit verify": "aisteam: there is no command audit; these are: serve, migrate, token, replay, demo, version\n",
		"sample":       "aisteam: there is no command sample; these are: serve, migrate, token, replay, demo, version\n",
	} {
		var out, said bytes.Buffer
		if code := run(t.Context(), strings.Fields(args), &out, &said, hooks{}); code != exitUsage || said.String() != want || out.Len() > 0 {
			t.Errorf("%s: %d %q %q", args, code, said.String(), out.String())
		}
	}
}

// TestTheREADMENamesCommandsThatThereAre: and no others.
func TestTheREADMENamesCommandsThatThereAre(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	parser, err := kong.New(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range parser.Model.Children {
		names = append(names, one.Name)
	}
	found := regexp.MustCompile("(?:`|\\./| \\$ )aisteam ([a-z]+)").FindAllStringSubmatch(string(raw), -1)
	if len(found) == 0 {
		t.Error("the README names none")
	}
	for _, one := range found {
		if !slices.Contains(names, one[1]) {
			t.Errorf("there is no %q", one[0])
		}
	}
}
