package main

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

const flood = 5000

// fairness measures a quiet tenant's turns, ten a second, while another tenant has 5,000 messages waiting.
func fairness(ctx context.Context, b *bench) error {
	noisy, err := b.secondTenant(ctx)
	if err != nil {
		return err
	}
	_, _, alone, err := b.one(ctx, 30)
	if err != nil {
		return err
	}
	flooding := make(chan error, 1)
	go func() { flooding <- b.flood(ctx, noisy) }()
	var beside times
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var during sync.WaitGroup
	var mu sync.Mutex
	var asked error
	for i := 0; ; i++ {
		during.Go(func() {
			t, err := b.ask(ctx, i)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				asked = err
				return
			}
			beside = append(beside, t.answer)
		})
		select {
		case <-tick.C:
			continue
		case err = <-flooding:
		}
		break
	}
	during.Wait()
	if err != nil {
		return err
	}
	if asked != nil {
		return asked
	}
	b.table.add("quiet tenant beside one that floods with 5,000", beside.String(), times2(beside.at(50), alone.at(50), "alone"),
		"p95 under 20 ms", beside.at(95) < 20*time.Millisecond)
	return nil
}

// secondTenant makes a tenant, which no surface does.
func (b *bench) secondTenant(ctx context.Context) (assistant.TenantID, error) {
	t := assistant.NewID[assistant.TenantID](b.ids)
	if _, err := b.sql.Exec(ctx, `insert into tenants (tenant_id, name) values ($1, 'noisy')`, string(t)); err != nil {
		return "", fmt.Errorf("make a tenant: %w", err)
	}
	return t, nil
}

// flood puts the messages into a hundred conversations of the tenant, as the inbox would, and waits until they are handled.
func (b *bench) flood(ctx context.Context, t assistant.TenantID) error {
	const senders = 8
	errs := make(chan error, senders)
	for s := range senders {
		go func() {
			errs <- func() error {
				for i := s; i < flood; i += senders {
					n := strconv.Itoa(i)
					_, err := b.store.Intake.Receive(ctx, assistant.Inbound{
						Tenant: t, Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "flood", Channel: "c", Thread: strconv.Itoa(i % 100)},
						From:   assistant.Identity{Surface: assistant.SurfaceWeb, Space: "flood", External: "u", Name: "Noisy"},
						Change: assistant.ChangeSaid, Text: question, Key: "flood/" + n,
					})
					if err != nil {
						return fmt.Errorf("flood: %w", err)
					}
					_ = b.hints.Hint(ctx, queue.Turns, t)
				}
				return nil
			}()
		}()
	}
	for range senders {
		if err := <-errs; err != nil {
			return err
		}
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for left := 1; left > 0; {
		if err := b.sql.QueryRow(ctx, `select count(*) from mail where tenant_id = $1`, string(t)).Scan(&left); err != nil {
			return fmt.Errorf("count the flood's mail: %w", err)
		}
		<-tick.C
	}
	return nil
}
