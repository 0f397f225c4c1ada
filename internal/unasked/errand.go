package unasked

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Errand is somebody's recurring task that wants a ticket made about something that no other does.
type Errand struct {
	Gate string // what its tickets are about
	SQL  *pgxpool.Pool

	id    string
	Woken int // how often it came due
}

// Words ask for the task.
func (e *Errand) Words() string {
	return "Every day at 9 create a ticket about the broken " + e.Gate + " and tell me its number"
}

// Made tells whether the task is there.
func (e *Errand) Made(ctx context.Context) bool {
	return e.SQL.QueryRow(ctx, `select id::text from background_tasks where prompt ilike '%' || $1 || '%'`, e.Gate).Scan(&e.id) == nil
}

// Wake lets the task come due now.
func (e *Errand) Wake(ctx context.Context) {
	if done, err := e.SQL.Exec(ctx, `update timers set due_at = now() where kind = 'background' and ref = $1::uuid`, e.id); err == nil {
		e.Woken += int(done.RowsAffected())
	}
}

// Settled tells whether nothing of the task waits, for a person or for a worker.
func (e *Errand) Settled(ctx context.Context) bool {
	open := -1
	err := e.SQL.QueryRow(ctx, `select (select count(*) from pending_actions a where a.status = 'pending' and a.conversation_id = b.conversation_id)
		+ (select count(*) from mail m where m.conversation_id = b.conversation_id) + (select count(*) from timers w where w.kind = 'background' and w.ref = b.id and w.due_at <= now())
		+ (select count(*) from assistant_runs r where r.conversation_id = b.conversation_id and r.status in ('planning', 'running'))
		from background_tasks b where b.id = $1::uuid`, e.id).Scan(&open)
	return err == nil && open == 0
}

// Verdict says what is wrong: every due time that was taken up is told and answered once, and each effect was approved by the
// task's owner, each approval done once. Done is how many tickets there are.
func (e *Errand) Verdict(ctx context.Context) (f Found, done int, err error) {
	var began, words, approved int
	err = e.SQL.QueryRow(ctx, `select (select count(*) from background_runs w where w.task_id = b.id and w.message_id is not null),
			(select count(*) from assistant_messages m where m.conversation_id = b.conversation_id and m.body_type = 'said' and m.key like 'background/' || b.id || '/%' and m.author = 'user'),
			(select count(*) from pending_actions a where a.conversation_id = b.conversation_id and a.status = 'approved' and a.decided_by = b.owner_id),
			(select count(*) from tickets t where t.title ilike '%' || $2)
		from background_tasks b where b.id = $1::uuid`, e.id, e.Gate).Scan(&began, &words, &approved, &done)
	if err != nil {
		return f, 0, fmt.Errorf("look at %s: %w", e.Gate, err)
	}
	say := func(to *[]string, format string, args ...any) {
		*to = append(*to, e.Gate+": "+fmt.Sprintf(format, args...))
	}
	switch {
	case began == 0:
		say(&f.Lost, "it never began")
	case words < began:
		say(&f.Lost, "it began %d times, and %d times its words are in the log", began, words)
	case words > began:
		say(&f.Doubled, "it began %d times, and %d times its words are in the log", began, words)
	}
	switch {
	case done > approved:
		say(&f.Unapproved, "%d tickets, of which %d were approved", done, approved)
	case done < approved:
		say(&f.Lost, "%d were approved, and %d tickets are on the list", approved, done)
	}
	return f, done, e.answers(ctx, &f)
}

// answers: every start has one answer, in words or with a run that an agent proposed.
func (e *Errand) answers(ctx context.Context, f *Found) error {
	rows, err := e.SQL.Query(ctx, `select q.seq, count(a.id) from background_tasks b
		join assistant_messages q on q.conversation_id = b.conversation_id and q.author = 'user' and q.key like 'background/' || b.id || '/%'
		left join assistant_messages a on a.conversation_id = q.conversation_id and a.cause = q.id and a.author <> 'user'
		     and (a.kind = 'message' and a.body_type in ('said', 'plan_proposed', 'asked', 'failed') or a.body_type = 'run_started')
		where b.id = $1::uuid group by q.seq having count(a.id) <> 1 order by q.seq`, e.id)
	if err != nil {
		return fmt.Errorf("look at answers of %s: %w", e.Gate, err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq, n int
		if err := rows.Scan(&seq, &n); err != nil {
			return fmt.Errorf("look at answers of %s: %w", e.Gate, err)
		}
		to := &f.Doubled
		if n == 0 {
			to = &f.Lost
		}
		*to = append(*to, fmt.Sprintf("%s: the start at %d of its log has %d answers", e.Gate, seq, n))
	}
	return rows.Err()
}
