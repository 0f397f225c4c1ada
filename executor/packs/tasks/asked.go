package tasks

import (
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// In these forms people ask for what nouns and verbs do not say.
var (
	editForm     = lazy.Pattern(`(?i)^(?:please\s+)?(?:make|change|move|reschedule|set|edit|update)\s+(?:the|my)\s+(?:background\s+)?(?:task|reminder|schedule)\s+(?:called\s+)?[“"]?(.+?)[”"]?\s*(?:\s+to(?:\s+be)?\s+|:\s*)(.+)$`)
	editIt       = lazy.Pattern(`(?i)^(?:please\s+)?(?:make|change|move|reschedule|set|edit|update)\s+(?:the|my)\s+(?:background\s+)?(?:task|reminder|schedule)(?:\s+to(?:\s+be)?\s*:?\s+|:\s*)(.+)$`)
	insteadForm  = lazy.Pattern(`(?i)^(?:please\s+)?((?:make|move|change|set)\s+it\s+.+|(?:every|each|at|on|jeden|chaque|cada)\s+.+)\s+instead[.!]*$`)
	runNowForm   = lazy.Pattern(`(?i)\b(?:run|start|trigger)\s+(?:the\s+|my\s+)?(?:background\s+)?task\s+(.+?)\s+(?:right\s+)?now\b`)
	eventForm    = lazy.Pattern(`(?i)^\s*(?:when(?:ever)?|each time|every time)\s+([^,]{0,80}?\b(?:tells? (?:me |us |you )?of|web ?hooks?|hooks?|events?)\b[^,]{0,80}),\s*(.+)$`)
	reminderForm = lazy.Pattern(`(?i)^(?:remind me|erinnere mich|rappelle-moi|recuérdame) ?: *(.+)$`)
)

// edit is what is to be different about a task; "" for the one that is spoken of.
type edit struct{ task, change string }

// editOf reads a request that something be different about a task.
func editOf(request string) (edit, bool) {
	request = strings.TrimSpace(request)
	if task, says := background.SaysAllow(request); says {
		return edit{task: task, change: request}, true
	}
	if m := editIt().FindStringSubmatch(request); m != nil {
		return edit{change: m[1]}, true
	}
	if m := editForm().FindStringSubmatch(request); m != nil {
		return edit{unquoted(m[1]), m[2]}, true
	}
	if m := insteadForm().FindStringSubmatch(request); m != nil {
		recurring := assistant.BackgroundTask{Kind: assistant.BackgroundRecurring, Schedule: "0 0 * * *"}
		if _, err := background.ReadEdit(recurring, m[1], time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), ""); err == nil {
			return edit{change: m[1]}, true
		}
	}
	return edit{}, false
}

// runNowOf reads a request that a task begin at once. What somebody says with nothing else is done before it comes to a plan.
func runNowOf(request string) (task string, ok bool) {
	if task, ok := background.ReadRunNow(request); ok {
		return task, true
	}
	m := runNowForm().FindStringSubmatch(request)
	if m == nil {
		return "", false
	}
	return unquoted(m[1]), true
}

// unquoted is a text without quotes and marks around it.
func unquoted(text string) string {
	return strings.Trim(strings.Trim(text, " \t\r\n.,;:!"), `"“”'«»`)
}
