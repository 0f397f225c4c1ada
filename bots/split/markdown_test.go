package split_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/split"
)

// wordsOf are the words of Markdown, without what marks it up.
func wordsOf(pieces ...string) []string {
	marks := strings.NewReplacer("`", " ", "~", " ", ">", " ", "|", " ", "\u200b", "")
	return strings.Fields(marks.Replace(strings.Join(pieces, "\n")))
}

// leaks tells whether what follows a piece would be read as a part of its last block.
func leaks(piece string) bool {
	src := []byte(piece + "\n\nsentinel")
	last := goldmark.New().Parser().Parse(gmtext.NewReader(src)).LastChild()
	p, ok := last.(*ast.Paragraph)
	return !ok || string(p.Lines().Value(src)) != "sentinel"
}

// fencesBalance tells whether a reader that knows only lines finds every fence closed.
func fencesBalance(piece string) bool {
	open := ""
	for l := range strings.SplitSeq(piece, "\n") {
		l = strings.TrimLeft(l, " >-") // a list may begin with a fence
		run := l[:len(l)-len(strings.TrimLeft(l, firstOf(l)))]
		switch {
		case len(run) < 3 || run[0] != '`' && run[0] != '~':
		case open == "" && (run[0] == '~' || !strings.Contains(l[len(run):], "`")):
			open = run
		case open != "" && strings.HasPrefix(run, open) && strings.TrimSpace(l) == run:
			open = ""
		}
	}
	return open == ""
}

func firstOf(s string) string {
	if s == "" {
		return " "
	}
	return s[:1]
}

func checkPieces(t *testing.T, text string, units int) []string {
	t.Helper()
	pieces := split.Markdown(text, units)
	for i, p := range pieces {
		switch {
		case bots.Width(p) > units:
			t.Errorf("piece %d has %d of %d units", i, bots.Width(p), units)
		case strings.TrimSpace(p) == "":
			t.Errorf("piece %d is empty", i)
		case leaks(p):
			t.Errorf("piece %d leaves something open:\n%s", i, p)
		case !fencesBalance(p):
			t.Errorf("piece %d leaves a fence open:\n%s", i, p)
		}
	}
	return pieces
}

func TestATextThatFitsStaysAsItIs(t *testing.T) {
	for _, text := range []string{"hello", "# Title\n\n- a\n- b\n\n```go\nx()\n```\n\nend", "| a | b |\n|---|---|\n| 1 | 2 |"} {
		if got := split.Markdown(text, 200); len(got) != 1 || got[0] != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := split.Markdown("before\n\n```go\nx()", 200); cmp.Diff(got, []string{"before\n\n```go\nx()\n```"}) != "" {
		t.Errorf("a fence left open became %q", got)
	}
	if got := split.Markdown(" \n\n", 200); len(got) != 0 {
		t.Errorf("nothing became %q", got)
	}
}

func TestCodeIsFencedAgainInEveryPiece(t *testing.T) {
	for _, run := range []string{"```", "~~~", "`````", "~~~~"} {
		var code []string
		for i := range 40 {
			code = append(code, fmt.Sprintf("line(%d)", i))
		}
		code[20] = "```"[:min(3, len(run)-1)] + " not the end"
		pieces := checkPieces(t, "Look:\n\n"+run+"go\n"+strings.Join(code, "\n")+"\n"+run+"\n\nDone.", 160)
		if len(pieces) < 3 {
			t.Fatalf("%s: %d pieces", run, len(pieces))
		}
		var got []string
		for _, p := range pieces {
			if strings.Contains(p, "line(") && !strings.Contains(p, run+"go\n") {
				t.Errorf("%s: not opened again:\n%s", run, p)
			}
			for l := range strings.SplitSeq(p, "\n") {
				if strings.HasPrefix(l, "line(") || strings.HasSuffix(l, "not the end") {
					got = append(got, l)
				}
			}
		}
		if diff := cmp.Diff(code, got); diff != "" {
			t.Errorf("%s: the code has changed:\n%s", run, diff)
		}
	}
}

func TestATableRepeatsItsHeader(t *testing.T) {
	rows := []string{"| name | number |", "|---|---:|"}
	for i := range 30 {
		rows = append(rows, fmt.Sprintf("| row %d | %d |", i, i))
	}
	pieces := checkPieces(t, "Numbers:\n"+strings.Join(rows, "\n")+"\n\nThat is all.", 200)
	n := 0
	for _, p := range pieces {
		if !strings.Contains(p, "| row") {
			continue
		}
		n += strings.Count(p, "| row")
		if !strings.Contains(p, "| name | number |\n|---|---:|\n| row") {
			t.Errorf("no header:\n%s", p)
		}
	}
	if n != 30 {
		t.Errorf("%d rows", n)
	}
}

func TestALinkIsNeverCut(t *testing.T) {
	link := "[a text of several words](https://example.org/some/where?and=how)"
	text := strings.Repeat("These are words. ", 5) + link
	for n := 100; n < 200; n++ {
		pieces := checkPieces(t, text+strings.Repeat(" more words", 20), n)
		if !strings.Contains(strings.Join(pieces, "\n\n"), link) {
			t.Fatalf("cut at %d: %q", n, pieces)
		}
	}
}

func TestAListGoesOnByItsItems(t *testing.T) {
	var items []string
	for i := range 12 {
		items = append(items, fmt.Sprintf("1. item %d\n   - nested one of %d\n   - nested two of %d\n\n     ```sh\n     run %d\n     ```", i, i, i, i))
	}
	pieces := checkPieces(t, strings.Join(items, "\n"), 220)
	for i, p := range pieces[1:] {
		if strings.HasPrefix(p, "1. ") {
			t.Errorf("piece %d counts from the beginning again:\n%s", i+1, p)
		}
	}
	if !strings.Contains(pieces[len(pieces)-1], "12. item 11\n    - nested one") {
		t.Errorf("the last piece is\n%s", pieces[len(pieces)-1])
	}
	long := "- " + strings.Repeat("short words ", 30) + "\n\n  ```\n  " + strings.Repeat("code\n  ", 60) + "```\n- next"
	checkPieces(t, long, 150)
}

// anyMarkdown writes random Markdown of every kind of block; every word is there once.
func anyMarkdown(r *rand.Rand, depth int, word func() string) string {
	line := func() string {
		var ws []string
		for range 1 + r.IntN(25) {
			w := word()
			switch r.IntN(14) {
			case 0:
				w = "**" + w + " " + word() + "**"
			case 1:
				w = "`" + w + " " + word() + "`"
			case 2:
				w = "[" + w + " " + word() + "](https://example.org/" + word() + ")"
			case 3:
				w += "."
			case 4:
				w = "🙂" + w
			}
			ws = append(ws, w)
		}
		return strings.Join(ws, " ")
	}
	var blocks []string
	for range 1 + r.IntN(5) {
		switch k := r.IntN(9); {
		case k == 0:
			run := []string{"```", "~~~", "`````"}[r.IntN(3)]
			var ls []string
			for range 1 + r.IntN(20) {
				ls = append(ls, strings.Repeat(" ", r.IntN(6))+word()+"("+word()+")")
			}
			blocks = append(blocks, run+"go\n"+strings.Join(ls, "\n")+"\n"+run)
		case k == 1:
			rows := []string{"| head | tail |\n|---|---|"}
			for range 1 + r.IntN(12) {
				rows = append(rows, "| "+word()+" | "+word()+" |")
			}
			blocks = append(blocks, strings.Join(rows, "\n"))
		case k == 2:
			blocks = append(blocks, strings.Repeat("#", 1+r.IntN(3))+" "+line())
		case k < 5 && depth < 3:
			var items []string
			for range 1 + r.IntN(6) {
				inner := anyMarkdown(r, depth+1, word)
				items = append(items, "- "+strings.ReplaceAll(inner, "\n", "\n  "))
			}
			blocks = append(blocks, strings.Join(items, "\n"))
		case k == 5 && depth < 3:
			blocks = append(blocks, "> "+strings.ReplaceAll(anyMarkdown(r, depth+1, word), "\n", "\n> "))
		case k == 6:
			blocks = append(blocks, "paragraph\n"+line()+"\n"+line())
		default:
			blocks = append(blocks, line())
		}
	}
	return strings.Join(blocks, "\n\n")
}

// meaning drops what pieces repeat and what numbers or marks them.
func meaning(words []string) map[string]int {
	out := map[string]int{}
	for _, w := range words {
		for _, part := range strings.FieldsFunc(w, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }) {
			if strings.HasPrefix(part, "w") && len(part) > 1 {
				out[part]++
			}
		}
	}
	return out
}

