package orchestrator

import (
	"context"
	"fmt"
	"log/slog"
	mrand "math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// stock is what is ready of each tenant, as the ledger keeps it: claiming takes one and tells, from what was so before, whether
// there is another.
type stock struct {
	mu    sync.Mutex
	ready map[assistant.TenantID]int
	taken map[assistant.TenantID]int
}

func (s *stock) add(t assistant.TenantID, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready[t] += n
}

func (s *stock) claim(t assistant.TenantID) (ok, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ready[t] == 0 {
		return false, false
	}
	s.ready[t]--
	s.taken[t]++
	return true, s.ready[t] > 0
}

func (s *stock) left() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, of := range s.ready {
		n += of
	}
	return n
}

// crowd is replicas that work off one stock over one Redis, on a test's clock.
type crowd struct {
	t      *testing.T
	random *mrand.Rand
	client goredis.UniversalClient
	cap    int
	share  int
	stock  *stock
	hinter *queue.Redis
	crews  []*member
	born   int
	parts  sync.WaitGroup
}

// member is one replica.
type member struct {
	*tokenWorkers

	local chan queue.Token
	kill  context.CancelFunc
	dead  chan struct{} // closed when it is: what it does then has no effect
}

func newCrowd(t *testing.T, random *mrand.Rand, replicas, tokens, share int) *crowd {
	client, stop, err := queue.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{t: t, random: random, client: client, cap: tokens, share: share, stock: &stock{ready: map[assistant.TenantID]int{}, taken: map[assistant.TenantID]int{}}}
	c.hinter = queue.New(client, queue.Config{Consumer: "hinter", Cap: tokens, Shards: 2})
	for range replicas {
		c.crews = append(c.crews, c.start())
	}
	t.Cleanup(stop)
	return c
}

// start adds a replica whose work takes its time, of which the lane is held for a part only.
func (c *crowd) start() *member {
	c.born++
	q := queue.New(c.client, queue.Config{Consumer: fmt.Sprint("replica", c.born), Cap: c.cap, Shards: 2})
	ctx, kill := context.WithCancel(context.Background())
	m := &member{kill: kill, local: make(chan queue.Token), dead: make(chan struct{})}
	pace := mrand.New(mrand.NewPCG(uint64(c.born), 1)) // a test's
	var mu sync.Mutex
	m.tokenWorkers = &tokenWorkers{queue: &mortal{Queue: q, dead: m.dead}, lanes: lanes.Sharing(c.share), log: slog.New(slog.DiscardHandler)}
	m.claim = func(_ context.Context, s *laneHold) (func(), bool, error) {
		mu.Lock()
		takes, answers, computes, waits := pace.Int64N(3), pace.Int64N(4), pace.Int64N(30), pace.Int64N(2000)
		mu.Unlock()
		time.Sleep(time.Duration(takes) * time.Millisecond)
		select {
		case <-m.dead:
			return nil, false, context.Canceled
		default:
		}
		ok, more := c.stock.claim(s.tenant)
		time.Sleep(time.Duration(answers) * time.Millisecond) // things become ready while the answer is on its way
		if !ok {
			return nil, false, nil
		}
		return func() {
			defer s.leave()
			time.Sleep(time.Duration(computes) * time.Millisecond)
			_ = s.aside(ctx, func() error { return pause(ctx, time.Duration(waits)*time.Millisecond) })
		}, more, nil
	}
	c.parts.Go(func() { m.run(ctx, ctx, merge(ctx, q.Tokens(ctx, queue.Turns), m.local)) })
	return m
}

// mortal is a replica's queue: nothing leaves a process that is dead.
type mortal struct {
	queue.Queue

	dead chan struct{}
}

func (q *mortal) Done(ctx context.Context, t queue.Token, more bool) error {
	select {
	case <-q.dead:
		return nil
	default:
		return q.Queue.Done(ctx, t, more)
	}
}

// crash kills a replica wherever it is, with whatever tokens it holds, and starts another.
func (c *crowd) crash(i int) {
	close(c.crews[i].dead)
	c.crews[i].kill()
	c.crews[i] = c.start()
}

// sweep does what the sweepers do: each offers its replica's workers everybody who has something ready.
func (c *crowd) sweep() {
	for _, m := range c.crews {
		c.stock.mu.Lock()
		var waiting []assistant.TenantID
		for t, n := range c.stock.ready {
			if n > 0 {
				waiting = append(waiting, t)
			}
		}
		c.stock.mu.Unlock()
		for _, t := range waiting {
			select {
			case m.local <- queue.Token{Kind: queue.Turns, Tenant: t}:
			case <-time.After(givePatience):
			}
		}
	}
}

func (c *crowd) end() {
	for _, m := range c.crews {
		close(m.dead)
		m.kill()
	}
	c.parts.Wait()
}

// idle is since when a tenant has had something ready beside a free lane, and nothing of it was taken.
type idle struct {
	since time.Time
	taken int
}

