package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// noun is how the verbs that write one kind of thing differ.
type noun[T any] struct {
	entity workspace.EntityType
	table  string
	from   string // what a row is read from, as x, with its project as w
	wrong  func(T) error
	facts  func(T) facts
	enter  func(t tables.Tx, v workspace.Viewer, one T) error // queues locking what it is put into, if the viewer may see that
	among  string                                             // the condition that a row is among those of which a key names one; $3 is what within gives
	within func(v workspace.Viewer, one T) string
	insert func(ctx context.Context, t tables.Tx, v workspace.Viewer, id, key string, one T) error // writes one that is new
	update func(ctx context.Context, t tables.Tx, v workspace.Viewer, was, one T) error            // writes over one that is there
	load   func(ctx context.Context, t tables.Tx, v workspace.Viewer, id string) (T, error)
	kept   string   // the condition that something hangs on the row $1
	parts  []string // statements that take away what is a part of the row $1
}

// facts are what all kinds of things have.
type facts struct {
	id      string
	project workspace.ProjectID
	version int
	title   string
	fields  []workspace.Field
}

// create makes a thing, or gives the one that the key has made before.
func create[T any](ctx context.Context, s Workspace, v workspace.Viewer, key string, one T, n noun[T]) (out T, err error) {
	err = n.wrong(one)
	if err == nil {
		err = tables.Storable(key)
	}
	if err == nil {
		err = s.write(ctx, v, func(t tables.Tx) error {
			out, err = n.made(ctx, t, v, key, one)
			return err
		})
	}
	return out, wrap(err, "create "+string(n.entity))
}

func (n noun[T]) made(ctx context.Context, t tables.Tx, v workspace.Viewer, key string, one T) (none T, err error) {
	var found bool
	var known string
	if err := n.enter(t, v, one); err != nil { // the second of two with one key waits here, and finds what the first has made
		return none, err
	}
	tables.One(t, &found, []any{&known}, `select id from `+n.table+` where tenant_id = $1 and key = $2 and `+n.among, v.Tenant, key, n.within(v, one))
	if err := t.Flush(ctx); err != nil {
		return none, err
	}
	if !found {
		known = t.NewID()
		if err := n.insert(ctx, t, v, known, key, one); err != nil {
			return none, err
		}
		f := n.facts(one)
		f.id = known
		if err := n.happened(t, v, key, f, workspace.ActionCreated, workspace.Differences(nil, f.fields)); err != nil {
			return none, err
		}
	}
	return n.load(ctx, t, v, known)
}

// update writes a thing over the version that it names, and gives it as it is then. Where nothing of it differs nothing is written, and where
// the key has written it before it is given as it is.
func update[T any](ctx context.Context, s Workspace, v workspace.Viewer, key string, one T, n noun[T]) (out T, err error) {
	err = n.wrong(one)
	if err == nil {
		err = tables.Storable(key)
	}
	if err == nil {
		err = s.write(ctx, v, func(t tables.Tx) error {
			out, err = n.changed(ctx, t, v, key, one)
			return err
		})
	}
	return out, wrap(err, "update "+string(n.entity))
}

func (n noun[T]) changed(ctx context.Context, t tables.Tx, v workspace.Viewer, key string, one T) (none T, err error) {
	is := n.facts(one)
	was, err := n.locked(ctx, t, v, is.id)
	if err != nil {
		return none, err
	}
	if done, err := n.done(ctx, t, v, key, is.id); done || err != nil {
		return was, err
	}
	if err := n.unmoved(was, is.version); err != nil {
		return none, err
	}
	changes := workspace.Differences(n.facts(was).fields, is.fields)
	if len(changes) == 0 {
		return was, nil
	}
	if err := n.update(ctx, t, v, was, one); err != nil {
		return none, err
	}
	is.project = n.facts(was).project
	if err := n.happened(t, v, key, is, workspace.ActionOf(n.entity, changes), changes); err != nil {
		return none, err
	}
	return n.load(ctx, t, v, is.id)
}

