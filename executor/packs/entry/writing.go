package entry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/blocks"
	"github.com/aisteam/aisteam/executor/clean"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/executor/shown"
)

// Keeper stores entries of projects, wherever that is. The purpose, such as "update the post", becomes part of a refusal that
// people read.
type Keeper interface {
	// Entries lists the entries that are meant. What is thrown away is not among them.
	Entries(ctx context.Context, p assistant.Project, kind site.EntryKind, q site.Query, purpose string) ([]site.Entry, error)
	// Prospect says what the site has to say of an entry that is to be written.
	Prospect(ctx context.Context, p assistant.Project, kind site.EntryKind, e site.Entry, purpose string) (site.Prospect, error)
	// WriteEntry creates an entry without an ID, or changes the one of the ID in the fields that are different, where it still
	// hashes to over; else it is [assistant.ErrMoved]. What it makes along with it is noted in what it returns; what the given one
	// has made goes where nothing uses it.
	WriteEntry(ctx context.Context, p assistant.Project, kind site.EntryKind, e site.Entry, over string) (site.Entry, error)
	// RemoveEntry takes the entry away with what was made along with it. One that is gone already is no error.
	RemoveEntry(ctx context.Context, p assistant.Project, kind site.EntryKind, e site.Entry) error
}

// Field is a field of a kind of entry, as people are shown it.
type Field struct {
	Name, Label string
	HTML        bool
}

// Writing is what the tools have in common that write entries of a kind.
type Writing struct {
	Keeper Keeper
	Kind   site.EntryKind
	Noun   string // "post"
	Fields []Field
	Policy *clean.Policy
	// Target says in a line what a new one will be part of; "" for the site's address.
	Target string
	// Verb and Past are what making one is called: "Put up"; "Create" and "Created" when "".
	Verb, Past string
	// Same tells whether an entry is the one that a call wants made, for kinds without an address to tell by; Among returns the
	// entries to look through.
	Same  func(found, wanted site.Entry) bool
	Among func(wanted site.Entry) site.Query
}

// Wanted is what a call asks for.
type Wanted struct {
	Means  string               // the entry that is changed: its number, its address or its title; "" where one is made
	Fields map[string]string    // as they shall be; what is left out stays as it is
	Notes  []assistant.Sentence // warnings, which must not be overlooked
	Bytes  []byte               // of a file that is put up
	Check  func(old site.Entry) error
	Anew   bool // the slug is nobody's already
}

// Read turns a call's arguments into the entry that they ask for. If open is set, references to earlier steps are replaced by words
// that say so.
type Read func(ctx context.Context, c tools.Call, open bool) (Wanted, error)

// Tool gives a tool its abilities.
func (w Writing) Tool(t tools.Tool, read Read) tools.Tool {
	t.Class, t.Effect = assistant.ClassAction, assistant.EffectReversible
	o := one{w, read}
	t.Preview, t.Run, t.Recover, t.Verify, t.Undo = o.preview, o.run, o.recover, o.verify, o.undo
	return t
}

// one is a tool.
type one struct {
	Writing
	read Read
}

// edit is a change as it would be made now.
type edit struct {
	wanted    Wanted
	old, next site.Entry
	notes     []assistant.Sentence
	left      []string // out by cleaning
}

func (w Writing) doing(want Wanted) string {
	if want.Means == "" {
		return "create the " + w.Noun
	}
	return "update the " + w.Noun
}

// edit looks at what stands and makes the change of it.
func (o one) edit(ctx context.Context, c tools.Call, open bool) (edit, error) {
	want, err := o.read(ctx, c, open)
	if err != nil {
		return edit{}, err
	}
	e := edit{wanted: want, notes: want.Notes}
	if want.Means != "" {
		if e.old, err = o.Meant(ctx, c.Project, want.Means, o.doing(want)); err != nil {
			return e, err
		}
		if e.old.Builder != "" && want.Fields[site.FieldHTML] != "" {
			return e, assistant.BadInput(assistant.Say("“%s” is built with %s, which writes over what anybody else puts into it, so I leave its content alone.", clean.Short(e.old.Title()), e.old.Builder),
				assistant.Say("Please change it there. I can write the words for you."))
		}
	}
	if want.Check != nil {
		if err := want.Check(e.old); err != nil {
			return e, err
		}
	}
	fields := o.cleaned(&e)
	e.next = e.old.With(fields)
	e.next.Bytes = want.Bytes
	return e, nil
}

