package assistant_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/assistant"
)

func TestANameIsMadeHarmless(t *testing.T) {
	for given, want := range map[string]string{
		"report.csv":                            "report.csv",
		"Übersicht der Seiten.md":               "Übersicht der Seiten.md",
		"../../etc/passwd":                      "passwd",
		`C:\Windows\system.txt`:                 "system.txt",
		"a\u202egpj.exe.md":                     "agpj.exe.md",
		"a\u2066b\u200b\ufeff.md":               "ab.md",
		"line\nbreak\x00\x1b[31m.txt":           "line break[31m.txt",
		"  .hidden ":                            "hidden",
		"a<script>alert(1)</script>.html":       "script-.html",
		`what "is" this?*|.md`:                  "what -is- this---.md",
		"..":                                    "",
		"/":                                     "",
		"\xff\xfe":                              "",
		strings.Repeat("ä", 300) + ".csv":       strings.Repeat("ä", 116) + ".csv",
		"a." + strings.Repeat("b", 300):         "a." + strings.Repeat("b", 118),
		"two  spaces\t.md":                      "two spaces .md",
		"<!channel>.md":                         "-!channel-.md",
		"quarter 1/quarter 2/overview.final.md": "overview.final.md",
	} {
		if got := assistant.CleanName(given); got != want {
			t.Errorf("%q becomes %q, not %q", given, got, want)
		}
	}
}

func TestNoNameGetsThroughThatCouldHarm(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		name := assistant.CleanName(rapid.String().Draw(r, "name"))
		if !utf8.ValidString(name) || utf8.RuneCountInString(name) > 120 || strings.HasPrefix(name, ".") || strings.ContainsAny(name, "/\\\"\r\n<>") {
			r.Errorf("%q", name)
		}
		for _, c := range name {
			if unicode.IsControl(c) || unicode.Is(unicode.Cf, c) {
				r.Errorf("%q has %U", name, c)
			}
		}
		if again := assistant.CleanName(name); again != name {
			r.Errorf("%q becomes %q when it is cleaned again", name, again)
		}
	})
}

func TestTheIDOfAMadeFileIsItsCalls(t *testing.T) {
	id := assistant.MadeID("t1", "m1/tool-1")
	if !assistant.ValidID(string(id)) || id != assistant.MadeID("t1", "m1/tool-1") {
		t.Errorf("%s", id)
	}
	for _, other := range []assistant.FileID{assistant.MadeID("t2", "m1/tool-1"), assistant.MadeID("t1", "m1/tool-2")} {
		if other == id {
			t.Errorf("%s is another call's", id)
		}
	}
	if got, ok := (assistant.File{URL: assistant.FilePath + string(id)}).KeptID(); !ok || got != id {
		t.Errorf("%s, %v", got, ok)
	}
	for _, url := range []string{"", "https://x.example/" + string(id), assistant.FilePath + "../" + string(id), string(id)} {
		if _, ok := (assistant.File{URL: url}).KeptID(); ok {
			t.Errorf("%q is taken for a kept file", url)
		}
	}
}