// remove takes back what was made, as long as it has the version that it was made with and nothing hangs on it.
func remove[T any](ctx context.Context, s Workspace, v workspace.Viewer, key, id string, version int, n noun[T]) error {
	return wrap(s.write(ctx, v, func(t tables.Tx) error {
		was, err := n.locked(ctx, t, v, id)
		if err != nil {
			return err
		}
		if err := n.unmoved(was, version); err != nil {
			return err
		}
		var kept bool
		tables.One(t, &kept, []any{new(int)}, `select 1 where `+n.kept, id)
		if err := t.Flush(ctx); err != nil {
			return err
		}
		if kept {
			return fmt.Errorf("something belongs to it by now: %w", assistant.ErrMoved)
		}
		if err := n.happened(t, v, key, n.facts(was), workspace.ActionRemoved, nil); err != nil {
			return err
		}
		for _, part := range n.parts {
			t.Exec(part, id)
		}
		t.Exec(`delete from `+n.table+` where id = $1`, id)
		return nil
	}), "remove "+string(n.entity))
}

// locked is a thing as it is now, which nobody else changes meanwhile.
func (n noun[T]) locked(ctx context.Context, t tables.Tx, v workspace.Viewer, one string) (none T, err error) {
	s := visible(v)
	byID(s, `x.id`, one)
	if s.bad || one == "" {
		return none, assistant.ErrNotFound
	}
	tables.Need(t, assistant.ErrNotFound, []any{new(string)}, `select x.id `+n.from+` where `+s.where.String()+` :locked`, s.args...)
	if err := t.Flush(ctx); err != nil {
		return none, err
	}
	return n.load(ctx, t, v, one)
}

// unmoved refuses a thing that has another version.
func (n noun[T]) unmoved(was T, version int) error {
	if got := n.facts(was).version; got != version {
		return fmt.Errorf("it has version %d, not %d: %w", got, version, assistant.ErrMoved)
	}
	return nil
}

// done tells whether the key has done something to a thing before.
func (n noun[T]) done(ctx context.Context, t tables.Tx, v workspace.Viewer, key, id string) (before bool, err error) {
	if key == "" {
		return false, nil
	}
	tables.One(t, &before, []any{new(string)}, `select id from workspace_events where tenant_id = $1 and key = $2 and entity_type = $3 and entity_id = $4`,
		v.Tenant, key, string(n.entity), id)
	return before, t.Flush(ctx)
}

// happened queues an entry of the feed.
func (n noun[T]) happened(t tables.Tx, v workspace.Viewer, key string, f facts, did workspace.Action, changes []workspace.Difference) error {
	if n.entity == workspace.EntityProject {
		f.project = workspace.ProjectID(f.id)
	}
	return happened(t, v, key, workspace.Event{Project: f.project, Type: n.entity, Entity: f.id, Action: did, Title: f.title, Changes: changes})
}

func happened(t tables.Tx, v workspace.Viewer, key string, e workspace.Event) error {
	changes, err := json.Marshal(e.Changes)
	if err != nil {
		return fmt.Errorf("write changes: %w", err)
	}
	t.Exec(`insert into workspace_events (id, tenant_id, project_id, actor_id, key, entity_type, entity_id, action, title, changes, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, :now)`,
		t.NewID(), v.Tenant, string(e.Project), v.Person, key, string(e.Type), e.Entity, string(e.Action), e.Title, string(changes))
	return nil
}

// into queues locking a project that things are put into.
func into(t tables.Tx, v workspace.Viewer, project workspace.ProjectID) error {
	s := visible(v)
	byID(s, `w.id`, project)
	if s.bad || project == "" {
		return workspace.ErrProject
	}
	tables.Need(t, workspace.ErrProject, []any{new(string)}, `select w.id from workspace_projects w where `+s.where.String()+` :locked`, s.args...)
	return nil
}
