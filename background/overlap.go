package background

import (
	"regexp"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/assistant"
)

// overlapForms are the words for each way to go on while the time before is at work, in the languages that people are answered in.
// They say both, when and what: either alone is as often about what the task looks at.
var overlapForms = sync.OnceValue(func() map[assistant.Overlap]*regexp.Regexp {
	const still = `(?:(?:if|when|while) (?:it|this one|the (?:last|previous) (?:one|time|run)|the time before)(?: is|'s|’s)? still (?:runs|running|at work|working|going)` +
		`|(?:wenn|falls|solange) (?:es|sie|er|das letzte mal|der letzte lauf|das mal davor) noch (?:läuft|arbeitet|am laufen ist)` +
		`|(?:si |quand |s['’])(?:elle|il|ça|la fois (?:précédente|d['’]avant)) (?:est encore en cours|est toujours en cours|tourne encore|tourne toujours)` +
		`|(?:si|cuando|mientras) (?:(?:aún|todavía) (?:está en marcha|está en curso|corre|se está ejecutando)|sigue (?:en marcha|en curso|corriendo|ejecutándose)))`
	out := map[assistant.Overlap]*regexp.Regexp{}
	for way, words := range map[assistant.Overlap]string{
		assistant.OverlapSkip: `(?:skip|leave)(?: it| this time| this one| the next(?: one| time)?)?(?: out)?|(?:überspring|überspringe)(?: es| sie| ihn)?|lass(?: es| sie| ihn)? aus` +
			`|saute(?:-la|-le)?|laisse-l[ae] de côté|sálta(?:lo|la|telo|tela)|omítel[oa]`,
		assistant.OverlapQueue: `queue(?: it| this one| the next(?: one| time)?)?(?: up)?|(?:stell|stelle|reih|reihe)(?: es| sie| ihn) (?:hinten an|an|ein)|mets-l[ae] en file(?: d['’]attente)?` +
			`|p[oó]nl[oa] en (?:la )?cola`,
		assistant.OverlapReplace: `start (?:it )?over|(?:fang|fange|beginn|beginne)(?: es| sie| ihn)? (?:von vorne?|neu)(?: an)?|recommence(?:-la|-le)?|empieza de nuevo|vuelve a empezar`,
	} {
		out[way] = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:` + still + `,?(?: then| dann| alors| entonces)? (?:` + words + `)|(?:` + words + `),? ` + still + `)(?:[^\p{L}]|$)`)
	}
	return out
})

// SaidOverlap is how a request wishes to go on while the time before is at work; "" where it says nothing of it, or more than one.
func SaidOverlap(words string) assistant.Overlap {
	words = strings.Join(strings.Fields(words), " ")
	var said assistant.Overlap
	for way, form := range overlapForms() {
		switch {
		case !form.MatchString(words):
		case said != "":
			return ""
		default:
			said = way
		}
	}
	return said
}

// onlyOverlap reads words that say that and nothing else.
func onlyOverlap(words string) (assistant.Overlap, bool) {
	way := SaidOverlap(words)
	if way == "" {
		return "", false
	}
	rest := overlapForms()[way].ReplaceAllString(words, "")
	return way, strings.Trim(rest, " ,.!") == ""
}

// OverlapWords say how a task goes on while the time before is at work.
func OverlapWords(o assistant.Overlap) assistant.Sentence {
	switch o {
	case assistant.OverlapQueue:
		return assistant.Say("the next begins after it")
	case assistant.OverlapReplace:
		return assistant.Say("what is at work is stopped, and what waits for a decision is withdrawn")
	case assistant.OverlapSkip:
	}
	return assistant.Say("the next is left out")
}

// overlapSaid are words that are read as a way to go on.
func overlapSaid(o assistant.Overlap) string {
	switch o {
	case assistant.OverlapQueue:
		return "if it still runs, queue it"
	case assistant.OverlapReplace:
		return "if it still runs, start over"
	case assistant.OverlapSkip:
	}
	return "if it still runs, skip it"
}
