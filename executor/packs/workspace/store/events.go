package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Events lists what was done, the newest first.
func (s Workspace) Events(ctx context.Context, v workspace.Viewer, q workspace.EventsWanted) (out []workspace.Event, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error {
		out = nil
		from := visible(v)
		byID(from, `x.project_id`, q.Project)
		among(from, `x.entity_type`, q.Types)
		if !q.Since.IsZero() {
			from.and(`x.created_at >= ?`, q.Since)
		}
		if q.Key != "" {
			from.and(`x.key = ?`, q.Key)
		}
		from.owned(`(1 = 1`, `x.actor_id`, q.Actor)
		from.owned(`not (1 = 1`, `x.actor_id`, q.Without)
		if from.bad {
			return assistant.ErrNotFound
		}
		t.Each(func(scan func(...any) error) error {
			var e workspace.Event
			var changes string
			if err := scan(&e.ID, &e.Project, &e.ProjectName, &e.Actor, &e.ActorName, &e.Type, &e.Entity, &e.Action, &e.Title, &changes, &e.At); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(changes), &e.Changes); err != nil {
				return fmt.Errorf("read changes: %w", err)
			}
			out = append(out, e)
			return nil
		}, `select x.id, x.project_id, w.name, coalesce(pp.id, x.actor_id), pp.name, x.entity_type, x.entity_id, x.action, x.title, x.changes, x.created_at
			from workspace_events x join workspace_projects w on w.id = x.project_id`+people(`x.actor_id`)+`
			where `+from.where.String()+` order by x.created_at desc, x.id desc`+from.most(q.Limit), from.args...)
		return nil
	})
	return out, wrap(err, "list events")
}
