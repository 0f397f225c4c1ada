package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
	_ "modernc.org/sqlite"             // the driver
)

// The crowd of sleeping tasks: as many for a tenant as it may have. Of some every one is due in the same minute, of most a few are.
const (
	dueTenants  = 500
	duePerHead  = 200
	dueBusy     = 40  // tenants whose tasks are all due
	dueQuiet    = 400 // tenants with a few due tasks
	dueFew      = 5
	dueAll      = dueBusy*duePerHead + dueQuiet*dueFew
	dueIdle     = 15 * time.Second // for which the processor is watched
	dueIdleAim  = 1.0              // percent of a core
	dueSettle   = 3 * time.Second
	dueFactor   = 1.5 // of the time that so many turns take at the rate
	dueTurnsAim = 1.5 // of the place that a quiet tenant's last has where all take turns
)

// sleepers measures background tasks on Postgres with Redis and in one process: what 100,000 cost that sleep, and how 10,000 that
// are due in the same minute are drained.
func (s settings) sleepers(ctx context.Context, _ *bench) error {
	var err error
	if s.database != "embedded" {
		err = s.sleepersOn(ctx, false)
	}
	if s.database != "postgres" {
		err = errors.Join(err, s.sleepersOn(ctx, true))
	}
	return err
}

// crowd of sleepers on one database.
type sleepers struct {
	*bench

	db    *sql.DB
	lite  bool
	where string
	rate  float64
}

func (s settings) sleepersOn(ctx context.Context, embedded bool) error {
	b, err := s.setUpOne(ctx, embedded)
	defer s.take(b)
	if err != nil {
		return err
	}
	c := &sleepers{bench: b, lite: embedded, where: "Postgres"}
	if embedded {
		c.where = "embedded"
	}
	if err := c.open(); err != nil {
		return err
	}
	defer func() { _ = c.db.Close() }()
	if c.rate, err = b.steadyRate(ctx, ", "+c.where); err != nil {
		return err
	}
	alone, err := c.idles(ctx)
	if err != nil {
		return err
	}
	b.table.note("floor: processor at rest, no tasks, "+c.where, fmt.Sprintf("%.2f%% of a core", alone))
	if err := c.sleep(ctx); err != nil {
		return err
	}
	resting, err := c.idles(ctx)
	if err != nil {
		return err
	}
	memory, _, err := b.replicas[0].Memory()
	if err != nil {
		return err
	}
	b.table.add(fmt.Sprintf("processor while %d tasks sleep, %s", dueTenants*duePerHead, c.where), fmt.Sprintf("%.2f%% of a core, %d MB resident", resting, memory>>20),
		fmt.Sprintf("%+.2f%% to none", resting-alone), fmt.Sprintf("under %.0f%%", dueIdleAim), resting < dueIdleAim)
	return c.drain(ctx)
}

// open opens a second connection, apart from the product's.
func (c *sleepers) open() (err error) {
	if c.lite {
		c.db, err = sql.Open("sqlite", "file:"+filepath.Join(c.rig.Folder("embedded"), "aisteam.db")+"?_pragma=busy_timeout(20000)")
	} else {
		c.db, err = sql.Open("pgx", c.rig.Postgres.URL())
	}
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	return nil
}

// idles is what the replica takes of a core while nothing happens, in percent.
func (c *sleepers) idles(ctx context.Context) (percent float64, err error) {
	if err := pause(ctx, dueSettle); err != nil {
		return 0, err
	}
	before, err := c.replicas[0].Processor()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := pause(ctx, dueIdle); err != nil {
		return 0, err
	}
	after, err := c.replicas[0].Processor()
	return 100 * float64(after-before) / float64(time.Since(began)), err
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait: %w", ctx.Err())
	}
}

