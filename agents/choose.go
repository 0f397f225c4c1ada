package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Choice is what a message decides of what stood open before it.
type Choice struct {
	Reply   Reply
	Subject int  // which of the subjects a yes or no is about; -1 for none
	Named   bool // the words name it
	Unclear bool // a yes or no that could be about several subjects
}

// Choose reads a message as a yes or no to one of the subjects that stood open before it. Where several did, only words that
// name one of them alone decide it. Everything else is a reply without a subject.
func Choose(text string, open []assistant.Subject) Choice {
	reply := ReadReply(text)
	none := Choice{Reply: reply, Subject: -1}
	var named []Choice
	for i := range open {
		if r, ok := naming(text, open, i); ok {
			named = append(named, Choice{Reply: r, Subject: i, Named: true})
		}
	}
	switch {
	case len(named) == 1:
		return named[0]
	case len(named) > 1:
		none.Unclear = true
	case reply.Intent != ReplyYes && reply.Intent != ReplyNo || len(open) == 0:
	case len(open) > 1:
		none.Unclear = true
	default:
		none.Subject = 0
	}
	return none
}

// naming reads a message that names subject i, by its kind or by words of its title that no other subject has, as the reply
// that is left without these words: "yes, create the page Services" is a yes to “Create the page Services”.
func naming(text string, open []assistant.Subject, i int) (Reply, bool) {
	words := replyWords(strings.TrimSpace(text))
	if len(text) > 200 || asks(text) {
		return Reply{}, false
	}
	own := namesOf(open[i])
	named := slices.ContainsFunc(words, func(w string) bool {
		if !slices.Contains(own, w) {
			return false
		}
		for k, other := range open {
			if k != i && slices.Contains(namesOf(other), w) {
				return false
			}
		}
		return true
	})
	if !named {
		return Reply{}, false
	}
	title := wordsOf(folded(open[i].Title))
	rest := slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains(own, w) || oneOf(w, joints) || slices.Contains(title, w) && (!repliesWith(w, ReplyYes, ReplyNo, ReplyStop) || idle(w))
	})
	r := ReadReply(strings.Join(rest, " "))
	r.Text = strings.TrimSpace(text)
	return r, r.Intent == ReplyYes || r.Intent == ReplyNo
}

// joints are words between the words of a name; they name nothing.
const joints = "the a an to of on at in for from with and page step new"

// namesOf are the words that name a subject: its kind, and its title's words that are part of no reply.
func namesOf(s assistant.Subject) []string {
	names := []string{string(s.Kind)}
	for _, w := range wordsOf(folded(s.Title)) {
		if len(w) > 1 && !oneOf(w, joints) && !repliesWith(w, ReplyYes, ReplyNo, ReplyStop, ReplyUndo, ReplyRetry, ReplyDefault, "") {
			names = append(names, w)
		}
	}
	return names
}

// idle tells whether a word means nothing by itself.
func idle(word string) bool {
	intent, n := longest([]string{word})
	return n == 1 && intent == ""
}

// asks tells whether a message asks: a question is no decision.
func asks(text string) bool { return strings.Contains(text, "?") }
