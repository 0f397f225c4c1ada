package planning

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// mostUndoable bounds how many steps a summary is expected to count.
const mostUndoable = 100

// StillUndoable is a run's summary with what can be undone now, where it says what can be undone: the sentence that counts it and the list
// of it are what [Summary] has written, in the language of the words.
func StillUndoable(summary string, now assistant.RunView, w wording.Words) string {
	undo := undoable(now)
	for n := 1; n <= mostUndoable; n++ {
		if before, after, ok := strings.Cut(summary, canUndo(n, w)); ok {
			summary = before + canUndo(len(undo), w) + after
			break
		}
	}
	head := section(w.Say("Can be undone"), []string{""})
	before, list, ok := strings.Cut(summary, head)
	if !ok {
		return summary
	}
	if _, after, more := strings.Cut(list, "\n\n"); more {
		list = after
	} else {
		list = ""
	}
	parts := []string{strings.TrimSuffix(before, "\n\n")}
	if len(undo) > 0 {
		parts = append(parts, section(w.Say("Can be undone"), undo))
	}
	if list != "" {
		parts = append(parts, list)
	}
	return strings.Join(parts, "\n\n")
}

// undoable are the steps of a run that can be undone.
func undoable(v assistant.RunView) (out []string) {
	for _, t := range v.Tasks {
		if t.Result != nil && t.Done() && t.Result.Undo {
			out = append(out, line(t.Summary, maxLine))
		}
	}
	return out
}

// canUndo is the sentence that counts them, with a blank in front; "" for none.
func canUndo(n int, w wording.Words) string {
	if n == 0 {
		return ""
	}
	return " " + w.Say("%d steps can be undone.", n)
}

// section is a part of a summary.
func section(title string, lines []string) string {
	return "**" + title + "**\n- " + strings.Join(lines, "\n- ")
}
