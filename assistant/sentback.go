package assistant

import (
	"encoding/json"
	"slices"
	"strings"
)

// SentBack is what people want changed in what a task showed them, and what that was. The next version is written with it.
type SentBack struct {
	Approval ApprovalID `json:"approvalId"`        // that asked for what stood there
	By       PersonID   `json:"by,omitempty"`      // who asked for the change
	Message  MessageID  `json:"message,omitempty"` // in which they say it; "" by a form
	Words    string     `json:"words"`
	Shown    []Field    `json:"shown,omitempty"` // what would have been written
}

// Rewritten is a task that is done anew for what was sent back, with what it is done with then.
type Rewritten struct {
	Task       TaskID          `json:"taskId"`
	Parameters json.RawMessage `json:"parameters"`
}

// TaskSentBack opens a task anew whose change people want otherwise, with those that write for it. What was asked for it before is
// replaced: nothing that was approved of it holds.
type TaskSentBack struct {
	Run       RunID       `json:"runId"`
	Task      TaskID      `json:"taskId"`
	Back      SentBack    `json:"back"`
	Rewritten []Rewritten `json:"rewritten"` // the task itself, and who writes for it
}

// Type implements [Body].
func (TaskSentBack) Type() string { return "task_sent_back" }

func (b TaskSentBack) facts(Message) Facts { return ofRun(b.Run) }

// tasks are those that it opens anew.
func (b TaskSentBack) tasks() []TaskID {
	out := []TaskID{b.Task}
	for _, r := range b.Rewritten {
		if r.Task != b.Task {
			out = append(out, r.Task)
		}
	}
	return out
}

// of is the task as it is done then.
func (b TaskSentBack) of(t Task) Task {
	for _, r := range b.Rewritten {
		if r.Task == t.ID {
			t.Parameters = r.Parameters
		}
	}
	if t.ID == b.Task {
		t.SentBack = &b.Back
	}
	return t
}

// Legible are fields in a text, each on a line of its own, or below its name where it has several.
func Legible(fields []Field) string {
	var out []string
	for _, f := range fields {
		if strings.Contains(f.New, "\n") {
			out = append(out, f.Name+":\n\n"+f.New+"\n")
		} else {
			out = append(out, f.Name+": "+f.New)
		}
	}
	return strings.Join(out, "\n")
}

// VersionOf returns what a preview shows, for comparing versions. A text longer than a line is included once: whole, or in its
// field if the whole consists only of the fields.
func VersionOf(p Preview) []Field {
	var out []Field
	if p.Whole == Legible(p.Fields) {
		p.Whole = ""
	}
	for _, f := range p.Fields {
		if p.Whole == "" || len(linesOf(f.New)) < 2 {
			out = append(out, Field{Name: f.Name, New: f.New})
		}
	}
	if p.Whole != "" {
		out = append(out, Field{New: p.Whole})
	}
	return out
}

// Changed is what a field lost and gained between two versions, in lines.
type Changed struct {
	Name string   `json:"name,omitempty"` // "" of the text as a whole
	Gone []string `json:"gone,omitempty"`
	Come []string `json:"come,omitempty"`
}

// mostChangedLines bounds how much of one field's difference is stored.
const mostChangedLines = 20

// ChangedSince is the difference between what would have been written and what would be written now, by the fields of two previews.
func ChangedSince(shown, now []Field) []Changed {
	var out []Changed
	for _, f := range now {
		was := ""
		if i := slices.IndexFunc(shown, func(o Field) bool { return o.Name == f.Name }); i >= 0 {
			was = shown[i].New
		}
		if c := changedLines(f.Name, was, f.New); len(c.Gone)+len(c.Come) > 0 {
			out = append(out, c)
		}
	}
	for _, f := range shown {
		if !slices.ContainsFunc(now, func(o Field) bool { return o.Name == f.Name }) {
			out = append(out, changedLines(f.Name, f.New, ""))
		}
	}
	return out
}

func changedLines(name, was, is string) Changed {
	before, after := linesOf(was), linesOf(is)
	left := func(of, others []string) []string {
		others = slices.Clone(others)
		var out []string
		for _, l := range of {
			if i := slices.Index(others, l); i >= 0 {
				others = slices.Delete(others, i, i+1)
				continue
			}
			out = append(out, l)
		}
		return out[:min(len(out), mostChangedLines)]
	}
	return Changed{Name: name, Gone: left(before, after), Come: left(after, before)}
}

func linesOf(text string) []string {
	var out []string
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}
