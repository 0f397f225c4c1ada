package titles

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// greetings are openings of messages, alone or with a name.
func greetings() []string {
	return []string{
		"hi", "hello", "hey", "dear", "good morning", "good afternoon", "good evening",
		"hallo", "guten morgen", "guten tag", "guten abend", "liebe", "lieber", "liebes", "moin", "servus", "grüezi",
		"bonjour", "bonsoir", "salut", "cher", "chère", "coucou",
		"hola", "buenos días", "buenas tardes", "buenas noches", "buenas", "querido", "querida", "estimado", "estimada",
	}
}

// courtesies stand before a request and are no part of it.
func courtesies() []string {
	return []string{
		"please", "pls", "kindly", "can you", "could you", "would you", "will you", "can we", "could we", "i want you to", "i need you to", "i would like you to", "i'd like you to", "i’d like you to",
		"bitte", "kannst du", "könntest du", "würdest du", "können sie", "könnten sie", "würden sie", "mal", "doch", "uns", "mir",
		"s'il te plaît", "s’il te plaît", "s'il vous plaît", "s’il vous plaît", "stp", "svp", "peux-tu", "pourrais-tu", "pouvez-vous", "pourriez-vous", "tu peux", "vous pouvez", "est-ce que tu peux", "est-ce que vous pouvez",
		"por favor", "puedes", "podrías", "puede", "podría", "pueden", "podrían", "quiero que", "me gustaría que",
	}
}

// Names that follow a greeting are short.
const (
	nameWords = 3
	nameLong  = 30
)

// withoutOpening is a line without its greeting and its courtesies, and tells whether it had any of these. Where nothing else is there
// they stay.
func withoutOpening(line string) (request string, polite bool) {
	rest, greeted := line, true
	for greeted {
		if rest, greeted = cutOpening(rest, greetings()); greeted {
			rest = withoutName(rest)
		}
	}
	request = rest
	for more := true; more; polite = polite || more {
		request, more = cutOpening(request, courtesies())
	}
	if !strings.ContainsFunc(request, says) {
		return rest, false
	}
	return request, polite
}

// cutOpening takes the longest of some openings, which are in small letters, off the front of a line, with what stands between it and the
// rest.
func cutOpening(line string, openings []string) (string, bool) {
	start, cut := strings.TrimLeft(line, "¿¡ "), 0
	for _, o := range openings {
		if len(o) <= cut || len(start) < len(o) || !strings.EqualFold(start[:len(o)], o) {
			continue
		}
		rest := start[len(o):]
		next, _ := utf8.DecodeRuneInString(rest)
		if rest != "" && (unicode.IsLetter(next) || unicode.IsNumber(next) || next == '-' || next == '\'' || next == '’') {
			continue // it only begins like one: “Hide”, “Mallorca”
		}
		cut = len(o)
	}
	if cut == 0 {
		return line, false
	}
	return strings.TrimLeft(start[cut:], " \t,.!:;–—-"), true
}

// withoutName takes the name off what follows a greeting, where a mark ends it or the line does.
func withoutName(line string) string {
	end := strings.IndexAny(line, ",.!:;–—")
	if end < 0 {
		end = len(line)
	}
	name := line[:end]
	if len(strings.Fields(name)) > nameWords || utf8.RuneCountInString(name) > nameLong || strings.ContainsFunc(name, unicode.IsNumber) {
		return line
	}
	return strings.TrimLeft(line[end:], " \t,.!:;–—-")
}
