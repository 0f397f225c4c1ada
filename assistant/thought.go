package assistant

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// maxThought bounds a line of thinking, in characters.
const maxThought = 300

// SafeThought is a line of thinking as it may be kept and shown (seed 000 §17.6): one line of what can be observed, without secrets,
// instructions to models and a model's own reasoning. Every line of thinking passes it before it is stored, whoever has written it.
func SafeThought(text string) string {
	line := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))), " ")
	if aloud().MatchString(line) {
		return "One step of the work was thought through."
	}
	line = keyed().ReplaceAllString(line, "[hidden]")
	line = named().ReplaceAllString(line, "$1$2[hidden]")
	if runes := []rune(line); len(runes) > maxThought {
		line = strings.TrimSpace(string(runes[:maxThought-1])) + "…"
	}
	return line
}

// SafeLine is [SafeThought] of a sentence, with what it was made of where nothing had to be taken out of it.
func SafeLine(s Sentence) (line string, said Sentences) {
	if line = SafeThought(s.String()); line == s.String() {
		said = SaidAs("content", s)
	}
	return line, said
}

// aloud matches text that must not be shown as thinking: first-person reasoning, guesses at people's motives, and instructions.
var aloud = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)<think>|\b(?:i (?:think|guess|suspect|wonder|assume|should probably|need to figure)|let me (?:think|reason|reconsider)|hmm+,|wait, |as an ai\b|chain of thought|` +
		`my (?:instructions|system prompt|reasoning|training)|(?:the )?system prompt|ignore (?:all|the|previous) (?:rules|instructions)|` +
		`the (?:user|person) (?:probably|seems|is trying|wants me))`)
})

// keyed finds keys by how they look.
var keyed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:sk|pk|rk|xox[abeprs]|ghp|gho|ghs|glpat|AKIA|AIza|ya29|eyJ)[A-Za-z0-9_.\-]{12,}|(?i:bearer)\s+[A-Za-z0-9_.\-+/=]{8,}|\b[A-Fa-f0-9]{40,}\b`)
})

// named finds secrets by what they are called.
var named = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(password|passwd|passwort|kennwort|mot de passe|contraseña|secret|api[ _-]?key|access[ _-]?token)(\s*[:=]\s*)\S+`)
})