func TestPiecesOfAnyMarkdownFitAreClosedAndLoseNoWord(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 0
		text := anyMarkdown(r, 0, func() string { n++; return fmt.Sprintf("w%d", n) })
		units := 100 + r.IntN(500)
		pieces := checkPieces(t, text, units)
		if diff := cmp.Diff(meaning(wordsOf(text)), meaning(wordsOf(pieces...))); diff != "" {
			t.Errorf("seed %d, %d units: words have changed:\n%s\n%s", seed, units, diff, text)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %d units:\n%s", seed, units, text)
		}
	}
}

func TestTextThatIsHardlyMarkdownIsDividedToo(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("x", 1000), strings.Repeat("🙂", 500), strings.Repeat("`", 1000), strings.Repeat("~~~ ", 300),
		strings.Repeat("```\n", 301), strings.Repeat("> ", 200) + "deep", strings.Repeat("- ", 300) + "deep",
		"<div>\n" + strings.Repeat("```\n", 100) + "</div>", strings.Repeat("[", 1000), "``` a`b " + strings.Repeat("word ", 100),
		"```" + strings.Repeat(" info", 100) + "\ncode\n```", strings.Repeat("    indented ```\n", 60), "a\r\n\r\n```\r\nb\r\n" + strings.Repeat("c\r\n", 90),
		"| " + strings.Repeat("long cell ", 40) + "|\n|---|\n" + strings.Repeat("| x |\n", 20), "\xff\xfe" + strings.Repeat("é", 400),
		strings.Repeat("`````````````````````````````````````````````````````````````````````````````\n", 20),
		"[" + strings.Repeat("text ", 60) + "](https://example.org/" + strings.Repeat("a", 300) + ")",
	} {
		pieces := checkPieces(t, text, 120)
		if len(pieces) == 0 {
			t.Errorf("%.40q became nothing", text)
		}
		if t.Failed() {
			t.Fatalf("%.60q", text)
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	f.Add("- a\n  ```\n  b\n> c\n~~~", 100)
	f.Add("| a |\n|-|\n| b |", 120)
	f.Fuzz(func(t *testing.T, text string, units int) {
		if len(text) > 4000 {
			return
		}
		units = 100 + (units%400+400)%400
		for _, p := range split.Markdown(text, units) {
			if bots.Width(p) > units || strings.TrimSpace(p) == "" {
				t.Errorf("%d of %d units: %q", bots.Width(p), units, p)
			}
		}
	})
}