// sleep makes the tenants, their owners and their tasks, as rows: nobody asks for 100,000 of them one by one. A title says
// whether the task is one of those that will be due.
func (c *sleepers) sleep(ctx context.Context) error {
	title := fmt.Sprintf(`case when n <= %d then 'busy' when n <= %d and (n - 1) %% %d < %d then 'quiet' else 'sleeper' end`,
		dueBusy*duePerHead, (dueBusy+dueQuiet)*duePerHead, duePerHead, dueFew)
	for _, step := range []string{
		`insert into tenants (tenant_id, name, created_at) select {a tenant}, 'sleepers', {now} from {tenants}`,
		`insert into persons (id, tenant_id, name, role, created_at) select {an owner}, {a tenant}, 'Sleeper', 'admin', {now} from {tenants}`,
		`insert into assistant_conversations (id, tenant_id, user_id, started_at, updated_at) select {conversation}, {tenant}, {owner}, {now}, {now} from {tasks}`,
		`insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, kind, title, prompt, schedule, zone, overlap, status, created_at, updated_at)
			select {task}, {tenant}, 'sleeper ' || n, {owner}, {conversation}, 'recurring', ` + title + `, '` + question + `', '0 9 * * *', 'UTC', 'skip', 'active', {now}, {now} from {tasks}`,
		`insert into timers (tenant_id, conversation_id, kind, ref, due_at) select tenant_id, conversation_id, 'background', id, {later} from background_tasks`,
	} {
		if _, err := c.db.ExecContext(ctx, c.text(step)); err != nil {
			return fmt.Errorf("let tasks sleep: %w", err)
		}
	}
	if c.lite {
		return nil // nobody analyses it: it plans by its indexes
	}
	if _, err := c.db.ExecContext(ctx, `analyze`); err != nil { // as Postgres does by itself within a minute
		return fmt.Errorf("analyze: %w", err)
	}
	return nil
}

// text writes a step for the database. In the series of tasks, the first 200 are the first tenant's.
func (c *sleepers) text(step string) string {
	id := func(kind, number string) string {
		if c.lite {
			return `printf('0190000` + kind + `-0000-7000-8000-%012d', ` + number + `)`
		}
		return `cast('0190000` + kind + `-0000-7000-8000-' || lpad(cast(` + number + ` as text), 12, '0') as uuid)`
	}
	series := func(n int) string {
		if c.lite {
			return fmt.Sprintf(`(with recursive s(n) as (select 1 union all select n + 1 from s where n < %d) select n from s)`, n)
		}
		return fmt.Sprintf(`generate_series(1, %d) n`, n)
	}
	at := func(d time.Duration) string {
		if c.lite {
			return strconv.FormatInt(time.Now().Add(d).UnixMicro(), 10)
		}
		return fmt.Sprintf(`now() + interval '%d seconds'`, int(d.Seconds()))
	}
	whose := fmt.Sprintf(`((n - 1) / %d + 1)`, duePerHead)
	return strings.NewReplacer(
		`{a tenant}`, id("e", "n"), `{an owner}`, id("a", "n"), `{tenant}`, id("e", whose), `{owner}`, id("a", whose), `{conversation}`, id("c", "n"), `{task}`, id("b", "n"),
		`{tenants}`, series(dueTenants), `{tasks}`, series(dueTenants*duePerHead), `{now}`, at(0), `{later}`, at(8*time.Hour), `{earlier}`, at(-50*time.Second),
	).Replace(step)
}

