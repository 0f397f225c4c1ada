// Package notes is the pack of a team's notes, kept while the process runs: list_notes, write_note and erase_notes.
package notes

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// The task types of the pack.
const (
	TaskList  assistant.TaskType = "list_notes"
	TaskWrite assistant.TaskType = "write_note"
	TaskErase assistant.TaskType = "erase_notes"
)

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack {
	return tools.Pack{
		Name: "notes", Brief: "keeps notes", Work: "writes or erases notes", Rehearse: rehearsal(),
		Connections: []tools.ConnectionForm{{ConnectionForm: assistant.ConnectionForm{
			Kind: "notebook", Label: "Notebook", Says: "a notebook", Choice: "Where notes are kept", Gives: []assistant.Capability{"notes"},
			Fields: []assistant.ConnectionField{{Key: "notebook_name", Label: "Name of the notebook", Kind: assistant.FieldText, Most: 80}},
		}}},
	}
}

// Tools returns the pack's tools, which share one notebook.
func Tools() ([]tools.Tool, error) {
	b := &notebook{byKey: map[string]note{}}
	return []tools.Tool{b.list(), b.write(), b.erase()}, nil
}

type note struct {
	of     assistant.TenantID
	number int
	text   string
}

type notebook struct {
	mu    sync.Mutex
	last  int
	byKey map[string]note
}

// WriteNote are the arguments of write_note.
type WriteNote struct {
	Text string `json:"text" jsonschema:"what the note says"`
}

// Nothing are the arguments of the others.
type Nothing struct{}

// Listed are the fields of the result of list_notes.
type Listed struct {
	Notes string `json:"notes" jsonschema:"a note a line"`
}

// Written are the fields of the result of write_note.
type Written struct {
	Number string `json:"number" jsonschema:"by which people call it"`
}

func (b *notebook) of(t assistant.TenantID) []note {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []note
	for _, n := range b.byKey {
		if n.of == t {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b note) int { return a.number - b.number })
	return out
}

func (b *notebook) state(t assistant.TenantID) string {
	parts := []string{"notes"}
	for _, n := range b.of(t) {
		parts = append(parts, strconv.Itoa(n.number), n.text)
	}
	return site.HashOf(parts...)
}

func (b *notebook) list() tools.Tool {
	return tools.Tool{
		Name: string(TaskList), Label: "List the notes", Description: "Lists the notes, the oldest first. Changes nothing. Its result has the field notes.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true,
		Arguments: tools.Arguments[Nothing](), Result: tools.Fields[Listed](),
		Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
			var lines []string
			for _, n := range b.of(c.Tenant) {
				lines = append(lines, fmt.Sprintf("#%d %s", n.number, n.text))
			}
			all := strings.Join(lines, "\n")
			return assistant.Receipt{Result: assistant.Result{Summary: fmt.Sprintf("Found %d notes", len(lines)), Fields: map[string]string{"notes": all}, Read: all}}, nil
		},
	}
}

func (b *notebook) write() tools.Tool {
	return tools.Tool{
		Name: string(TaskWrite), Label: "Write a note", Description: "Writes a note. Its result has the field number.",
		Class: assistant.ClassAction, Effect: assistant.EffectReversible, Idempotent: true, Unique: "text", Subject: tools.About("text"), Needs: "notes",
		Arguments: tools.Arguments[WriteNote](), Result: tools.Fields[Written](), Examples: []string{"Make a note: the key is with Ann"},
		Nouns: []string{"note", "notes"}, Verbs: []string{"jot", "take"},
		Topic: tools.Topic{Agent: assistant.ResearchAgent, About: "notes", Words: []string{"note", "notes", "notebook"}},
		Preview: func(_ context.Context, c tools.Call) (assistant.Preview, error) {
			c, open, err := tools.Planned(c)
			if err != nil {
				return assistant.Preview{}, err //nolint:wrapcheck // it says that the arguments could not be read
			}
			a, err := tools.Read[WriteNote](c)
			if err != nil {
				return assistant.Preview{}, err //nolint:wrapcheck // it says that the arguments could not be read
			}
			p := assistant.Preview{Title: "Write a note", Target: "the notebook", State: site.HashOf("no note"), Fields: []assistant.Field{{Name: "Note", New: a.Text}}}
			if !open {
				p.Wanted = site.HashOf("note", a.Text)
			}
			return p, nil
		},
		Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
			a, err := tools.Read[WriteNote](c)
			if err != nil {
				return assistant.Receipt{}, err //nolint:wrapcheck // it says that the arguments could not be read
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			n, known := b.byKey[c.Key]
			if !known {
				b.last++
				n = note{c.Tenant, b.last, a.Text}
				b.byKey[c.Key] = n
			}
			return assistant.Receipt{Undo: json.RawMessage(strconv.Itoa(n.number)), Result: assistant.Result{
				Summary: fmt.Sprintf("Wrote the note #%d", n.number), Undo: true, Fields: map[string]string{"number": strconv.Itoa(n.number)},
			}}, nil
		},
		Undo: func(_ context.Context, c tools.Call, r assistant.Receipt) error {
			b.mu.Lock()
			defer b.mu.Unlock()
			maps.DeleteFunc(b.byKey, func(_ string, n note) bool { return n.of == c.Tenant && strconv.Itoa(n.number) == string(r.Undo) })
			return nil
		},
	}
}

func (b *notebook) erase() tools.Tool {
	return tools.Tool{
		Name: string(TaskErase), Label: "Erase the notes", Description: "Erases all notes for good.",
		Class: assistant.ClassAction, Effect: assistant.EffectIrreversible, Idempotent: true, Arguments: tools.Arguments[Nothing](),
		Examples: []string{"Erase all notes"}, Nouns: []string{"note", "notes"}, Verbs: []string{"erase"},
		Preview: func(_ context.Context, c tools.Call) (assistant.Preview, error) {
			return assistant.Preview{
				Title: "Erase the notes", Target: "the notebook", State: b.state(c.Tenant), Wanted: site.HashOf("notes"),
				Fields: []assistant.Field{{Name: "Notes", Old: strconv.Itoa(len(b.of(c.Tenant))), New: "0"}},
			}, nil
		},
		Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
			if c.Approved != b.state(c.Tenant) && len(b.of(c.Tenant)) > 0 {
				return assistant.Receipt{}, fmt.Errorf("erase notes: %w", assistant.ErrMoved)
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			for key, n := range b.byKey {
				if n.of == c.Tenant {
					delete(b.byKey, key)
				}
			}
			return assistant.Receipt{Result: assistant.Result{Summary: "Erased the notes"}}, nil
		},
	}
}
