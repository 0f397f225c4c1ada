package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// A change of the workspace is told by the feed: what a call has done is the entry that has its key. So a call that was cut off is found by
// it, a receipt is made of it, and it is taken back by it: each field is put back as long as it still is what the call made of it.

// thing is what all kinds of things have that are written.
type thing struct {
	id      string
	project workspace.ProjectID
	in      string // what the project is called
	title   string
	version int
	fields  []workspace.Field
}

// kind is how one kind of thing is written.
type kind[T any] struct {
	entity workspace.EntityType
	of     func(T) thing
	wrong  func(T) error
	with   func(one T, field, value string) T
	load   func(ctx context.Context, a asked, t took) (T, error)
	create func(ctx context.Context, v workspace.Viewer, key string, one T) (T, error)
	update func(ctx context.Context, v workspace.Viewer, key string, one T) (T, error) // nil where nothing of it is ever changed
	remove func(ctx context.Context, v workspace.Viewer, key, id string, version int) error
}

// wanted is what a call wants to become of a thing. Was is the zero value where it makes one.
type wanted[T any] struct {
	was, is T
	makes   bool
}

// writing is a tool that writes a kind of thing.
type writing[T any] struct {
	pack

	kind[T]
	label assistant.Sentence
	wants func(context.Context, asked) (wanted[T], error)
}

// Changed are the fields of the result of a tool that writes.
type Changed struct {
	ID      string `json:"id" jsonschema:"by which later steps and other tools name it"`
	Type    string `json:"entity_type"`
	Title   string `json:"title"`
	Project string `json:"project_id"`
	Action  string `json:"action" jsonschema:"what was done"`
}

// write is a tool that writes. What its arguments want is asked again by each of its verbs, against what is there by then.
func write[A, T any](p pack, k kind[T], t tools.Tool, bounds map[string]bound, wants func(context.Context, asked, A) (wanted[T], error)) tools.Tool {
	w := writing[T]{p, k, assistant.Label(t.Label), func(ctx context.Context, a asked) (out wanted[T], err error) {
		in, err := tools.Read[A](a.Call)
		if err != nil {
			return out, err
		}
		return wants(ctx, a, in)
	}}
	t.Class, t.Effect, t.Idempotent, t.Direct = assistant.ClassAction, assistant.EffectReversible, true, true
	t.Arguments, t.Result = tools.Arguments[A](), tools.Fields[Changed]()
	for name, b := range bounds {
		if t.Arguments != nil && t.Arguments.Properties[name] != nil {
			b.put(t.Arguments.Properties[name])
		}
	}
	list(t.Arguments)
	t.Preview, t.Run, t.Recover, t.Verify, t.Undo = w.preview, w.run, w.recover, w.verify, w.undo
	return t
}

// list has lists be lists: not every provider takes one that may be null.
func list(s *jsonschema.Schema) {
	for _, p := range s.Properties {
		if p.Items != nil {
			p.Type, p.Types = "array", nil
		}
	}
}

// preview says what would become of which fields.
func (w writing[T]) preview(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	c, open, err := tools.Planned(c)
	if err != nil {
		return assistant.Preview{}, err
	}
	a, want, err := w.asks(ctx, c, open)
	if err != nil {
		return assistant.Preview{}, err
	}
	was, is := w.of(want.was), w.of(want.is)
	changes := workspace.Differences(was.fields, is.fields)
	if len(changes) == 0 {
		return assistant.Preview{}, assistant.BadInput(assistant.Say("It is so already: nothing of “%s” would change.", is.title), assistant.Say("Nothing was changed. Say what is to become of it."))
	}
	out := assistant.Preview{
		Title: w.label, Target: target(is), Entity: assistant.Entity{Type: string(w.entity), ID: is.id}, State: w.state(was, is),
	}
	for _, d := range changes {
		f, err := w.shown(ctx, a, d)
		if err != nil {
			return out, err
		}
		out.Fields = append(out.Fields, f)
	}
	if !open {
		out.Wanted = hashOf(is)
	}
	return out, nil
}

// target is what a thing is called, with where it is.
func target(t thing) string {
	if t.in == "" || t.in == t.title {
		return t.title
	}
	return t.title + " (" + t.in + ")"
}

// asks says what a call wants, as far as that is known: of what earlier steps will write nothing is looked up.
func (w writing[T]) asks(ctx context.Context, c tools.Call, open bool) (asked, wanted[T], error) {
	a, err := w.asked(ctx, c)
	if err != nil {
		return a, wanted[T]{}, err
	}
	a.open = open
	want, err := w.wants(ctx, a)
	if err != nil || open {
		return a, want, err
	}
	if w.of(want.was).id == "" && !want.makes {
		return a, want, assistant.BadInput(assistant.Say("It is not said what is to be changed."), assistant.Say("Nothing was changed. Say what it is called."))
	}
	return a, want, readable(w.wrong(want.is))
}

// state is the hash of what is there: of one that is made, that it is not.
func (w writing[T]) state(was, is thing) string {
	if was.id == "" {
		return site.HashOf("no "+string(w.entity), string(is.project))
	}
	return site.HashOf(string(w.entity), was.id, strconv.Itoa(was.version))
}

func hashOf(t thing) string {
	parts := []string{t.id, string(t.project)}
	for _, f := range t.fields {
		parts = append(parts, f.Name, f.Value)
	}
	return site.HashOf(parts...)
}

