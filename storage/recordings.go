package storage

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// recording queues keeping what an append follows from, sealed where there is a key: once, however often it is written because an
// answer was lost, and nothing of words that were taken back meanwhile.
func (t *tx) recording(h head, r *assistant.Recording) {
	if r == nil {
		return
	}
	t.exec(`insert into recordings (id, tenant_id, conversation_id, cause_id, task_id, attempt, part, ends, body, created_at)
		select $1, $2, $3, $4, $5, $6, $7, $8, $9, :now where `+t.notTakenBack(`$4`)+`
			and not exists (select 1 from recordings r where r.tenant_id = $2 and (r.cause_id = $4 or r.task_id = $5) and r.attempt = $6 and r.part = $7)`,
		t.ids.New(), h.tenant, h.conversation, null(r.Cause), null(r.Task), r.Attempt, r.Part, r.Ends,
		[]byte(t.seals.seal(string(r.Body), recordingPlace(h.tenant, *r))))
}

// recordingPlace is where a part of a record is kept.
func recordingPlace(tenant assistant.TenantID, r assistant.Recording) string {
	return strings.Join([]string{"recordings", string(tenant), string(r.Cause), string(r.Task), strconv.Itoa(r.Attempt), strconv.Itoa(r.Part)}, "\x00")
}

// Recorded lists the turns and tasks that records are kept of, in the order in which they began.
func (d Recordings) Recorded(ctx context.Context, tenant assistant.TenantID, of assistant.RecordingsOf) ([]assistant.Recorded, error) {
	if err := errors.Join(optional(of.Message), optional(of.Run), optional(of.Conversation)); err != nil {
		return nil, nil //nolint:nilerr // nothing has such an id
	}
	where, args := "", []any{tenant}
	switch {
	case of.Message != "":
		where, args = ` and r.cause_id in ($2, (select g.cause from assistant_messages g where g.id = $2 and g.tenant_id = $1))`, append(args, of.Message)
	case of.Run != "":
		where, args = ` and (r.task_id in (select k.id from assistant_tasks k where k.run_id = $2 and k.tenant_id = $1)
			or r.cause_id in (select g.cause from assistant_messages g where g.run_id = $2 and g.tenant_id = $1))`, append(args, of.Run)
	case of.Conversation != "":
		where, args = ` and r.conversation_id = $2`, append(args, of.Conversation)
	}
	var out []assistant.Recorded
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, func(r *assistant.Recorded) []any { return []any{&r.Conversation, &r.Cause, &r.Task} }), `select r.conversation_id, r.cause_id, r.task_id from recordings r where r.tenant_id = $1`+where+`
			group by r.conversation_id, r.cause_id, r.task_id order by min(r.created_at), r.cause_id, r.task_id`, args...)
		return nil
	})
	return out, named(err, "list what is recorded")
}

// Recording gives the record of a turn or a task, in order. One that no key opens any more is [assistant.ErrNotFound].
func (d Recordings) Recording(ctx context.Context, tenant assistant.TenantID, of assistant.Recorded) ([]assistant.Recording, error) {
	if err := errors.Join(optional(of.Cause), optional(of.Task)); err != nil {
		return nil, nil //nolint:nilerr // nothing has such an id
	}
	var out []assistant.Recording
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			r := assistant.Recording{Recorded: of}
			err := scan(&r.Attempt, &r.Part, &r.Ends, &r.Body, &r.At)
			out = append(out, r)
			return err
		}, `select attempt, part, ends, body, created_at from recordings
			where tenant_id = $1 and (cause_id = $2 or task_id = $3) order by attempt, created_at, id`, tenant, null(of.Cause), null(of.Task))
		return nil
	})
	for i, r := range out {
		body, oerr := d.seals.open(string(r.Body), recordingPlace(tenant, r))
		if err == nil && oerr != nil {
			err = fmt.Errorf("open part %d: %w: %w", r.Part, oerr, assistant.ErrNotFound)
		}
		out[i].Body = []byte(body)
	}
	return out, named(err, "read a record")
}

// Followed lists what a turn or a task has said, and what stands in its conversation under the keys, in order.
func (d Recordings) Followed(ctx context.Context, tenant assistant.TenantID, of assistant.Recorded, keys []string) ([]assistant.Message, error) {
	if err := errors.Join(valid(of.Conversation), optional(of.Cause), optional(of.Task)); err != nil {
		return nil, nil //nolint:nilerr // nothing has such an id
	}
	which, args := `g.cause = $3`, []any{of.Conversation, tenant, null(of.Cause)}
	if of.Task != "" {
		which, args[2] = `substr(g.key, 1, length($3)) = $3`, "task/"+string(of.Task)+"/"
	}
	if len(keys) > 0 {
		which += ` or g.key in (` + list(4, len(keys)) + `)`
	}
	for _, key := range keys {
		args = append(args, key)
	}
	var out []assistant.Message
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.each(collect(&out), `select `+messageColumns+` from assistant_messages g
			where g.conversation_id = $1 and g.tenant_id = $2 and (`+which+`) order by g.seq`, args...)
		return nil
	})
	return out, named(err, "read what was said")
}

// forgottenAtOnce bounds what one transaction throws away.
const forgottenAtOnce = 500

// ForgetRecordings throws away records that are older, of all tenants, some at a time; more says that there are others.
func (d Recordings) ForgetRecordings(ctx context.Context, older time.Duration) (more bool, err error) {
	var gone *stmt
	err = d.in(ctx, mode{engine: true, lazy: true}, func(t *tx) error {
		gone = t.exec(`delete from recordings where id in (select id from recordings where created_at < :before($1) order by created_at limit $2)`,
			older, forgottenAtOnce)
		return nil
	})
	return err == nil && gone.rows == forgottenAtOnce, named(err, "throw old records away")
}
