package storage

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// HeardUntil returns the time up to which everything said on a surface has been received, or zero if none was noted.
func (d Places) HeardUntil(ctx context.Context, tenant assistant.TenantID, s assistant.Surface) (time.Time, error) {
	var until time.Time
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.one([]any{&until}, `select until from heard where tenant_id = $1 and surface = $2`, tenant, s)
		return nil
	})
	return until, named(err, "tell until when %s was heard", s)
}

// MarkHeard notes that everything said on a surface up to that time has been received. The mark never moves back: of several
// listening replicas the one that has received most is right.
func (d Places) MarkHeard(ctx context.Context, tenant assistant.TenantID, s assistant.Surface, until time.Time) error {
	err := d.in(ctx, mode{tenant: tenant, given: valid(tenant)}, func(t *tx) error {
		t.exec(`insert into heard (tenant_id, surface, until) values ($1, $2, $3)
			on conflict (tenant_id, surface) do update set until = excluded.until where excluded.until > heard.until`,
			tenant, s, until)
		return nil
	})
	return named(err, "mark %s as heard", s)
}

// HeardIn returns the known messages of a channel, newest first, with their latest words: Change says which were edited or
// deleted since. Conversations with several places on the surface are left out, because it is not stored which message came from
// which place.
func (d Places) HeardIn(ctx context.Context, tenant assistant.TenantID, s assistant.Surface, space, channel string, limit int) ([]assistant.Inbound, error) {
	var out []assistant.Inbound
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			in := assistant.Inbound{Tenant: tenant, Change: assistant.ChangeSaid}
			in.Place = assistant.Place{Surface: s, Space: space, Channel: channel}
			var revision, words string
			var body []byte
			err := scan(&in.Place.Thread, &in.Conversation, &in.ExternalID, &in.Person, &in.Text, &revision, &words, &body)
			if err != nil {
				return err
			}
			if last := len(out) - 1; last >= 0 && out[last].ExternalID == in.ExternalID && out[last].Conversation == in.Conversation {
				return nil // an older revision
			}
			if revision != "" {
				if err := reworded(&in, words, body); err != nil {
					return err
				}
			}
			out = append(out, in)
			return nil
		}, `select p.thread, g.conversation_id, g.external_id, g.person_id, g.content, r.id, r.content, r.body from places p
			join assistant_messages g on g.conversation_id = p.conversation_id and g.external_id is not null
			left join assistant_messages r on g.revised and r.conversation_id = g.conversation_id and r.slot = g.slot and r.body_type = $6
			where p.tenant_id = $1 and p.surface = $2 and p.space = $3 and p.channel = $4 and not exists (
				select 1 from places q where q.conversation_id = p.conversation_id and q.surface = p.surface and q.id <> p.id and not `+inDirect(`q`)+`)
			order by g.created_at desc, g.id desc, r.seq desc limit $5`,
			tenant, s, space, channel, limit, assistant.Revised{}.Type())
		return nil
	})
	return out, named(err, "list what was heard in a channel of %s", s)
}

// reworded replaces the words of a message with its latest revision.
func reworded(in *assistant.Inbound, words string, body []byte) error {
	b, err := assistant.DecodeBody(assistant.Revised{}.Type(), body)
	if err != nil {
		return fmt.Errorf("read a revision: %w", err)
	}
	in.Text, in.Change = words, assistant.ChangeEdited
	if r, ok := b.(assistant.Revised); ok && r.Deleted {
		in.Change = assistant.ChangeDeleted
	}
	return nil
}
