package links_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/aisteam/aisteam/bots/links"
)

// linksShown are the addresses that somebody who reads the text can open: links, and names of hosts that platforms make links
// of by themselves.
func linksShown(markdown string) []string {
	src := []byte(markdown)
	var out []string
	add := func(address string) {
		if !slices.Contains(out, address) {
			out = append(out, address)
		}
	}
	bare := regexp.MustCompile(`(?:[^\s@:/]+@)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.(?:example|com|md)\b(?:/[^\s` + "`" + `]*)?`)
	doc := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify)).Parser().Parse(gmtext.NewReader(src))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.AutoLink:
			add(string(n.URL(src)))
		case *ast.Link:
			add(string(n.Destination))
		case *ast.Image:
			add(string(n.Destination))
		case *ast.CodeSpan:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			for _, name := range bare.FindAllString(string(n.Segment.Value(src)), -1) {
				add(name)
			}
		}
		return ast.WalkContinue, nil
	})
	return out
}

// ours tells whether an address may be led to whatever the text is.
func ours(link string) bool {
	return regexp.MustCompile(`^(?:https?://)?shop\.example(?:/|$)|^mailto:|^[^/]*@`).MatchString(link)
}

var allowed = []string{"shop.example"}

// pieces are what a model that was told to mislead people writes.
func pieces() []string {
	return []string{
		"[your bank](https://evil.example/login)", "[your *own* bank](<https://evil.example/a b> \"title\")", "![a picture](https://evil.example/p.png)",
		"[our shop](https://shop.example/sale)", "[shop.example](https://evil.example)", "<https://evil.example/x>", "https://evil.example/x?y=1", "www.evil.example",
		"evil.example/x", "evil.com", "https://shop.example/a", "shop.example/b", "see README.md", "`https://evil.example`", "`code", "a [bracket", "a ] bracket", "1 < 2", "<b>", "<div>\nhttps://evil.example/in\n",
		"\\[no link](https://evil.example)", "evil\\.com", "evil&#46;com", "**bold", "**", "_", "~~", "\n\n", "\n", "\n- ", "\n1. ", "\n> ", "\n# ", "\n| a | b |\n|---|---|\n| evil.com | [x](https://evil.example) |\n",
		"\n```html\nhttps://evil.example\n```\n", "\n~~~\n[x](https://evil.example)\n~~~\n", "\n```\n", "über", "日本。", "words and words", "a@evil.com", "!", "[", "](", "(", ")", "<", "\\", "`", "``", "[x]", "[x][y]", "HTTPS://EVIL.EXAMPLE",
	}
}

// A draft is seen by people for as long as the answer is written: what the answer will not show, it does not either, wherever
// the model's words are cut.
func TestNoDraftShowsALinkThatTheAnswerDoesNot(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 4))
	all := pieces()
	for round := range 500 {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(all[r.IntN(len(all))])
			if r.IntN(3) > 0 {
				b.WriteByte(' ')
			}
		}
		text := b.String()
		final := linksShown(links.Safe(text, allowed))
		for _, link := range final {
			if !ours(link) {
				t.Fatalf("round %d: %q: the answer %q shows %q", round, text, links.Safe(text, allowed), link)
			}
		}
		for cut := 0; cut <= len(text); cut++ {
			draft := links.SafeDraft(text[:cut], allowed)
			for _, link := range linksShown(draft) {
				if !slices.Contains(final, link) && !ours(link) {
					t.Fatalf("round %d: %q cut at %d is drafted as %q, which shows %q; the answer %q shows %q", round, text, cut, draft, link, links.Safe(text, allowed), final)
				}
			}
		}
	}
}

// A stream can only be added to: what a draft shows stays the beginning of what it shows later.
func TestADraftOnlyGrows(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 5))
	all := slices.DeleteFunc(pieces(), func(s string) bool { return s == "[x]" || s == "[x][y]" }) // what they lead to may be said last
	texts, shrunk := 0, 0
	for range 500 {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(all[r.IntN(len(all))] + " ")
		}
		text, was := b.String(), ""
		texts++
		for cut := 0; cut <= len(text); cut++ {
			draft := links.SafeDraft(text[:cut], allowed)
			if !strings.HasPrefix(draft, was) {
				shrunk++
				if shrunk < 4 {
					t.Logf("%q cut at %d: %q was %q", text, cut, draft, was)
				}
				break
			}
			was = draft
		}
	}
	t.Logf("%d of %d texts had to be shown anew", shrunk, texts)
	if shrunk*50 > texts {
		t.Errorf("%d of %d texts had to be shown anew", shrunk, texts)
	}
}

func TestADraftShowsWordsAsTheyCome(t *testing.T) {
	for text, want := range map[string]string{
		"Hello the": "Hello", "Hello there. ": "Hello there.", "See [your ba": "See", "See [your bank](https://evil.example) now ": "See your bank (`https://evil.example`) now",
		"See [your bank]": "See", "Go to https://evil.exa": "Go to", "Go to https://evil.example/ and ": "Go to `https://evil.example/` and",
		"Go to evil.example/x or ": "Go to evil.\u200bexample/x or", "Go to shop.example/x or ": "Go to shop.example/x or",
		"One\n\nTwo [x](y": "One\n\nTwo", "```\na b": "```", "```\na\nb": "```\na", "Use `a b": "Use", "if 1 < 2 then x ": "if 1 < 2 then x",
	} {
		if got := links.SafeDraft(text, allowed); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Slack makes links of names alone, and where it may not hear of ours.
func TestNamesOfHostsAloneAreNoLinks(t *testing.T) {
	for text, want := range map[string]string{
		"go to evil.example/x now": "go to evil.\u200bexample/x now", "evil.com": "evil.\u200bcom", "an e.g. and v1.2.3 and main.go and index.html": "an e.g. and v1.2.3 and main.go and index.html",
		"mail a@evil.com": "mail a@evil.com", "shop.example is ours": "shop.example is ours", "pay at https://shop.example/a.com": "pay at https://shop.example/a.com", "README.md": "README.\u200bmd",
	} {
		if got := links.Safe(text, allowed); got != want {
			t.Errorf("links: %q: %q", text, got)
		}
		if got := links.SafeWords(text, allowed); got != want {
			t.Errorf("words: %q: %q", text, got)
		}
		if got := links.SafeWords(links.SafeWords(text, allowed), allowed); got != want {
			t.Errorf("twice: %q: %q", text, got)
		}
	}
}
