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
