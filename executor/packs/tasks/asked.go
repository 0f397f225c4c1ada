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
	editForm     = lazy.Pattern(`(?i)^(?:please\s+)?(?:make|change|move|reschedule|set|edit|update)\s+(?:the|my)\s+(?:background\s+)?(?:task|reminder|schedule|automation)\s+(?:called\s+)?[“"]?(.+?)[”"]?\s*(?:\s+to(?:\s+be)?\s*:?\s+|:\s*)(.+)$`)
	editIt       = lazy.Pattern(`(?i)^(?:please\s+)?(?:make|change|move|reschedule|set|edit|update)\s+(?:the|my)\s+(?:background\s+)?(?:task|reminder|schedule|automation)(?:\s+to(?:\s+be)?\s*:?\s+|:\s*)(.+)$`)
	insteadForm  = lazy.Pattern(`(?i)^(?:please\s+)?((?:make|move|change|set)\s+it\s+.+|(?:every|each|at|on|jeden|chaque|cada)\s+.+)\s+instead[.!]*$`)
	eventForm    = lazy.Pattern(`(?i)^\s*(?:when(?:ever)?|each time|every time)\s+([^,]{0,80}?\b(?:tells? (?:me |us |you )?of|web ?hooks?|hooks?|events?)\b[^,]{0,80}),\s*(.+)$`)
	reminderForm = lazy.Pattern(`(?i)^(?:remind me|erinnere mich|rappelle-moi|recuérdame) ?: *(.+)$`)
)

// change is a request that something be different about a task, "" for the one that is spoken of: in its words, and as they are read.
type change struct {
	task, words string
	edit        background.Edit
}

// changed reads one; its words are "" where a request is none, or makes a task.
func changed(request string) change {
	c := change{words: strings.TrimSpace(request)}
	if task, says := background.SaysAllow(c.words); says && !makes(request) {
		c.task, c.edit.Allows = task, []background.Allow{{What: c.words}}
		return c
	}
	if m := editIt().FindStringSubmatch(c.words); m != nil {
		c.words = m[1]
	} else if m := editForm().FindStringSubmatch(c.words); m != nil {
		c.task, c.words = unquoted(m[1]), m[2]
	} else if m := insteadForm().FindStringSubmatch(c.words); m != nil {
		c.words = m[1]
	} else {
		return change{}
	}
	for _, b := range []assistant.BackgroundTask{{Kind: assistant.BackgroundRecurring, Schedule: "0 0 * * *"}, {Kind: assistant.BackgroundOnce, Due: anyDay()}} {
		var err error
		if c.edit, err = background.ReadEdit(b, c.words, anyDay(), "here"); err == nil && !makes(request) {
			return c
		}
	}
	return change{}
}

// anyDay is a day by which words are read whose moments do not matter.
func anyDay() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }

// settings are the parts that set_task changes. What is due or over is told by the words, as they will be read when it is changed.
func (c change) settings() (map[string]string, bool) {
	e, filled := c.edit, map[string]string{"task": c.task, "title": c.edit.Title, "zone": c.edit.Zone, "overlap": string(c.edit.Overlap)}
	switch {
	case e.Silent != nil && *e.Silent:
		filled["told"] = onlyNews
	case e.Silent != nil:
		filled["told"] = everyTime
	}
	if e.Schedule != "" || !e.Due.IsZero() {
		filled["when"] = c.words
	}
	if e.Endless || e.Times > 0 || !e.Ends.IsZero() {
		filled["until"] = c.words
	}
	return filled, c.words != "" && e.Prompt+e.Channel+string(e.Conversation) == "" && len(e.Allows) == 0
}

// asked are the parts that edit_task changes, alone.
func (c change) asked(here bool) (map[string]string, bool) {
	e, filled := c.edit, map[string]string{"task": c.task, "prompt": c.edit.Prompt}
	if e.Channel != "" {
		filled["report"] = "#" + e.Channel
	}
	if len(e.Allows) > 0 {
		filled["allow"] = c.words
	}
	return filled, c.words != "" && (e.Conversation != "") == here && (here || e.Prompt+e.Channel != "" || len(e.Allows) > 0)
}

// unquoted is a text without quotes and marks around it.
func unquoted(text string) string {
	return strings.Trim(strings.Trim(text, " \t\r\n.,;:!"), `"“”'«»`)
}
