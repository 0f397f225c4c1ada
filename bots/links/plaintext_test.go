package links_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots/links"
)

func TestWordsLeadOnlyToAllowedHosts(t *testing.T) {
	hosts := []string{"panel.example", ".shop.example"}
	for in, want := range map[string]string{
		"plain words: nothing":                            "plain words: nothing",
		"Audit https://evil.example/a?b=c.":               "Audit https:|//evil.|example/a?b=c.",
		"See https://panel.example/x, and go on.":         "See https://panel.example/x, and go on.",
		"“https://panel.example” (https://x.example)":     "“https://panel.example” (https:|//x.|example)",
		"https://eu.shop.example/x":                       "https://eu.shop.example/x",
		"https://shop.example.evil.example/x":             "https:|//shop.|example.|evil.|example/x",
		"https://panel.example@evil.example/":             "https:|//panel.example@evil.example/",
		"https://panel.example\\@evil.example/":           "https:|//panel.example\\@evil.example/",
		"https://panel.example*evil.example":              "https:|//panel.example*evil.|example",
		"https://panel.example。evil.example":              "https:|//panel.example。evil.|example",
		"https://panel.example/,https://evil.example":     "https:|//panel.example/,https:|//evil.|example",
		"HTTPS://EVIL.example and ftp://evil.example":     "HTTPS:|//EVIL.|example and ftp:|//evil.|example",
		"www.evil.example or wWw.evil.example/x":          "www|.evil.|example or wWw|.evil.|example/x",
		"see:www.evil.example":                            "see:www|.evil.|example",
		"*https://panel.example/x* _www.eu.shop.example_": "*https://panel.example/x* _www.eu.shop.example_",
		"<https://evil.example|Sign in>":                  "<https:|//evil.|example|Sign in>",
		"[in](https://evil.example)":                      "[in](https:|//evil.|example)",
		"xhttps://evil.example":                           "xhttps:|//evil.|example",
		"a@b.example: write":                              "a@b.example: write",
	} {
		got := links.SafeWords(in, hosts)
		if want = strings.NewReplacer(":|//", ":\u200b//", "|.", "\u200b.", ".|", ".\u200b").Replace(want); got != want {
			t.Errorf("%s\n became %q\n    not %q", in, got, want)
		}
		if again := links.SafeWords(got, hosts); again != got {
			t.Errorf("%s: a second time it becomes %q", in, again)
		}
	}
}

// FuzzSafeWords: nothing that anybody may take for an address is left, except of the allowed hosts.
func FuzzSafeWords(f *testing.F) {
	for _, seed := range []string{"https://evil.example", "x https://panel.example/ y", "https://panel.example/://www.evil", "www.www.evil", "://", "0\\.AC", "&#46;com", "“https://panel.example”"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		safe := links.SafeWords(text, []string{"panel.example"})
		if strings.ReplaceAll(safe, "\u200b", "") != strings.ReplaceAll(text, "\u200b", "") {
			t.Fatalf("%q became %q, which reads otherwise", text, safe)
		}
		for rest := safe; ; {
			before, after, found := strings.Cut(rest, "://")
			if !found {
				break
			}
			if !strings.HasSuffix(strings.ToLower(before), "http") && !strings.HasSuffix(strings.ToLower(before), "https") ||
				!strings.HasPrefix(strings.ToLower(after), "panel.example") {
				t.Fatalf("%q became %q", text, safe)
			}
			if left := after[len("panel.example"):]; left != "" && (left[0] == '-' || left[0] == '@' || left[0] >= '0' && left[0] <= '9' || left[0]|0x20 >= 'a' && left[0]|0x20 <= 'z') {
				t.Fatalf("%q became %q, of another host", text, safe)
			}
			rest = after
		}
		if again := links.SafeWords(safe, []string{"panel.example"}); again != safe {
			t.Fatalf("%q becomes %q, then %q", text, safe, again)
		}
	})
}
