package assent

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Yeses returns n plain yeses of the four languages in turn, with what people write around them: a name, please, thanks,
// punctuation, upper and lower case, and a typo in every fourth.
func Yeses(n int, seed uint64) []Words {
	r, all := rand.New(rand.NewPCG(seed, 7)), languages()
	out, seen := make([]Words, 0, n), map[string]bool{}
	for len(out) < n {
		w := all[len(out)%len(all)].yes(r)
		if len(out)/len(all)%4 == 3 {
			w.Text, w.Kind = slip(r, w.Text), "slip"
		}
		if !seen[w.Text] {
			out, seen[w.Text] = append(out, w), true
		}
	}
	return out
}

// yes makes one of the language's.
func (p *pieces) yes(r *rand.Rand) Words {
	w := Words{Language: p.language, Kind: "plain"}
	some := func(of []piece, in int) string {
		if r.IntN(in) > 0 || len(of) == 0 {
			return ""
		}
		c := of[r.IntN(len(of))]
		w.Held = w.Held || c.held
		return c.text
	}
	said := some(p.plain, 1)
	if greet := some(p.greets, 5); greet != "" {
		said = greet + pick(r, ", ", " ", ": ") + said
	}
	if please := some(p.please, 3); please != "" {
		said += pick(r, " ", ", ") + please
	}
	if thanks := some(p.thanks, 3); thanks != "" {
		said += pick(r, ", ", " ", ". ", "! ") + thanks
	}
	if r.IntN(5) == 0 {
		said += pick(r, ", ", " ") + pick(r, "Hans", "Dana")
	}
	said = pick(r, said, said, strings.ToLower(said), strings.ToUpper(said), capital(said))
	if r.IntN(4) == 0 {
		said += " " + pick(r, "🙏", "🙂", "👍", "🎉", ":pray:", ":+1:", "😊", "👍🏼", ":)", "❤️", "🚀")
	} else {
		said += pick(r, "", "", "!", ".", "!!")
	}
	w.Text = said
	return w
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

func capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(string(first)) + text[n:]
}

// slip writes one word of four letters or more with a slip of the finger: two letters change places, one is left out, doubled, or the
// key beside is hit.
func slip(r *rand.Rand, text string) string {
	said, runs, from := []rune(text), [][2]int{}, 0
	for i := 0; i <= len(said); i++ {
		if i < len(said) && unicode.IsLetter(said[i]) {
			continue
		}
		if i-from >= 4 && (from == 0 || said[from-1] != ':') {
			runs = append(runs, [2]int{from, i})
		}
		from = i + 1
	}
	if len(runs) == 0 {
		return text
	}
	run := runs[r.IntN(len(runs))]
	i := run[0] + 1 + r.IntN(run[1]-run[0]-2)
	switch r.IntN(4) {
	case 0:
		said[i], said[i+1] = said[i+1], said[i]
	case 1:
		said = slices.Delete(said, i, i+1)
	case 2:
		said = slices.Insert(said, i, said[i])
	default:
		said[i] = beside(r, said[i])
	}
	return string(said)
}

// beside is the key to the right of a letter's.
func beside(r *rand.Rand, c rune) rune {
	for _, row := range []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"} {
		if i := strings.IndexRune(row, c); i >= 0 {
			return rune(row[min(max(i-1+2*r.IntN(2), 0), len(row)-1)])
		}
	}
	return c
}