// cleaned are the fields that are wanted, as they may be published.
func (o one) cleaned(e *edit) map[string]string {
	out := map[string]string{}
	html := map[string]bool{}
	for _, f := range o.Fields {
		html[f.Name] = f.HTML
	}
	for name, value := range e.wanted.Fields {
		if !html[name] {
			out[name] = clean.Line(value)
			continue
		}
		good := o.Policy.HTML(value)
		e.left = append(e.left, clean.LeftOut(value, good)...)
		was := blocks.Parse(e.old.Fields[name])
		switch {
		case name == site.FieldHTML && was.HasBlocks():
			good = packsite.InBlocks(good)
		case name != site.FieldHTML || e.old.ID != "":
			good = blocks.Parse(good).Bare()
		}
		out[name] = good
	}
	return out
}

// prospect asks the site about the change: what prevents it, what is made along with it, what it does not keep.
func (o one) prospect(ctx context.Context, c tools.Call, e *edit) error {
	asked := e.next
	if asked.ID != "" {
		asked.Fields = e.next.Changed(e.old)
	}
	said, err := o.Keeper.Prospect(ctx, c.Project, o.Kind, asked, o.doing(e.wanted))
	if err != nil {
		return err
	}
	if len(said.Taken) > 0 && !e.wanted.Anew {
		return o.taken(e.next, said.Taken[0])
	}
	if o.Same != nil {
		there, found, err := o.made(ctx, c, *e)
		if err != nil {
			return err
		}
		if found {
			return assistant.BadInput(assistant.Say("“%s” is there already.", clean.Short(there.Title())), assistant.Say("Please tell me what should be different."))
		}
	}
	for _, name := range said.Makes {
		e.notes = append(e.notes, assistant.Say("There is no such thing yet and it is made along with it: %s.", name))
	}
	lacks := false
	for _, name := range said.Lacks {
		if _, ok := e.next.Fields[name]; ok {
			delete(e.next.Fields, name)
			lacks = true
		}
	}
	if lacks {
		e.notes = append(e.notes, assistant.Say(searchNote))
	}
	return nil
}

const searchNote = "Its title and description for search engines cannot be set from here: no plugin of the site shows them."

// state is what an approval of the change is bound to.
func (o one) state(c tools.Call, e edit) string {
	if e.old.ID != "" {
		return e.old.Hash()
	}
	if o.Same != nil { // what it will be called may hang on an earlier step
		return site.HashOf("no "+string(o.Kind), string(c.Project.ID), e.next.Fields[site.FieldMenu])
	}
	return site.HashOf("no "+string(o.Kind), string(c.Project.ID), e.next.Fields[site.FieldSlug], e.next.Title())
}

func (o one) preview(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	c, open, err := tools.Planned(c)
	if err != nil {
		return assistant.Preview{}, err
	}
	e, err := o.edit(ctx, c, open)
	if err == nil {
		err = o.prospect(ctx, c, &e)
	}
	if err != nil {
		return assistant.Preview{}, err
	}
	out := assistant.Preview{
		Title: assistant.Say("Update the %s “%s”", assistant.Label(o.Noun), clean.Short(e.old.Title())), Target: cmp.Or(e.old.URL, o.Target, site.AddressOf(c.Project)),
		Entity: assistant.Entity{Type: string(o.Kind), ID: e.old.ID},
		Fields: o.difference(e), State: o.state(c, e),
	}
	if e.old.ID == "" {
		out.Title = o.makes(clean.Short(e.next.Title()))
	}
	for _, l := range e.left {
		out.Warnings = append(out.Warnings, assistant.Say("Left out, because it may not be published: %s", l))
	}
	out.Warnings = append(e.notes, out.Warnings...)
	for _, f := range o.Fields {
		if f.HTML {
			out.Warnings = append(out.Warnings, shown.GainedAndLost(e.old.Fields[f.Name], e.next.Fields[f.Name])...)
		}
	}
	out.Warnings = shown.Bounded(out.Warnings)
	if !open {
		out.Wanted = e.next.Hash()
		if html := e.next.Fields[site.FieldHTML]; html != e.old.Fields[site.FieldHTML] {
			out.Whole = shown.Outline(html)
		}
	}
	return out, nil
}

// makes is the title of what is new.
func (o one) makes(title string) assistant.Sentence {
	switch noun := assistant.Label(o.Noun); o.Verb {
	case "Add":
		return assistant.Say("Add the %s “%s”", noun, title)
	case "Put up":
		return assistant.Say("Put up the %s “%s”", noun, title)
	default:
		return assistant.Say("Create the %s “%s”", noun, title)
	}
}

// difference lists the changes that people would see.
func (o one) difference(e edit) []assistant.Field {
	var out []assistant.Field
	for _, f := range o.Fields {
		was, now := e.old.Fields[f.Name], e.next.Fields[f.Name]
		if was == now {
			continue
		}
		if f.HTML {
			was, now = shown.Change(was, now)
		}
		if f.Name == site.FieldStatus {
			was, now = Standing(was), Standing(now)
		}
		out = append(out, assistant.Field{Name: f.Label, Key: f.Name, Old: was, New: now})
	}
	return out
}