// drain makes the tasks due, those of the busy tenants before those of the quiet ones, and waits until each has been answered.
func (c *sleepers) drain(ctx context.Context) error {
	committed, used, err := c.used(ctx)
	if err != nil {
		return err
	}
	if _, err := c.db.ExecContext(ctx, c.text(`update timers set due_at = case (select b.title from background_tasks b where b.id = timers.ref) when 'busy' then {earlier} else {now} end
		where kind = 'background' and ref in (select b.id from background_tasks b where b.title in ('busy', 'quiet'))`)); err != nil {
		return fmt.Errorf("wake tasks: %w", err)
	}
	began := time.Now()
	var begun time.Duration
	for taken, left := 0, 1; taken < dueAll || left > 0; {
		if err := pause(ctx, 500*time.Millisecond); err != nil {
			return fmt.Errorf("%d of %d have begun, %d wait for their turn: %w", taken, dueAll, left, err)
		}
		if err := c.db.QueryRowContext(ctx, `select (select count(*) from background_runs), (select count(*) from mail)`).Scan(&taken, &left); err != nil {
			return fmt.Errorf("count what is left: %w", err)
		}
		if taken == dueAll && begun == 0 {
			begun = time.Since(began)
		}
	}
	all := time.Since(began)
	committedNow, usedNow, err := c.used(ctx)
	if err != nil {
		return err
	}
	floor := time.Duration(dueAll / c.rate * float64(time.Second))
	c.table.add(fmt.Sprintf("%d tasks due in a minute, %s", dueAll, c.where), fmt.Sprintf("all begun after %.1f s, all answered after %.1f s", begun.Seconds(), all.Seconds()),
		times2(all, floor, fmt.Sprintf("of %.1f s, %d turns at the rate", floor.Seconds(), dueAll)), fmt.Sprintf("within %.1fx", dueFactor), float64(all) <= dueFactor*float64(floor))
	spent := fmt.Sprintf("%s of the processor a task", ms((usedNow-used)/dueAll))
	if !c.lite {
		spent = fmt.Sprintf("%.1f transactions, %s", float64(committedNow-committed)/dueAll, spent)
	}
	_, most, err := c.replicas[0].Memory()
	if err != nil {
		return err
	}
	c.table.note("  of which", fmt.Sprintf("%s, at most %d MB resident", spent, most>>20))
	return c.turns(ctx)
}

// used is what the database has committed, and the processor time of the replica.
func (c *sleepers) used(ctx context.Context) (committed int64, processor time.Duration, err error) {
	if !c.lite {
		if err := pause(ctx, 1200*time.Millisecond); err != nil { // backends report within a second of idling
			return 0, 0, err
		}
		if err := c.db.QueryRowContext(ctx, `select xact_commit from pg_stat_database where datname = current_database()`).Scan(&committed); err != nil {
			return 0, 0, fmt.Errorf("read postgres's statistics: %w", err)
		}
	}
	processor, err = c.replicas[0].Processor()
	return committed, processor, err
}

// turns looks at the order in which tasks were begun and answered, and that each was answered once.
func (c *sleepers) turns(ctx context.Context) error {
	const answers = `(select b.title, w.started_at, m.created_at from background_runs w join background_tasks b on b.id = w.task_id
		join assistant_messages m on m.conversation_id = b.conversation_id and m.cause = w.message_id and m.author = 'assistant' and m.kind = 'message' and m.body_type = 'said')`
	var began, answered, n int
	err := c.db.QueryRowContext(ctx, `with a as `+answers+` select (select count(*) from a where started_at <= (select max(started_at) from a where title = 'quiet')),
		(select count(*) from a where created_at <= (select max(created_at) from a where title = 'quiet')), (select count(*) from a)`).Scan(&began, &answered, &n)
	if err != nil {
		return fmt.Errorf("look at the order: %w", err)
	}
	fair := (dueBusy + dueQuiet) * dueFew
	c.table.add(fmt.Sprintf("the last of %d tenants with %d each, beside %d with %d, %s", dueQuiet, dueFew, dueBusy, duePerHead, c.where),
		fmt.Sprintf("begun as number %d, answered as number %d", began, answered), fmt.Sprintf("%d where all take turns", fair), fmt.Sprintf("within %.1fx", dueTurnsAim),
		float64(max(began, answered)) <= dueTurnsAim*float64(fair))
	c.table.add("  answered otherwise than once", strconv.Itoa(n-dueAll), "", "0", n == dueAll)
	return nil
}