// run writes it over the version that was approved, once.
func (w writing[T]) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	if r, done, err := w.recover(ctx, c); done || err != nil {
		return r, err
	}
	a, want, err := w.asks(ctx, c, false)
	if err != nil {
		return assistant.Receipt{}, err
	}
	was, is := w.of(want.was), w.of(want.is)
	if c.Approved != "" && c.Approved != w.state(was, is) {
		return assistant.Receipt{}, fmt.Errorf("%s %s was changed meanwhile: %w", w.entity, was.id, assistant.ErrMoved)
	}
	verb := w.update
	if was.id == "" {
		verb = w.create
	}
	if _, err := verb(ctx, a.viewer, c.Key, want.is); err != nil {
		return assistant.Receipt{}, readable(err)
	}
	r, done, err := w.recover(ctx, c)
	if err == nil && !done {
		err = assistant.BadInput(assistant.Say("It is so already: nothing of “%s” would change.", is.title), assistant.Say("Nothing was changed. Say what is to become of it."))
	}
	return r, err
}

// readable is what is wrong with a field as people read it.
func readable(err error) error {
	if wrong, ok := errors.AsType[*assistant.FieldError](err); ok {
		return assistant.BadInput(wrong.Message, assistant.Say("Nothing was changed. Say it once more with that changed."))
	}
	return err
}

// recover finds what the call has done in the feed.
func (w writing[T]) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	a, err := w.asked(ctx, c)
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	e, found, err := w.done(ctx, a, c.Key)
	if err != nil || !found {
		return assistant.Receipt{}, false, err
	}
	undo, err := json.Marshal(took{Entity: e.Entity, Action: e.Action, Changes: e.Changes})
	if err != nil {
		return assistant.Receipt{}, false, fmt.Errorf("write undo: %w", err)
	}
	return assistant.Receipt{Undo: undo, Result: assistant.Result{
		Summary: told(e), Undo: true,
		Fields: assistant.ValuesOf(Changed{ID: e.Entity, Type: string(e.Type), Title: e.Title, Project: string(e.Project), Action: string(e.Action)}),
	}}, true, nil
}

// done is the entry of the feed that a key has made.
func (p pack) done(ctx context.Context, a asked, key string) (workspace.Event, bool, error) {
	if key == "" {
		return workspace.Event{}, false, nil
	}
	all, err := p.recorded.Events(ctx, a.viewer, workspace.EventsWanted{Key: key, Limit: 1})
	if err != nil || len(all) == 0 {
		return workspace.Event{}, false, err
	}
	return all[0], true, nil
}

// took is what a call did, as its receipt keeps it.
type took struct {
	Entity  string                 `json:"id"`
	Action  workspace.Action       `json:"action"`
	Changes []workspace.Difference `json:"changes"`
}

func tookBy(r assistant.Receipt) (t took, err error) {
	if err := json.Unmarshal(r.Undo, &t); err != nil {
		return t, fmt.Errorf("read undo: %w", err)
	}
	return t, nil
}

// verify looks whether the fields are what the call made of them.
func (w writing[T]) verify(ctx context.Context, c tools.Call, r assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
	_, t, one, err := w.now(ctx, c, r)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return assistant.SightDifferent, assistant.Say("when I looked, it was not there"), nil
	case err != nil:
		return "", assistant.Sentence{}, err
	case len(t.moved(w.of(one))) > 0:
		return assistant.SightDifferent, assistant.Say("when I looked, somebody had changed it since"), nil
	}
	return assistant.SightAsWritten, assistant.Say("it is in the workspace"), nil
}

// now is the thing that a receipt tells of, as it is now.
func (w writing[T]) now(ctx context.Context, c tools.Call, r assistant.Receipt) (a asked, t took, one T, err error) {
	if a, err = w.asked(ctx, c); err != nil {
		return a, t, one, err
	}
	if t, err = tookBy(r); err != nil {
		return a, t, one, err
	}
	one, err = w.load(ctx, a, t)
	return a, t, one, err
}

// moved are the fields that are no longer what the call made of them.
func (t took) moved(is thing) []string {
	var out []string
	for _, d := range t.Changes {
		for _, f := range is.fields {
			if f.Name == d.Name && f.Value != d.New {
				out = append(out, f.Name)
			}
		}
	}
	return out
}

// undo puts the fields back, or takes away what was made, unless somebody has changed that since. What was changed besides stays.
func (w writing[T]) undo(ctx context.Context, c tools.Call, r assistant.Receipt) error {
	back := c.Key + "/undo"
	a, t, one, err := w.now(ctx, c, r)
	if err != nil && t.Entity != "" && errors.Is(err, assistant.ErrNotFound) && t.Action == workspace.ActionCreated {
		return nil // it is gone
	}
	if err != nil {
		return err
	}
	if _, done, err := w.done(ctx, a, back); done || err != nil {
		return err
	}
	is := w.of(one)
	if moved := t.moved(is); len(moved) > 0 {
		return changedSince(is.title, moved)
	}
	if t.Action == workspace.ActionCreated {
		err = w.remove(ctx, a.viewer, back, is.id, is.version)
	} else {
		for _, d := range t.Changes {
			one = w.with(one, d.Name, d.Old)
		}
		_, err = w.update(ctx, a.viewer, back, one)
	}
	if errors.Is(err, assistant.ErrMoved) {
		return assistant.BadInput(assistant.Say("Something belongs to “%s” by now, or somebody is changing it, so I left it as it is.", is.title), assistant.Say("Look at it, and change it yourself where you still want to."))
	}
	return err
}

func changedSince(title string, fields []string) error {
	return assistant.BadInput(assistant.Say("“%s” was changed since (%s), so I left it as it is.", title, strings.Join(fields, ", ")), assistant.Say("Look at it, and change it yourself where you still want to."))
}
