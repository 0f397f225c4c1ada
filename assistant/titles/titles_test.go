package titles_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant/titles"
)

func TestATitleIsTheRequestInAFewWords(t *testing.T) {
	for said, want := range map[string]string{
		"Hi Hans, can you please write a page about our opening hours? We open at 9.":            "Write a page about our opening hours",
		"Hello!\n\nwhat does the shop earn on Sundays?":                                          "What does the shop earn on Sundays?",
		"Good morning team, draft the newsletter":                                                "Draft the newsletter",
		"Dear Hans\nplease check example.org for broken links. Then tell Dana.":                  "Check example.org for broken links",
		"Every Monday at 9:30 send me the sales of last week, by product and by country, please": "Every Monday at 9:30 send me the sales of last…",
		"Hallo Hans, kannst du bitte die Öffnungszeiten ändern?":                                 "Die Öffnungszeiten ändern",
		"Guten Morgen! Was steht heute an?":                                                      "Was steht heute an?",
		"Bonjour, pourriez-vous s'il vous plaît rédiger une page sur nos horaires ?":             "Rédiger une page sur nos horaires",
		"Hola equipo: ¿puedes por favor escribir una página sobre los horarios?":                 "Escribir una página sobre los horarios",
		"## Plan the spring sale\nwith three posts":                                              "Plan the spring sale",
		"- buy milk":                             "Buy milk",
		"iPhone prices":                          "iPhone prices",
		"example.org is down":                    "example.org is down",
		"Hide the banner":                        "Hide the banner",
		"Please":                                 "Please",
		"Am 3. Mai kommt der Elektriker. Merken": "Am 3. Mai kommt der Elektriker",
		"اكتب صفحة عن ساعات العمل من فضلك": "اكتب صفحة عن ساعات العمل من فضلك",
		"営業時間のページを書いてください。よろしくお願いします。":     "営業時間のページを書いてください",
		"🎉🎉": "🎉🎉",
	} {
		if got := titles.Of(said); got != want {
			t.Errorf("%q is called %q, not %q", said, got, want)
		}
	}
}

// A text that only greets, or says nothing, leaves the name to the next one.
func TestAGreetingNamesNothing(t *testing.T) {
	for _, said := range []string{"", " \n\t", "Hi", "Hello!", "Hello Hans!", "hallo zusammen", "Bonjour Hans,", "¡Hola!", "---", "?!"} {
		if got := titles.Of(said); got != "" {
			t.Errorf("%q is called %q", said, got)
		}
	}
}

// What is cut is never torn apart: an accent stays with its letter, a family with its members, a flag is whole.
func TestALongWordIsCutBetweenWhatIsSeenAsOne(t *testing.T) {
	for _, one := range []string{"e\u0301", "👩‍👩‍👧", "🇩🇪", "👍🏽", "ก็"} {
		got := strings.TrimSuffix(titles.Of("x"+strings.Repeat(one, 200)), "…")
		if rest := strings.TrimLeft(got, "xX"); rest == "" || strings.Repeat(one, strings.Count(rest, one)) != rest {
			t.Errorf("%q is cut to %q", one, got)
		}
	}
}

// FuzzTitle holds what storage relies on: a title is short, valid, one line, and stands in what was said but for its first letter and
// the ellipsis.
func FuzzTitle(f *testing.F) {
	for _, said := range []string{"Hi Hans, can you write?", "a\u0301" + strings.Repeat("\u0301", 99), "\xff\xfe", strings.Repeat("🇩🇪", 99), "ßtraße", "¿puedes"} {
		f.Add(said)
	}
	f.Fuzz(func(t *testing.T, said string) {
		said = strings.ToValidUTF8(said, "\uFFFD")
		got := titles.Of(said)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > 48 || strings.ContainsAny(got, "\n") || strings.TrimRightFunc(got, unicode.IsSpace) != got {
			t.Fatalf("%q is called %q", said, got)
		}
		_, size := utf8.DecodeRuneInString(got)
		if rest := strings.TrimRight(got[size:], "…"); !strings.Contains(said, rest) {
			t.Fatalf("%q is called %q, which is not in it", said, got)
		}
	})
}
