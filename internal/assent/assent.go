// Package assent generates what people write while something waits for their yes, from pieces of a grammar in four languages: words
// around a yes that are no yes, and plain yeses with what people write around them. The rule for words is tried on both. Held-back
// pieces are not looked at while that rule is changed.
package assent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Words are what a person writes.
type Words struct {
	Language string
	Kind     string // of the grammar: "later", "condition", …
	Held     bool   // one of the pieces is held back
	Text     string
}

// piece is a part of a message. Held pieces stand in files of their own.
type piece struct {
	text string
	held bool
}

// pieces are those of one language.
type pieces struct {
	language string
	yeses    []piece            // said where they are none, with something beside them
	numbered []piece            // yeses that name numbers
	tails    map[string][]piece // what stands after a yes and keeps it from being one, by its kind
	heads    map[string][]piece // what stands before one
	whole    map[string][]piece // sounds like a yes and is none
	polite   []piece            // around an aside
	plain    []piece            // yeses that are ones
	please   []piece
	thanks   []piece
	greets   []piece
}

// divides stand between a yes and what belongs to it.
func divides() []string { return []string{", ", " ", ". ", " – ", "\n", "; "} }

// marks are ways to cite or to strike out, with the place of the words.
func marks() []piece {
	return []piece{
		{"> %s", false},
		{"\"%s\"", false},
		{"“%s”", false},
		{"„%s“", false},
		{"«%s»", false},
		{"« %s »", false},
		{"‘%s’", false},
		{"'%s'", false},
		{"`%s`", false},
		{"~%s~", false},
		{"~~%s~~", false},
		{"```%s```", false},
		{"```\n%s\n```", false},
		{">>> %s", false},
		{"&gt; %s", false},
		{"”%s”", true},
		{"›%s‹", true},
		{"「%s」", true},
		{"~~~%s~~~", true},
		{"``%s``", true},
		{"  > %s", true},
		{"＂%s＂", true},
		{"‹%s›", true},
		{"> a\n> %s", true},
	}
}

// questions are marks that ask, of several scripts.
func questions() []piece {
	return []piece{{"?", false}, {"？", false}, {"؟", false}, {" ?", false}, {"?!", false}, {"⁇", true}, {"‽", true}, {"❓", true}, {"՞", true}, {"\u037e", true}, {" ﹖", true}, {"⸮", true}}
}

// opens are ends that announce more.
func opens() []piece {
	return []piece{{",", false}, {"…", false}, {"...", false}, {":", false}, {" –", false}, {" -", true}, {" ..", true}, {";", true}}
}

func languages() []pieces {
	out := []pieces{english(), german(), french(), spanish()}
	for i, held := range []pieces{englishHeld(), germanHeld(), frenchHeld(), spanishHeld()} {
		out[i].add(held)
	}
	return out
}

// add takes pieces over as held back.
func (p *pieces) add(more pieces) {
	hold := func(all []piece) []piece {
		for i := range all {
			all[i].held = true
		}
		return all
	}
	p.yeses, p.numbered, p.polite = append(p.yeses, hold(more.yeses)...), append(p.numbered, hold(more.numbered)...), append(p.polite, hold(more.polite)...)
	p.plain, p.please = append(p.plain, hold(more.plain)...), append(p.please, hold(more.please)...)
	p.thanks, p.greets = append(p.thanks, hold(more.thanks)...), append(p.greets, hold(more.greets)...)
	for _, m := range []struct{ to, of map[string][]piece }{{p.tails, more.tails}, {p.heads, more.heads}, {p.whole, more.whole}} {
		for kind, all := range m.of {
			m.to[kind] = append(m.to[kind], hold(all)...)
		}
	}
}

// list makes pieces of lines.
func list(lines string) (out []piece) {
	for line := range strings.SplitSeq(lines, "|") {
		out = append(out, piece{text: strings.TrimSpace(line)})
	}
	return out
}

// Asides are all words around a yes that are none. They come in a fixed order, shuffled: the first n of them are a sample.
func Asides() []Words {
	var out []Words
	for _, p := range languages() {
		a := asides{pieces: p, seen: map[string]bool{}}
		a.around()
		a.cited()
		for _, kind := range kindsOf(p.whole) {
			for _, w := range p.whole[kind] {
				a.say(kind, w.text, w.held)
			}
		}
		out = append(out, a.out...)
	}
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	return out
}

func kindsOf(of map[string][]piece) []string {
	var kinds []string
	for kind := range of {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return kinds
}

// asides gathers those of one language.
type asides struct {
	pieces

	out  []Words
	seen map[string]bool
}

// say takes words, and the same with a polite word around them.
func (a *asides) say(kind, text string, held bool) {
	a.put(kind, text, held)
	p := a.polite[len(a.out)%len(a.polite)]
	a.put(kind, strings.ReplaceAll(p.text, "%s", text), held || p.held)
}

func (a *asides) put(kind, text string, held bool) {
	if a.seen[text] {
		return
	}
	a.seen[text] = true
	a.out = append(a.out, Words{a.language, kind, held, text})
}

// inOneBreath tells whether a piece makes a yes of one after all, divided from it so: "donc vas-y" says so go ahead, "mach das so" do it like
// that, "yes to all them" wants an of, and "si, ok" is a yes to a no, where "si ok" begins with an if.
func inOneBreath(language, piece, divided string) bool {
	switch language + " " + piece {
	case "fr donc", "es pues", "de na", "de so", "en them":
		return divided == " "
	case "fr si":
		return divided != " "
	default:
		return false
	}
}

// around says each yes with what keeps it from being one after it, and before it.
func (a *asides) around() {
	for _, y := range slices.Concat(a.yeses, a.numbered) {
		for _, kind := range kindsOf(a.tails) {
			for _, t := range a.tails[kind] {
				for _, d := range divides() {
					if inOneBreath(a.language, t.text, d) {
						continue
					}
					a.say(kind, y.text+d+t.text, y.held || t.held)
				}
			}
		}
		for _, kind := range kindsOf(a.heads) {
			for _, h := range a.heads[kind] {
				for _, d := range []string{", ", " ", "\n"} {
					if inOneBreath(a.language, h.text, d) {
						continue
					}
					a.say(kind, h.text+d+y.text, y.held || h.held)
				}
			}
		}
	}
}

// cited cites each yes, asks it, and leaves it open.
func (a *asides) cited() {
	for _, y := range slices.Concat(a.yeses, a.numbered) {
		for _, m := range marks() {
			a.say("cited", fmt.Sprintf(m.text, y.text), y.held || m.held)
		}
		for _, q := range questions() {
			a.say("asked", y.text+q.text, y.held || q.held)
		}
		for _, o := range opens() {
			a.put("open", y.text+o.text, y.held || o.held)
		}
	}
}
