// Command consent holds random conversations with the product's own storage, orchestrator, gate and courier, and judges
// every effect afterwards: an effect may start only if a person who may decide has decided on exactly this tool, these
// arguments, this old and this new state, after it stood in the place where they decided. People speak and click at any
// moment, also before there is anything to decide and at the same time; what stands outside moves; roles change; cards come
// late; things are overdue. The judge knows what happened from outside: the signs themselves, when a card was posted, when
// somebody spoke or clicked.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// enough conversations have all that can happen in one.
const enough = 1000

func main() {
	debug.SetGCPercent(400) // there is room, and the processors are what it waits for
	n := flag.Int("conversations", 10_000, "how many conversations on each database")
	atOnce := flag.Int("at-once", 8, "how many of them are held at the same time")
	steers := flag.Bool("steering", false, "speak, stop and crash in the midst of work: judge each word and each stop, too")
	seed := flag.Uint64("seed", 1, "of what people do, with -steering")
	only := flag.String("database", "", "SQLite or Postgres alone")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := all(ctx, *n, *atOnce, *only, steered{*steers, *seed})
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// all holds the conversations on both databases.
func all(ctx context.Context, n, atOnce int, only string, s steered) error {
	dir, err := os.MkdirTemp("", "consent")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	server, err := servers.StartPostgres(ctx, servers.Options{})
	if err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	defer func() { _ = server.Stop() }()
	url, err := servers.Install(ctx, server.URL())
	if err != nil {
		return fmt.Errorf("install the database: %w", err)
	}
	for name, c := range map[string]storage.Config{
		"SQLite": {Dir: filepath.Join(dir, "data")}, "Postgres": {DatabaseURL: url},
	} {
		if only != "" && only != name {
			continue
		}
		start := time.Now()
		v, err := hold(ctx, c, n, atOnce, s)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Printf("%s, seed %d: %s%s (%s)\n", name, s.seed, v.String(), v.heardOf(s), time.Since(start).Round(time.Second))
		for _, w := range v.wrong[:min(len(v.wrong), 20)] {
			fmt.Println("  " + w)
		}
		if len(v.wrong) > 0 {
			return fmt.Errorf("%s: %d faults", name, len(v.wrong))
		}
		if n >= enough && !s.steers && (v.effects < n/20 || v.proposed < n/10 || v.byClick == 0 || v.rewritten == 0) {
			return fmt.Errorf("%s: too little happened to say anything", name)
		}
	}
	return nil
}

// hold holds the conversations and judges them.
func hold(ctx context.Context, c storage.Config, n, atOnce int, s steered) (*verdict, error) {
	t, err := held(ctx, c, n, atOnce, s)
	if t != nil {
		defer func() { _ = t.close() }()
	}
	if err != nil {
		return nil, err
	}
	v, err := t.verdict(ctx, n)
	if err != nil || !s.steers {
		return v, err
	}
	return v, t.silences(ctx, v, stopsMeasured)
}

// held holds the conversations.
func held(ctx context.Context, c storage.Config, n, atOnce int, s steered) (*talk, error) {
	if c.DatabaseURL == "" {
		if err := os.MkdirAll(c.Dir, 0o700); err != nil {
			return nil, fmt.Errorf("make the data folder: %w", err)
		}
	}
	w, err := open(ctx, c, s)
	if err != nil {
		return nil, err
	}
	t := &talk{world: w, deeds: map[string]deed{}, stops: map[assistant.ConversationID][]halt{}}
	if err := t.settle(ctx); err != nil {
		return t, err
	}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for i := range n {
		g.Go(func() error { return t.held(gctx, i) })
	}
	if err := g.Wait(); err != nil {
		return t, err
	}
	return t, w.quiet(ctx)
}

// settle lets guests talk: what they say must decide nothing all the same. Ben begins as an approver.
func (t *talk) settle(ctx context.Context) error {
	s := assistant.DefaultSettings()
	s.GuestsTalk = true
	if err := t.db.Tenants.SaveSettings(ctx, t.tenant, t.owner, s); err != nil {
		return fmt.Errorf("save settings: %w", err)
	}
	from := t.clock.next()
	if err := t.db.People.SetRole(ctx, t.tenant, t.owner, t.people[ben], assistant.RoleApprover); err != nil {
		return fmt.Errorf("set a role: %w", err)
	}
	t.roles = append(t.roles, roleAt{from, t.clock.next(), true})
	return nil
}

// verdict judges every conversation, several at a time.
func (t *talk) verdict(ctx context.Context, n int) (*verdict, error) {
	effects := map[assistant.TaskID][]effect{}
	for _, e := range t.signs.effects {
		effects[e.task] = append(effects[e.task], e)
	}
	all, err := t.db.Conversations.Conversations(ctx, t.tenant, n+1)
	if err != nil {
		return nil, fmt.Errorf("list conversations: %w", err)
	}
	var sum verdict
	judged := 0
	for _, c := range all {
		v, err := t.judge(ctx, c.ID, effects)
		if err != nil {
			return nil, err
		}
		sum.add(v)
		judged++
	}
	if judged != n {
		sum.wrong = append(sum.wrong, fmt.Sprintf("%d conversations were held and %d are there", n, judged))
	}
	sum.wrong = append(sum.wrong, left(effects)...)
	return &sum, nil
}