// Standing is a state as people read it.
func Standing(status string) string {
	switch status {
	case site.StatusPublic:
		return "published"
	case site.StatusDraft:
		return "a draft that visitors do not see"
	case site.StatusLater:
		return "published later"
	case site.StatusPending:
		return "a draft that waits for review"
	case site.StatusPrivate:
		return "private"
	}
	return status
}

func (o one) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	e, err := o.edit(ctx, c, false)
	if err != nil {
		return assistant.Receipt{}, err
	}
	if state := o.state(c, e); e.old.ID != "" && c.Approved != "" && c.Approved != state {
		if e.old.Has(e.next.Changed(site.Entry{})) && len(e.next.Changed(e.old)) == 0 {
			return o.receipt(e.old, undoState{}, e) // it says so already
		}
		return assistant.Receipt{}, o.moved(e, assistant.ErrMoved)
	}
	if done, found, err := o.made(ctx, c, e); err != nil || found {
		if err != nil {
			return assistant.Receipt{}, err
		}
		return o.receipt(done, undoState{ID: done.ID, Now: done.Hash(), Created: true}, e)
	}
	if err := o.prospect(ctx, c, &e); err != nil {
		return assistant.Receipt{}, err
	}
	over := ""
	if e.old.ID != "" {
		over = e.old.Hash()
		if len(e.next.Changed(e.old)) == 0 {
			return assistant.Receipt{}, assistant.BadInput(assistant.Say("The %s “%s” is like that already.", assistant.Label(o.Noun), clean.Short(e.old.Title())), assistant.Say("Please tell me what should be different."))
		}
	}
	now, err := o.Keeper.WriteEntry(ctx, c.Project, o.Kind, e.next, over)
	if errors.Is(err, assistant.ErrMoved) {
		return assistant.Receipt{}, o.moved(e, err)
	}
	if err != nil {
		return assistant.Receipt{}, err
	}
	u := undoState{ID: now.ID, Now: now.Hash(), Created: e.old.ID == "", Made: now.Made}
	if !u.Created {
		u.Old = map[string]string{}
		for name := range now.Changed(e.old) {
			u.Old[name] = e.old.Fields[name]
		}
	}
	return o.receipt(now, u, e)
}

// made finds the entry that an earlier try of the call has made: one that stands where nothing stood, as it was wanted.
func (o one) made(ctx context.Context, c tools.Call, e edit) (site.Entry, bool, error) {
	same, among := o.Same, site.Query{Slug: e.next.Fields[site.FieldSlug]}
	switch {
	case e.old.ID != "", same == nil && among.Slug == "":
		return site.Entry{}, false, nil
	case same == nil:
		same = sameEntry
	default:
		among = o.Among(e.next)
	}
	all, err := o.Keeper.Entries(ctx, c.Project, o.Kind, among, o.doing(e.wanted))
	if err != nil {
		return site.Entry{}, false, err
	}
	for _, found := range all {
		if same(found, e.next) {
			return found, true, nil
		}
	}
	return site.Entry{}, false, nil
}

func sameEntry(found, wanted site.Entry) bool {
	return found.Fields[site.FieldSlug] == wanted.Fields[site.FieldSlug] && found.Title() == wanted.Title() &&
		strings.TrimSpace(found.Fields[site.FieldHTML]) == strings.TrimSpace(wanted.Fields[site.FieldHTML])
}

func (o one) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	e, err := o.edit(ctx, c, false)
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	if e.old.ID != "" {
		if c.Approved == "" || len(e.next.Changed(e.old)) > 0 || o.state(c, e) == c.Approved {
			return assistant.Receipt{}, false, nil
		}
		r, err := o.receipt(e.old, undoState{}, e)
		return r, err == nil, err
	}
	done, found, err := o.made(ctx, c, e)
	if err != nil || !found {
		return assistant.Receipt{}, false, err
	}
	r, err := o.receipt(done, undoState{ID: done.ID, Now: done.Hash(), Created: true}, e)
	return r, err == nil, err
}

func (o one) moved(e edit, err error) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideContext,
		Message:  assistant.Say("The %s “%s” is no longer as it was when this was approved, so I changed nothing.", assistant.Label(o.Noun), clean.Short(cmp.Or(e.old.Title(), e.next.Title()))),
		Recovery: assistant.Say("Please look at what would change now, and approve that."),
		Steps:    []assistant.Sentence{assistant.Say("looking at it once more, right before writing"), assistant.Say("It had been changed")},
	}, Err: fmt.Errorf("%s %s: %w", o.Noun, e.old.ID, err)}
}
