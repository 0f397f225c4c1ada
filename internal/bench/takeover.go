package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/orchestrator"
)

const (
	orphaning = 6 // turns in hand at a kill, over three replicas
	takeModel = 4 * time.Second
	takeAim   = 6 * time.Second
)

// takeover measures how soon the conversations that a killed replica held are in another one's hands, thirty times, on an
// installation of its own: three replicas, and a model that takes 4 s. Every question is answered once.
func (s settings) takeover(ctx context.Context, _ *bench) error {
	t := &takeovers{bench: &bench{ids: assistant.NewIDs(time.Now, rand.Reader)}, answers: map[string]int{}}
	defer t.tearDown(false)
	if err := t.setUp(ctx); err != nil {
		return err
	}
	var taken times
	for n := range s.kills {
		took, err := t.kill(ctx)
		if err != nil {
			return fmt.Errorf("kill %d: %w", n+1, err)
		}
		taken = append(taken, took...)
	}
	if err := rig.Await(ctx, "every question is answered", time.Minute, func() bool { return t.unanswered() == 0 }); err != nil {
		return err
	}
	lease := orchestrator.Limits{}.WithDefaults().Lease
	s.outer.add(fmt.Sprintf("orphans of %d kill -9 in another's hands, 3 replicas, model of %s", s.kills, takeModel), taken.String(),
		fmt.Sprintf("last %s, lease %s", taken.at(100).Round(time.Millisecond), lease), "p95 under "+takeAim.String(), taken.at(95) < takeAim)
	s.outer.add("and of their questions were answered otherwise than once", fmt.Sprintf("%d of %d", t.wrong(), len(t.answers)), "", "0", t.wrong() == 0)
	return nil
}

type takeovers struct {
	*bench
	model string // its address
	names []string

	mu      sync.Mutex
	answers map[string]int // by thread
}

func (t *takeovers) setUp(ctx context.Context) (err error) {
	if t.rig, err = rig.New(ctx); err != nil {
		return err
	}
	if t.slack, err = rig.StartSlack(ctx); err != nil {
		return err
	}
	listen, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("serve a model: %w", err)
	}
	t.model = "http://" + listen.Addr().String()
	t.slow = &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(settings{slow: takeModel}.think)}
	go func() { _ = t.slow.Serve(listen) }()
	for i := range 3 {
		if err := t.start(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// start puts a new process into a replica's place.
func (t *takeovers) start(ctx context.Context, i int) error {
	r, err := t.rig.Start(ctx, append(t.slack.Environment(), "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=k", "OPENAI_MODEL=m",
		"OPENAI_FAST_MODEL=m", "OPENAI_BASE_URL="+t.model)...)
	if err != nil {
		return err
	}
	if i == len(t.replicas) {
		t.replicas, t.names = append(t.replicas, r), append(t.names, "nobody yet")
	}
	t.replicas[i] = r
	if t.sql == nil {
		if err := t.connect(ctx); err != nil {
			return err
		}
	}
	return rig.Await(ctx, "the replica is known to the others", 10*time.Second, func() bool { return t.called(ctx, i) })
}

// called finds out by what a replica's tokens begin: its name is the one that was not there before.
func (t *takeovers) called(ctx context.Context, i int) bool {
	names, err := t.texts(ctx, `select left(id::text, 24) from replicas`)
	known := strings.Join(t.names, " ")
	for _, name := range names {
		if !strings.Contains(known, name) {
			t.names[i] = name
			return true
		}
	}
	return err != nil && ctx.Err() != nil
}

func (t *takeovers) texts(ctx context.Context, sql string, args ...any) ([]string, error) {
	rows, err := t.sql.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("look: %w", err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("look: %w", err)
	}
	return out, nil
}

// kill asks a dozen questions, kills the replica that has most of them in hand, waits until the others have those, and puts
// another replica in its place.
func (t *takeovers) kill(ctx context.Context) (times, error) {
	for i := range orphaning {
		if err := t.question(ctx, i); err != nil {
			return nil, err
		}
	}
	const inHand = `select id::text from assistant_conversations where token::text like $1 || '%'`
	err := rig.Await(ctx, "the questions are in hand", 10*time.Second, func() bool {
		all, err := t.texts(ctx, `select id::text from assistant_conversations where token is not null`)
		return err == nil && len(all) >= orphaning
	})
	if err != nil {
		return nil, err
	}
	victim, most := 0, 0
	for i, name := range t.names {
		held, err := t.texts(ctx, inHand, name)
		if err != nil {
			return nil, err
		}
		if len(held) > most {
			victim, most = i, len(held)
		}
	}
	t.replicas[victim].Kill()
	at := time.Now()
	orphans, err := t.texts(ctx, inHand, t.names[victim])
	if err != nil {
		return nil, err
	}
	taken, err := t.taken(ctx, at, orphans, t.names[victim])
	if err != nil {
		return nil, err
	}
	return taken, t.start(ctx, victim)
}

// taken waits until each of the orphans is in another's hands, and tells how long after the kill that was.
func (t *takeovers) taken(ctx context.Context, at time.Time, orphans []string, dead string) (times, error) {
	var out times
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for len(orphans) > 0 {
		left, err := t.texts(ctx, `select id::text from assistant_conversations where id::text = any($1)
			and (token is null or token::text like $2 || '%') and exists (select 1 from mail m where m.conversation_id = assistant_conversations.id)`, orphans, dead)
		if err != nil {
			return out, err
		}
		for range len(orphans) - len(left) {
			out = append(out, time.Since(at))
		}
		orphans = left
		select {
		case <-tick.C:
		case <-ctx.Done():
			return out, fmt.Errorf("%d of the orphans lie there: %w", len(left), ctx.Err())
		}
	}
	return out, nil
}

// question asks a replica something that the model takes its time about, and counts the answers.
func (t *takeovers) question(ctx context.Context, i int) error {
	channel, user := t.someone()
	key := channel + "/" + user
	t.mu.Lock()
	t.answers[key] = 0
	t.mu.Unlock()
	thread := t.slack.NewThread(channel, user, func(p rig.Post) {
		if p.Method == "chat.postMessage" && strings.Contains(p.Text, thought) {
			t.mu.Lock()
			t.answers[key]++
			t.mu.Unlock()
		}
	})
	_, err := t.slack.Say(ctx, t.replicas[i%len(t.replicas)].Base, thread, "What can you do for me, "+slowly+"?", true)
	return err
}

func (t *takeovers) count(is func(answers int) bool) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, answers := range t.answers {
		if is(answers) {
			n++
		}
	}
	return n
}

func (t *takeovers) unanswered() int { return t.count(func(n int) bool { return n == 0 }) }

func (t *takeovers) wrong() int { return t.count(func(n int) bool { return n != 1 }) }
