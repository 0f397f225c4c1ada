package budget_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// square is a wall that takes so many posts at once, and then one a second.
type square struct {
	*wall

	now func() time.Time

	mu    sync.Mutex
	words []string
	at    []time.Time
}

func (*square) Allows(p assistant.Place) assistant.Pace {
	return assistant.Pace{Thing: "posts/" + p.Channel, Every: time.Second, Burst: 20}
}

func (s *square) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := c.(bots.AnswerCard); ok {
		s.words, s.at = append(s.words, a.Text), append(s.at, s.now())
	}
	return s.wall.Post(ctx, p, c, nonce)
}

// waker counts how often each place was taken up.
type waker struct {
	storage.Deliveries

	wakes map[assistant.PlaceID]int
}

func (w waker) ClaimDelivery(ctx context.Context, t assistant.TenantID, s []assistant.Surface, lease time.Duration) (assistant.DeliveryClaim, bool, error) {
	c, ok, err := w.Deliveries.ClaimDelivery(ctx, t, s, lease)
	if ok {
		w.wakes[c.PlaceID]++
	}
	return c, ok, err
}

// Two replicas show a channel 200 answers, by a clock that moves when there is nothing to do.
func TestABurstInOneChannelIsPostedInOrderOfArrivalAtItsPace(t *testing.T) {
	const answers, burst = 200, 20
	clock := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	now := func() time.Time { return clock }
	db := ledgerkit.Open(t, storage.Config{Now: now})
	for n := range answers {
		clock = clock.Add(time.Microsecond) // they arrive one after the other
		answered(t, db.DB, db.Tenant, n)
	}
	place, store := &square{wall: newWall(), now: now}, waker{db.Deliveries, map[assistant.PlaceID]int{}}
	var replicas []*bots.Courier
	for range 2 {
		replicas = append(replicas, bots.New(bots.Config{
			Kind: assistant.SurfaceSlack, Surface: place, Store: store, Roster: bots.Always(team.Roster()), Log: db.Log, Now: now,
		}))
	}
	begun := clock
	for i, idle := 0, 0; len(place.words) < answers && clock.Sub(begun) < time.Hour; i++ {
		did, _, err := replicas[i%2].Deliver(t.Context(), db.Tenant)
		if err != nil {
			t.Fatal(err)
		}
		if idle++; did {
			idle = 0
		}
		if idle >= 2 {
			clock = clock.Add(100 * time.Millisecond)
		}
	}
	for i, words := range place.words {
		if words != fmt.Sprintf("answer %d", i) {
			t.Fatalf("post %d is %q", i, words)
		}
		due := max(0, time.Duration(i-burst+1)*time.Second)
		if late := place.at[i].Sub(begun) - due; late < -time.Millisecond || late > 200*time.Millisecond {
			t.Fatalf("post %d came %s after its slot", i, late)
		}
	}
	most := 0
	for _, n := range store.wakes {
		most = max(most, n)
	}
	if len(place.words) != answers || most != 2 {
		t.Errorf("%d posts; a place was taken up %d times: once to be given its slot, once to be shown", len(place.words), most)
	}
}

// answered has a question in a thread of the channel, and its answer.
func answered(t *testing.T, db *ledgerkit.DB, tenant assistant.TenantID, n int) {
	t.Helper()
	_, err := db.Intake.Receive(t.Context(), assistant.Inbound{
		Tenant: tenant, Key: strconv.Itoa(n), Text: "?",
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: strconv.Itoa(n)},
		From:  assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UANNA", Name: "Anna"},
	})
	if err != nil {
		t.Fatal(err)
	}
	c, mail, ok, err := db.Mailboxes.Claim(t.Context(), tenant, time.Minute)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	_, err = db.Mailboxes.SettleAll(t.Context(), c, assistant.Settling{Last: true, Mails: []int64{mail[0].ID}, Batch: assistant.Batch{Messages: []assistant.Message{{
		Key: "a", Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: fmt.Sprintf("answer %d", n), Body: assistant.Said{},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
}
