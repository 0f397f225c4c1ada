package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

const (
	stallAsks  = 20 // questions of a quiet tenant, alone and beside those that wait
	quickThink = 300 * time.Millisecond

	slowly  = "slowly" // a question with this word in it is thought about for as long as the flag says
	thought = "That has been thought about."
)

// stall measures what one tenant's question takes alone, and while another tenant has 64 turns of a model that takes its
// time, and then 500, on one replica of an installation of its own.
func (s settings) stall(ctx context.Context, _ *bench) error {
	b, err := s.setUpStall(ctx)
	defer s.take(b)
	if err != nil {
		return err
	}
	noisy, err := b.secondTenant(ctx)
	if err != nil {
		return err
	}
	alone, err := b.askTimes(ctx, 0)
	if err != nil {
		return err
	}
	b.table.note(fmt.Sprintf("a question alone, whose model takes %s", quickThink), alone.String())
	for _, c := range []struct {
		turns  int
		within float64
	}{{64, 1.5}, {500, 2}} {
		began := time.Now()
		if err := b.stallWith(ctx, noisy, c.turns); err != nil {
			return err
		}
		// One after the other for as long as the replica is full, so that some come as its turns end and others begin.
		beside, err := b.askTimes(ctx, s.slow)
		if err != nil {
			return err
		}
		if err := rig.Await(ctx, "the turns are over", 10*s.slow, func() bool { return b.mailOf(ctx, noisy) == 0 }); err != nil {
			return err
		}
		b.table.add(fmt.Sprintf("the same beside a tenant with %d turns of %s, one replica", c.turns, s.slow), beside.String(),
			fmt.Sprintf("%.2fx alone, p95", float64(beside.at(95))/float64(alone.at(95))), fmt.Sprintf("p95 within %.1fx", c.within),
			float64(beside.at(95)) <= c.within*float64(alone.at(95)))
		b.table.note(fmt.Sprintf("and the %d took", c.turns), time.Since(began).Round(100*time.Millisecond).String())
	}
	return nil
}

// setUpStall starts an installation of one replica whose model takes its time.
func (s settings) setUpStall(ctx context.Context) (b *bench, err error) {
	b = &bench{ids: assistant.NewIDs(time.Now, rand.Reader)}
	if b.rig, err = rig.NewOf(ctx, s.binary); err != nil {
		return b, err
	}
	if b.slack, err = rig.StartSlack(ctx); err != nil {
		return b, err
	}
	listen, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return b, fmt.Errorf("serve a model: %w", err)
	}
	b.slow = &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.phases.reached(modelAsked, time.Now())
		s.think(w, r)
	})}
	go func() { _ = b.slow.Serve(listen) }()
	replica, err := b.rig.Start(ctx, append(b.slack.Environment(), "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=k", "OPENAI_MODEL=m",
		"OPENAI_FAST_MODEL=m", "OPENAI_BASE_URL=http://"+listen.Addr().String())...)
	if err != nil {
		return b, err
	}
	b.replicas = append(b.replicas, replica)
	return b, b.connect(ctx)
}

// think answers as a model that speaks OpenAI's protocol, after the time that the question takes.
func (s settings) think(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	takes := quickThink
	if _, after, ok := strings.Cut(string(raw), takesWords); ok {
		takes, _ = time.ParseDuration(strings.FieldsFunc(after, func(r rune) bool { return r == ' ' || r == '?' })[0])
	} else if strings.Contains(string(raw), slowly) {
		takes = s.slow
	}
	select {
	case <-time.After(takes):
	case <-r.Context().Done():
		return
	}
	content, _ := json.Marshal(thought)
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":%s}}]}\n\n", content)
	_, _ = fmt.Fprint(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
}

// stallWith puts a slow question into each of so many new conversations of the tenant.
func (b *bench) stallWith(ctx context.Context, t assistant.TenantID, turns int) error {
	for i := range turns {
		n := strconv.Itoa(turns) + "-" + strconv.Itoa(i)
		_, err := b.store.Intake.Receive(ctx, assistant.Inbound{
			Tenant: t, Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "stall", Channel: "c", Thread: n},
			From:   assistant.Identity{Surface: assistant.SurfaceWeb, Space: "stall", External: "u", Name: "Noisy"},
			Change: assistant.ChangeSaid, Text: "What can you do for me, " + slowly + "?", Key: "stall/" + n,
		})
		if err != nil {
			return fmt.Errorf("fill the replica: %w", err)
		}
		_ = b.hints.Hint(ctx, queue.Turns, t)
	}
	return nil
}

// askTimes asks one question after the other, for at least as long as that.
func (b *bench) askTimes(ctx context.Context, lasting time.Duration) (times, error) {
	var out times
	began := time.Now()
	for i := 0; i < stallAsks || time.Since(began) < lasting; i++ {
		took, err := b.askThinker(ctx)
		if err != nil {
			return out, err
		}
		out = append(out, took)
	}
	return out, nil
}

// askThinker asks something new and waits for the answer's words in Slack.
func (b *bench) askThinker(ctx context.Context) (time.Duration, error) {
	channel, user := b.someone()
	return b.askFor(ctx, channel, user, question)
}

// askFor asks that in a new thread of a channel.
func (b *bench) askFor(ctx context.Context, channel, user, question string) (time.Duration, error) {
	done := make(chan time.Time, 1)
	var first sync.Once
	thread := b.slack.NewThread(channel, user, func(p rig.Post) {
		first.Do(func() { b.phases.reached(firstShown, p.At) })
		if strings.Contains(p.Text, thought) {
			select {
			case done <- p.At:
				b.phases.reached(answered, p.At)
			default:
			}
		}
	})
	defer b.slack.Forget(thread)
	began := time.Now()
	if _, err := b.say(ctx, b.replicas[0].Base, thread, question); err != nil {
		return 0, err
	}
	select {
	case at := <-done:
		return at.Sub(began), nil
	case <-ctx.Done():
		return 0, errors.New("no answer was posted")
	}
}

// mailOf counts the tenant's mail; -1 where it cannot be told.
func (b *bench) mailOf(ctx context.Context, t assistant.TenantID) int {
	n := -1
	_ = b.sql.QueryRow(ctx, `select count(*) from mail where tenant_id = $1`, string(t)).Scan(&n)
	return n
}
