package links_test

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/aisteam/aisteam/bots/links"
)

func TestLinksLeadWhereTheySayAndOnlyToAllowedHosts(t *testing.T) {
	hosts := []string{"panel.example", ".shop.example"}
	for in, want := range map[string]string{
		"plain words: nothing":                                                                "plain words: nothing",
		"[the bank](https://evil.example/login)":                                              "the bank (`https://evil.example/login`)",
		"[https://bank.example](https://evil.example)":                                        "`https://bank.example` (`https://evil.example`)",
		"[https://evil.example](https://evil.example)":                                        "`https://evil.example`",
		"see https://evil.example/a?b=c. And www.evil.example":                                "see `https://evil.example/a?b=c`. And `www.evil.example`",
		"<https://evil.example|Sign in>":                                                      "<`https://evil.example`|Sign in>",
		"say \"https://evil.example/x\" x:ftp://evil.example":                                 "say \"`https://evil.example/x`\" `x:ftp://evil.example`",
		"<https://evil.example>":                                                              "`https://evil.example`",
		"[run](javascript:alert(1))":                                                          "run",
		"[open](slack://user?team=T1) [d](data:text/html,x)":                                  "open d",
		"[here](/relative)":                                                                   "here",
		"![pixel](https://evil.example/p.png)":                                                "pixel (`https://evil.example/p.png`)",
		"![](https://evil.example/p.png)":                                                     "`https://evil.example/p.png`",
		"[mail us](mailto:a@b.example)":                                                       "mail us (`a@b.example`)",
		"[the page](https://panel.example/c/1)":                                               "[the page](https://panel.example/c/1)",
		"https://eu.shop.example/x":                                                           "https://eu.shop.example/x",
		"https://shop.example.evil.example/x":                                                 "`https://shop.example.evil.example/x`",
		"https://panel.example@evil.example/":                                                 "`https://panel.example@evil.example/`",
		"[bank.example](https://panel.example/x)":                                             "[bank.\u200bexample](https://panel.example/x) (panel.example)",
		"[panel.example/x](https://panel.example/x)":                                          "[panel.example/x](https://panel.example/x)",
		"**[a *b* c](https://evil.example)** d":                                               "**a *b* c (`https://evil.example`)** d",
		"[a `]` b](https://evil.example/x(y)z) c":                                             "a `]` b (`https://evil.example/x(y)z`) c",
		"[a](<https://evil.example/x y> \"(title\") b":                                        "a (`https://evil.example/x y`) b",
		"`https://evil.example` and\n\n```\nhttps://evil.example [x](y)\n```":                 "`https://evil.example` and\n\n```\nhttps://evil.example [x](y)\n```",
		"[one][1] and [two]\n\n[1]: https://evil.example\n[two]: https://panel.example 'x'\n": "one (`https://evil.example`) and [two](https://panel.example)",
		"[![alt](https://evil.example/i.png)](https://panel.example)":                         "[alt (`https://evil.example/i.png`)](https://panel.example) (panel.example)",
		"| [a](https://evil.example/x) | b |\n|---|---|\n| https://evil.example | c |":        "| a (`https://evil.example/x`) | b |\n|---|---|\n| `https://evil.example` | c |",
	} {
		if got := strings.TrimSpace(links.Safe(in, hosts)); got != want {
			t.Errorf("%s\n became %s\n    not %s", in, got, want)
		}
	}
}

// No Markdown gets a foreign address past the rule, as the web's own renderer reads it.
func FuzzSafeLinks(f *testing.F) {
	for _, seed := range []string{"[a](https://evil.example)", "[a[b](https://evil.example)](c)", "<https://evil.example>", "[x]\n\n[x]: https://evil.example", "`[a](https://evil.example`)", "![a](b)[c](d \"e)\")", "\\[a](https://evil.example) [[b](https://evil.example)]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 || strings.Contains(text, "href=") || strings.Contains(text, "src=") {
			return
		}
		var b strings.Builder
		safe := links.Safe(text, []string{"panel.example"})
		if err := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify)).Convert([]byte(safe), &b); err != nil {
			t.Fatal(err)
		}
		html := b.String()
		for _, attribute := range []string{"href=\"", "src=\""} {
			for rest := html; ; {
				_, after, found := strings.Cut(rest, attribute)
				if !found {
					break
				}
				to, tail, _ := strings.Cut(after, "\"")
				if rest = tail; to != "" && !strings.HasPrefix(strings.ToLower(to), "http://panel.example") && !strings.HasPrefix(strings.ToLower(to), "https://panel.example") && !strings.HasPrefix(to, "mailto:") {
					t.Fatalf("%q became %q, which leads to %q", text, safe, to)
				}
			}
		}
	})
}
