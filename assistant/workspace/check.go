package workspace

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

// The bounds, in characters unless said otherwise.
const (
	MaxTitle  = 300
	MaxText   = 100_000
	MaxLabel  = 60
	MaxLabels = 50 // labels of a task, and people that it is assigned to
)

// Wrong returns what is wrong with a project as it is to be kept, as an [*assistant.FieldError]; nil where nothing is.
func (p Project) Wrong() error {
	c := check{}
	c.text("name", p.Name, MaxTitle, true)
	c.text("description", p.Description, MaxText, false)
	c.text("emoji", p.Emoji, 16, false)
	c.text("reason", p.Archived, MaxText, false)
	oneOf(&c, "project_type", p.Type, ProjectTypes())
	oneOf(&c, "scope", p.Scope, Scopes())
	oneOf(&c, "status", p.Status, ProjectStatuses())
	c.day("start_date", p.Start)
	c.day("target_end_date", p.End)
	if p.Start != "" && p.End != "" && p.End < p.Start {
		c.say("target_end_date", assistant.Say("The project would end on %s, before it starts on %s.", string(p.End), string(p.Start)))
	}
	if p.Color != "" && !regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`).MatchString(p.Color) {
		c.say("color", assistant.Say("“%s” has to be a color such as #3B82F6.", "color"))
	}
	if p.Scope == ScopeTeam && p.Team == "" {
		c.say("team_id", assistant.Say("A project for a team has to say for which one."))
	}
	return c.wrong()
}

// Wrong returns what is wrong with a task as it is to be kept, as an [*assistant.FieldError]; nil where nothing is.
func (t Task) Wrong() error {
	c := check{}
	c.text("title", t.Title, MaxTitle, true)
	c.text("description", t.Description, MaxText, false)
	oneOf(&c, "status", t.Status, TaskStatuses())
	oneOf(&c, "priority", t.Priority, Priorities())
	c.day("due_date", t.Due)
	for _, l := range t.Labels {
		c.text("labels", l, MaxLabel, true)
		if strings.Contains(l, ",") {
			c.say("labels", assistant.Say("“%s” holds a comma, which stands between labels.", l))
		}
	}
	c.few("labels", len(t.Labels))
	c.few("assignee_ids", len(t.Assignees))
	return c.wrong()
}

// Wrong returns what is wrong with a blocker as it is to be kept, as an [*assistant.FieldError]; nil where nothing is.
func (b Blocker) Wrong() error {
	c := check{}
	c.text("title", b.Title, MaxTitle, true)
	c.text("description", b.Description, MaxText, false)
	c.text("resolution", b.Resolution, MaxText, false)
	oneOf(&c, "status", b.Status, BlockerStatuses())
	oneOf(&c, "priority", b.Priority, Priorities())
	return c.wrong()
}

// Wrong returns what is wrong with a document as it is to be kept, as an [*assistant.FieldError]; nil where nothing is.
func (d Document) Wrong() error {
	c := check{}
	c.text("title", d.Title, MaxTitle, true)
	c.text("content", d.Content, MaxText, false)
	oneOf(&c, "document_type", d.Type, DocumentTypes())
	oneOf(&c, "status", d.Status, DocumentStatuses())
	return c.wrong()
}

// Wrong returns what is wrong with a comment as it is to be kept, as an [*assistant.FieldError]; nil where nothing is.
func (m Comment) Wrong() error {
	c := check{}
	c.text("content", m.Content, MaxText, true)
	if (m.Task == "") == (m.Document == "") {
		c.say("task_id", assistant.Say("A comment stands on one task or on one document."))
	}
	return c.wrong()
}

// Wrong returns what is wrong with a link as it is to be kept, as an [*assistant.FieldError]; nil where nothing is.
func (l Link) Wrong() error {
	c := check{}
	oneOf(&c, "link_type", l.Type, LinkTypes())
	return c.wrong()
}

// Wrong returns what is wrong with a team as it is to be kept, as an [*assistant.FieldError]; nil where nothing is.
func (t Team) Wrong() error {
	c := check{}
	c.text("name", t.Name, MaxTitle, true)
	c.text("description", t.Description, MaxText, false)
	return c.wrong()
}

// check keeps the first thing that is wrong.
type check struct{ err *assistant.FieldError }

func (c *check) wrong() error {
	if c.err == nil {
		return nil
	}
	return c.err
}

func (c *check) say(key string, m assistant.Sentence) {
	if c.err == nil {
		c.err = &assistant.FieldError{Key: key, Message: m}
	}
}

func (c *check) text(key, text string, most int, needed bool) {
	switch {
	case needed && strings.TrimSpace(text) == "":
		c.say(key, assistant.Say("“%s” is missing.", key))
	case !utf8.ValidString(text) || strings.Contains(text, "\x00"):
		c.say(key, assistant.Say("“%s” is not UTF-8 text.", key))
	case utf8.RuneCountInString(text) > most:
		c.say(key, assistant.Say("“%s” is longer than %d characters.", key, most))
	}
}

func (c *check) day(key string, d Date) {
	if _, err := ParseDate(string(d)); err != nil {
		c.say(key, assistant.Say("“%s” has to be a day such as 2026-12-31.", key))
	}
}

func (c *check) few(key string, n int) {
	if n > MaxLabels {
		c.say(key, assistant.Say("“%s” can hold %d at most.", key, MaxLabels))
	}
}

func oneOf[T ~string](c *check, key string, value T, all []T) {
	if slices.Contains(all, value) {
		return
	}
	c.say(key, assistant.Say("“%s” has to be one of: %s.", key, someOf(texts(all))))
}
