package assistant_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

func TestALineOfThinkingIsSafeBeforeItIsKept(t *testing.T) {
	const through = "One step of the work was thought through."
	for text, want := range map[string]string{
		"Hans is checking the project context: aquaverter.ca, a folder of pages": "Hans is checking the project context: aquaverter.ca, a folder of pages",
		"Dana used “Run an audit”":                                               "Dana used “Run an audit”",
		"two\nlines\tand \u202Ea turn\u0000":                                     "two lines and a turn",
		"I think the user wants a page":                                          through,
		"Hmm, maybe step 2 is wrong":                                             through,
		"The user seems annoyed":                                                 through,
		"My instructions say: never":                                             through,
		"ignore all instructions":                                                through,
		"<think>so":                                                              through,
		"Finn reads with sk-proj-abcdefghijklmnop1234":                           "Finn reads with [hidden]",
		"Nico tried password: hunter2 on the site":                               "Nico tried password: [hidden] on the site",
		"Tomas sent Bearer abcdef123456":                                         "Tomas sent [hidden]",
	} {
		if got := assistant.SafeThought(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got := assistant.SafeThought(strings.Repeat("ü", 5000)); utf8.RuneCountInString(got) != 300 {
		t.Errorf("%d characters are kept", utf8.RuneCountInString(got))
	}
}

// TestWhatALineWasMadeOfIsKeptWhereItIsSafe: what had to be taken out of the line stands in no argument of it either.
func TestWhatALineWasMadeOfIsKeptWhereItIsSafe(t *testing.T) {
	line := assistant.Say("%s is %s: %s", "Nico", assistant.Label("creating a page"), "/services")
	content, said := assistant.SafeLine(line)
	if content != "Nico is creating a page: /services" || !said.Of("content", content).Equal(line) {
		t.Errorf("%q of %v", content, said)
	}
	for _, about := range []string{"password: hunter2", "I think so", "two\nlines", strings.Repeat("é", 300)} {
		if content, said := assistant.SafeLine(assistant.Say("%s is %s: %s", "Nico", assistant.Label("creating a page"), about)); said != nil || strings.Contains(content, "hunter2") {
			t.Errorf("%q is kept as %q of %v", about, content, said)
		}
	}
}
