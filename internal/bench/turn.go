package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

// question is something to answer without a plan.
const question = "What can you do for me?"

// turn is one event on its way to the answer.
type turn struct{ ack, first, answer time.Duration }

// ask sends a person's first message to a replica and waits for the answer's chat.postMessage.
func (b *bench) ask(ctx context.Context, replica int) (turn, error) {
	channel, user := b.someone()
	return b.askIn(ctx, replica, channel, user)
}

// say sends a message, and again a second later where it is not taken, as Slack does.
func (b *bench) say(ctx context.Context, base string, thread rig.Thread, text string) (ack time.Duration, err error) {
	for {
		if ack, err = b.slack.Say(ctx, base, thread, text, true); err == nil {
			b.phases.reached(acked, time.Now())
			return ack, nil
		}
		b.refused.Add(1)
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return 0, err
		}
	}
}

// askIn asks in a new thread of a channel.
func (b *bench) askIn(ctx context.Context, replica int, channel, user string) (turn, error) {
	var (
		mu    sync.Mutex
		first time.Time
		done  = make(chan time.Time, 1)
	)
	thread := b.slack.NewThread(channel, user, func(p rig.Post) {
		mu.Lock()
		defer mu.Unlock()
		if first.IsZero() {
			first = p.At
			b.phases.reached(firstShown, p.At)
		}
		if p.Answer {
			select {
			case done <- p.At:
				b.phases.reached(answered, p.At)
			default:
			}
		}
	})
	defer b.slack.Forget(thread)
	began := time.Now()
	ack, err := b.say(ctx, b.replicas[replica%len(b.replicas)].Base, thread, question)
	if err != nil {
		return turn{}, err
	}
	select {
	case at := <-done:
		mu.Lock()
		defer mu.Unlock()
		return turn{ack: ack, first: first.Sub(began), answer: at.Sub(began)}, nil
	case <-ctx.Done():
		return turn{}, fmt.Errorf("no answer was posted: %w", ctx.Err())
	}
}

// one measures turns one after the other.
func (b *bench) one(ctx context.Context, n int) (acks, firsts, answers times, err error) {
	for i := range n + n/10 {
		t, err := b.ask(ctx, i)
		if err != nil {
			return acks, firsts, answers, err
		}
		if i >= n/10 {
			acks, firsts, answers = append(acks, t.ack), append(firsts, t.first), append(answers, t.answer)
		}
	}
	return acks, firsts, answers, nil
}

// turns measures one event at a time: how soon it is acknowledged, and how soon the answer is posted.
func turns(ctx context.Context, b *bench) error {
	const n = 300
	before, err := b.soFar(ctx)
	if err != nil {
		return err
	}
	acks, firsts, answers, err := b.one(ctx, n)
	if err != nil {
		return err
	}
	after, err := b.soFar(ctx)
	if err != nil {
		return err
	}
	b.table.note("what a turn asks of the stores", after.per(before, n+n/10))
	b.table.add("Slack event to its ack", acks.String(), times2(acks.at(50), b.commit.at(50), "one commit"), "2x one commit",
		acks.at(50) <= 2*b.commit.at(50))
	b.table.note("Slack event to the first chat.postMessage", firsts.String())
	b.table.add("Slack event to the answer's chat.postMessage, 1 in flight", answers.String(),
		times2(answers.at(50), b.commit.at(50), "one commit"), "p95 under 10 ms", answers.at(95) < 10*time.Millisecond)
	return nil
}

// rate measures how many turns a second two replicas carry with 16 people waiting for an answer at any time.
func rate(ctx context.Context, b *bench) error {
	const people, lasting = 16, 10 * time.Second
	enough, cancel := context.WithTimeout(ctx, lasting)
	defer cancel()
	var (
		all  sync.WaitGroup
		n    atomic.Int64
		mu   sync.Mutex
		took times
		fail error
	)
	began := time.Now()
	for p := range people {
		all.Go(func() {
			for i := p; enough.Err() == nil; i++ {
				t, err := b.ask(ctx, i)
				mu.Lock()
				if err != nil {
					fail = err
					mu.Unlock()
					return
				}
				took = append(took, t.answer)
				mu.Unlock()
				n.Add(1)
			}
		})
	}
	all.Wait()
	if fail != nil {
		return fail
	}
	perSecond := float64(n.Load()) / time.Since(began).Seconds()
	b.table.add("turns a second, 16 in flight, 2 replicas", fmt.Sprintf("%.0f/s  %s", perSecond, took), "", "1000/s", perSecond >= 1000)
	return nil
}

// memory reads the replicas' resident memory after the load.
func memory(_ context.Context, b *bench) error {
	for i, r := range b.replicas {
		now, most, err := r.Memory()
		if err != nil {
			return err
		}
		b.table.add(fmt.Sprintf("resident memory, replica %d", i+1), fmt.Sprintf("%d MB (peak %d MB)", now>>20, most>>20), "",
			"under 60 MB", now < 60<<20)
	}
	return nil
}
