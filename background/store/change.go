package store

import (
	"cmp"
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ChangeBackground pauses, resumes, cancels or runs a task in the name of its owner or an admin; next is when one is due that is
// resumed. What has been done already is no error. A task of somebody else's is [assistant.ErrNotYourTask].
func (d Tasks) ChangeBackground(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID,
	change assistant.BackgroundChange, next time.Time,
) (assistant.BackgroundTask, error) {
	var b assistant.BackgroundTask
	err := d.writes(ctx, tenant, cmp.Or(valid(id), valid(by)), func(t *tx) error {
		_, now, err := t.mayChange(ctx, tenant, by, id, &b)
		if err != nil {
			return err
		}
		if change == assistant.BackgroundNow {
			if err := t.mayBegin(ctx, b); err != nil {
				return err
			}
		}
		return t.changeBackground(&b, change, next, now)
	})
	if err != nil {
		return assistant.BackgroundTask{}, named(err, "%s background task %s", change, id)
	}
	return b, nil
}

// mayChange locks and reads a task, and whoever wants to change it, its owner or an admin.
func (t *tx) mayChange(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, to *assistant.BackgroundTask) (actor assistant.Person, now time.Time, err error) {
	t.living(tenant, by, &actor)
	t.need(assistant.ErrNotFound, append(dests(to), &now), `select `+columns+`, :now from background_tasks b where b.id = $1 and b.tenant_id = $2 :locked`, id, tenant)
	if err = t.Flush(ctx); err == nil && !to.May(actor) {
		err = assistant.ErrNotYourTask
	}
	return actor, now, err
}

// mayBegin tells whether one more task of its owner may begin now: what has begun within a minute counts, whatever began it, and so
// does what is due and not taken up yet. The owner's row is held, so that no two count at once.
func (t *tx) mayBegin(ctx context.Context, b assistant.BackgroundTask) error {
	var held assistant.PersonID
	var begun, due int
	t.need(assistant.ErrNotFound, []any{&held}, `select id from persons where id = $1 and tenant_id = $2 :locked`, b.Owner, b.Tenant)
	t.one([]any{&begun}, `select count(*) from background_runs w join background_tasks o on o.id = w.task_id
		where w.tenant_id = $1 and w.started_at > :before($3) and w.message_id is not null and o.owner_id = $2`, b.Tenant, b.Owner, time.Minute)
	t.one([]any{&due}, `select count(*) from timers x join background_tasks o on o.id = x.ref
		where x.tenant_id = $1 and x.kind = 'background' and x.due_at <= :now and o.owner_id = $2 and o.id <> $3`, b.Tenant, b.Owner, b.ID)
	if err := t.Flush(ctx); err != nil {
		return err
	}
	if begun+due >= assistant.BackgroundStarts {
		return assistant.ErrBackgroundStarts
	}
	return nil
}

func (t *tx) changeBackground(b *assistant.BackgroundTask, change assistant.BackgroundChange, next, now time.Time) error {
	was := b.Status
	switch {
	case change == assistant.BackgroundCancel:
		b.Status, b.Reason, next = assistant.BackgroundCancelled, "", time.Time{}
		if was.Ended() {
			return nil
		}
	case !b.Ends.IsZero() && next.IsZero() && (change == assistant.BackgroundResume && was == assistant.BackgroundPaused || change == assistant.BackgroundBack && was == assistant.BackgroundCancelled):
		return assistant.ErrBackgroundEnded
	case change == assistant.BackgroundBack && was == assistant.BackgroundCancelled:
		b.Status, b.Failures = assistant.BackgroundActive, 0
	case was.Ended():
		return assistant.ErrBackgroundOver
	case change == assistant.BackgroundPause:
		b.Status, b.Reason, next = assistant.BackgroundPaused, "", time.Time{}
	case change == assistant.BackgroundResume && was == assistant.BackgroundPaused:
		b.Status, b.Reason, b.Failures = assistant.BackgroundActive, "", 0
	case change == assistant.BackgroundNow && was == assistant.BackgroundActive:
		next = now
	case change == assistant.BackgroundNow:
		return assistant.ErrBackgroundPaused
	default:
		return nil // it goes on already
	}
	t.Exec(`update background_tasks set status = $3, reason = '', failures = $4, updated_at = :now where id = $1 and tenant_id = $2`,
		b.ID, b.Tenant, b.Status, b.Failures)
	t.next(*b, next)
	b.Due = next
	return nil
}
