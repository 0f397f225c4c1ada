package agents

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// token is a word of a message, a pause between words, or a sign that says yes.
type token struct {
	word  string // as [folded] writes it, without slips
	raw   string // as it was written, in small letters
	pause rune
	sign  bool
	name  bool // of an agent
}

// unfinished tells whether a message that ends so goes on in another.
func (t token) unfinished() bool { return strings.ContainsRune(",:;-–—", t.pause) && t.pause != 0 }

// The signs that people use beside words, also as Slack names them.
const (
	yesSigns   = "👍 ✅ ✔ ☑ ✓ 👌 🚀 :+1: :thumbsup: :white_check_mark: :heavy_check_mark: :ballot_box_with_check: :ok_hand: :rocket:"
	kindSigns  = "🙏 😊 🙂 😀 😃 😄 😁 🤗 🎉 🥳 👏 🙌 💪 ❤ ♥ 💙 💚 💛 🧡 💜 ✨ ⭐ 🌟 🔥 😍 🤩 🤝 🫶 ☺ 😎 💯 ☀ 🎊 👋 🌸 🍀 " + kindNamed + " " + kindDrawn
	kindNamed  = ":pray: :blush: :slightly_smiling_face: :grinning: :smiley: :smile: :grin: :hugging_face: :tada: :partying_face: :clap: :raised_hands: :muscle: :heart: :sparkles: :star: :star2: :fire: :heart_eyes: :handshake: :relaxed: :sunglasses: :100: :wave: :sunny: :confetti_ball:"
	kindDrawn  = ":) :-) =) :D :-D <3"
	ofSigns    = "\ufe0f \ufe0e \U0001f3fb \U0001f3fc \U0001f3fd \U0001f3fe \U0001f3ff ::skin-tone-2: ::skin-tone-3: ::skin-tone-4: ::skin-tone-5: ::skin-tone-6:"
	signOfYes  = '✓'
	asLineEnds = ".!;\n"
)

// tokensOf are the words, pauses and signs of what is [ownWords]. It gives false where there is anything else: a sign that nobody knows, a
// number with its hash sign apart, or dots that leave something open.
func (v Vocabulary) tokensOf(said string) (out []token, ok bool) {
	said = signs().Replace(said)
	for i := 0; i < len(said); {
		r, n := utf8.DecodeRuneInString(said[i:])
		switch {
		case r == signOfYes, strings.HasPrefix(said[i:], "+1") && !wordyAt(said, i+2):
			out = append(out, token{sign: true})
			if r == '+' {
				n++
			}
		case isWordy(r), (r == '@' || r == '#') && wordyAt(said, i+n):
			n = wordAt(said, i, n)
			out = append(out, v.tokenOf(said[i:i+n]))
			if strings.HasPrefix(said[i+n:], ")") && unicode.IsDigit(r) {
				n++ // "2)"
			}
		case r == '.' && strings.HasPrefix(said[i+n:], "."):
			return nil, false
		case strings.ContainsRune(asLineEnds+",:-–—&", r):
			out = append(out, token{pause: r})
		case r != '¡' && r != '*' && r != '_' && r != '\'' && !unicode.IsSpace(r):
			return nil, false
		}
		i += n
	}
	return breaths(out), true
}

// breaths are the tokens with one pause where there are several, and none before anything was said.
func breaths(all []token) []token {
	var out []token
	for _, t := range all {
		switch {
		case t.pause == '&':
			t = token{word: "and", raw: "&"}
		case t.pause != 0 && len(out) == 0 && t.pause == '\n':
			continue
		case t.pause != 0 && len(out) > 0 && out[len(out)-1].pause != 0:
			if out[len(out)-1].pause == '\n' {
				out[len(out)-1] = t
			}
			continue
		}
		out = append(out, t)
	}
	return out
}

// signs write those that say yes as one, and leave out the friendly ones.
var signs = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for sign := range strings.FieldsSeq(yesSigns) {
		pairs = append(pairs, sign, " "+string(signOfYes)+" ")
	}
	for sign := range strings.FieldsSeq(kindSigns) {
		pairs = append(pairs, sign, " ")
	}
	for sign := range strings.FieldsSeq(ofSigns) {
		pairs = append(pairs, sign, "")
	}
	return strings.NewReplacer(pairs...)
})

func wordyAt(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[min(i, len(text)):])
	return isWordy(r)
}

// wordAt returns how long the word at i is, whose first sign has n bytes: hyphens and apostrophes between letters belong to it.
func wordAt(text string, i, n int) int {
	for i+n < len(text) {
		r, size := utf8.DecodeRuneInString(text[i+n:])
		inside := strings.ContainsRune("'-’_@.", r) && wordyAt(text, i+n+size)
		if !isWordy(r) && !inside {
			break
		}
		n += size
	}
	return n
}

func (v Vocabulary) tokenOf(raw string) token {
	raw = strings.ToLower(strings.ReplaceAll(raw, "’", "'"))
	word := v.meant(folded(raw))
	return token{word: word, raw: raw, name: v.isName(word)}
}
