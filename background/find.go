package background

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Called gives the tasks that words name, by id or by title, among those that somebody may change; an id gives one alone. Where nobody
// is given it looks at all of them.
func Called(all []assistant.BackgroundTask, who assistant.Person, words string) []assistant.BackgroundTask {
	var found []assistant.BackgroundTask
	for _, b := range all {
		switch {
		case who.ID != "" && !b.May(who):
		case string(b.ID) == words:
			return []assistant.BackgroundTask{b}
		case !b.Status.Ended() && alike(b.Title, words):
			found = append(found, b)
		}
	}
	return found
}

// Cancelled gives the tasks that were cancelled and that words name, by id or by title.
func Cancelled(all []assistant.BackgroundTask, words string) (found []assistant.BackgroundTask) {
	for _, b := range all {
		if b.Status == assistant.BackgroundCancelled && (string(b.ID) == words || alike(b.Title, words)) {
			found = append(found, b)
		}
	}
	return found
}

// Spoken gives the task that is spoken of where none is named: the first that tells its results in a conversation, of those that
// somebody has themselves.
func Spoken(all []assistant.BackgroundTask, who assistant.PersonID, in assistant.ConversationID) (assistant.BackgroundTask, bool) {
	for _, b := range Theirs(all, who) {
		if b.Conversation == in && who != "" {
			return b, true
		}
	}
	return assistant.BackgroundTask{}, false
}

// Theirs gives the tasks that somebody has themselves and that have not ended.
func Theirs(all []assistant.BackgroundTask, who assistant.PersonID) []assistant.BackgroundTask {
	var theirs []assistant.BackgroundTask
	for _, b := range all {
		if b.Owner == who && !b.Status.Ended() {
			theirs = append(theirs, b)
		}
	}
	return theirs
}

// alike tells whether words name a title: the same, or its beginning.
func alike(title, words string) bool {
	plain := func(s string) string {
		return strings.ToLower(strings.Trim(strings.Join(strings.Fields(s), " "), " .…\"“”„«»'"))
	}
	t, w := plain(title), plain(words)
	return w != "" && (t == w || len(w) >= 4 && strings.HasPrefix(t, w))
}