// look notes who waits beside a free lane, and gives for how long somebody has at most.
func (c *crowd) look(waits map[assistant.TenantID]idle) (longest time.Duration) {
	c.stock.mu.Lock()
	defer c.stock.mu.Unlock()
	for t, n := range c.stock.ready {
		was, waiting := waits[t]
		switch {
		case n == 0 || !c.room(t):
			delete(waits, t)
		case !waiting || was.taken != c.stock.taken[t]:
			waits[t] = idle{since: time.Now(), taken: c.stock.taken[t]}
		default:
			longest = max(longest, time.Since(was.since))
		}
	}
	return longest
}

func (c *crowd) room(t assistant.TenantID) bool {
	for _, m := range c.crews {
		if m.lanes.Enter(t, 1) {
			m.lanes.Leave(t, 1)
			return true
		}
	}
	return false
}

// burst makes work ready, each piece with its hint.
func (c *crowd) burst(tenants int) {
	t := assistant.TenantID(fmt.Sprint("t", c.random.IntN(tenants)))
	trickles := c.random.IntN(2) * int(time.Millisecond)
	for range 1 + c.random.IntN(60) {
		time.Sleep(time.Duration(c.random.IntN(1 + 2*trickles)))
		c.stock.add(t, 1)
		if err := c.hinter.Hint(c.t.Context(), queue.Turns, t); err != nil {
			c.t.Fatal(err)
		}
	}
}

// TestReadyWorkNeverWaitsBesideAnIdleWorker: over random arrivals, numbers of tokens, lanes and replicas, nothing that is
// ready waits beside a free lane for longer than a token rests; and after a crash or a flush of Redis for no longer than the
// sweep after it. Each change tries some of the seeds.
func TestReadyWorkNeverWaitsBesideAnIdleWorker(t *testing.T) {
	for _, even := range sampled.Of(t, []uint64{0, 2, 4, 6, 8, 10, 12, 14}, 3) {
		for _, seed := range []uint64{even, even + 1} { // without what breaks, and with it
			t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { synctest.Test(t, func(t *testing.T) { neverWaits(t, seed) }) })
		}
	}
}

func neverWaits(t *testing.T, seed uint64) {
	const (
		step  = 10 * time.Millisecond
		sweep = time.Second
	)
	random := mrand.New(mrand.NewPCG(seed, 7)) // a test's
	c := newCrowd(t, random, 1+random.IntN(3), 1+random.IntN(8), 1+random.IntN(8))
	defer c.end()
	tenants, waits := 1+random.IntN(3), map[assistant.TenantID]idle{}
	breaks := seed%2 == 1 // then the sweepers are at work, too; without breakage nobody needs them
	// A token may have to rest where there is no room before it comes to where there is.
	longest := 2*rest + 5*step
	if breaks {
		longest += sweep
	}
	for tick := 0; tick < 400 || c.stock.left() > 0; tick++ {
		if tick < 400 && random.IntN(12) == 0 {
			c.burst(tenants)
		}
		if breaks && tick < 400 && random.IntN(60) == 0 {
			c.crash(random.IntN(len(c.crews)))
		}
		if breaks && tick < 400 && random.IntN(60) == 0 {
			if err := c.client.FlushAll(t.Context()).Err(); err != nil {
				t.Fatal(err)
			}
		}
		if breaks && tick%int(sweep/step) == 0 {
			c.sweep()
		}
		time.Sleep(step)
		synctest.Wait()
		if waited := c.look(waits); waited > longest {
			t.Fatalf("tick %d: something has waited beside a free lane for %v; %d are ready", tick, waited, c.stock.left())
		}
	}
}

// TestATokenWithoutRoomRestsAndGoesOn: it is neither lost nor chased, and what its tenant has at work gives way to it.
func TestATokenWithoutRoomRestsAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, tokens, free := &passed{}, make(chan queue.Token), make(chan struct{})
		claimed := 0
		c := &tokenWorkers{queue: q, lanes: lanes.Sharing(2), log: slog.New(slog.DiscardHandler)}
		c.claim = func(_ context.Context, s *laneHold) (func(), bool, error) {
			claimed++
			return func() { defer s.leave(); <-free }, false, nil
		}
		ctx, end := context.WithCancel(t.Context())
		ran := make(chan struct{})
		go func() { c.run(ctx, ctx, tokens); close(ran) }()
		for i := range 5 {
			tokens <- queue.Token{Kind: queue.Turns, Tenant: "noisy", ID: strconv.Itoa(i)}
		}
		synctest.Wait()
		if claimed != 2 || q.ended != 2 || q.again != 0 {
			t.Fatalf("%d were claimed, %d tokens ended and %d went on at once, not 2, 2 and 0", claimed, q.ended, q.again)
		}
		free <- struct{}{}
		synctest.Wait()
		if claimed != 3 || q.ended != 3 {
			t.Errorf("when a turn had ended %d were claimed, not 3", claimed)
		}
		time.Sleep(rest + time.Millisecond)
		if q.again != 2 || claimed != 3 {
			t.Errorf("%d tokens went on to others, not 2", q.again)
		}
		close(free)
		end()
		close(tokens)
		<-ran
	})
}

// passed counts what becomes of tokens.
type passed struct {
	queue.Queue

	mu           sync.Mutex
	ended, again int
}

func (q *passed) Done(_ context.Context, _ queue.Token, more bool) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if more {
		q.again++
	} else {
		q.ended++
	}
	return nil
}
