// Command chaos runs the product as three replicas on one Postgres and one Redis, lets forty people talk with it in Slack,
// and meanwhile kills, stalls, flushes and crashes. Then it counts: nothing that was acknowledged may be lost, reordered
// or doubled, neither in the log nor in Slack nor in what was done.
//
//	go run ./internal/chaos -for 60s
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/internal/unasked"
)

// settings of a run.
type settings struct {
	lasting  time.Duration
	replicas int
	people   int
	burst    int // more people, who all say something at the same moment, again and again
	errands  int // people whose background tasks come due meanwhile, and want something
	seed     uint64
	calm     bool
	keep     bool
}

// chaos is a run.
type chaos struct {
	settings
	rig    *rig.Rig
	slack  *fakeslack.Server
	front  *front
	sql    *pgxpool.Pool
	random *rand.Rand
	talks  []*talk

	errandsOf []*errand
	bell      *unasked.Bell // nil without errands

	mu     sync.Mutex
	counts map[string]int // faults by kind
}

func main() {
	var s settings
	flag.DurationVar(&s.lasting, "for", time.Minute, "how long people talk")
	flag.IntVar(&s.replicas, "replicas", 3, "processes of the service")
	flag.IntVar(&s.people, "people", 40, "threads, one person in each")
	flag.IntVar(&s.burst, "burst", 200, "more people who say something at the same moment, every ten seconds")
	flag.IntVar(&s.errands, "errands", 6, "background tasks that come due again and again, and ask by direct message; events of another system begin one more")
	flag.Uint64Var(&s.seed, "seed", uint64(time.Now().UnixNano()), "of the order of faults")
	flag.BoolVar(&s.calm, "calm", false, "no faults")
	flag.BoolVar(&s.keep, "keep", false, "keep the replicas' logs")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	found, err := run(ctx, s)
	stop()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(1)
	case len(found) > 0:
		fmt.Println(strings.Join(found, "\n"))
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) (found []string, err error) {
	c := newChaos(s)
	if err := c.setUp(ctx); err != nil {
		return nil, err
	}
	defer c.tearDown()
	fmt.Printf("%d replicas, %d people and %d at once, %d background tasks, %s, seed %d\n", s.replicas, s.people, s.burst, s.errands, s.lasting, s.seed)
	found = c.play(ctx)
	more, err := c.verdict(ctx)
	return append(found, more...), err
}

func newChaos(s settings) *chaos {
	return &chaos{settings: s, random: rand.New(rand.NewPCG(s.seed, 0)), counts: make(map[string]int)}
}

// play lets people talk while things break, and waits until what they began is done.
func (c *chaos) play(ctx context.Context) (found []string) {
	until := time.Now().Add(c.lasting)
	var people sync.WaitGroup
	for _, e := range c.errandsOf {
		people.Go(func() { e.run(ctx, until) })
	}
	if c.bell != nil {
		people.Go(func() { c.bell.Ring(ctx, func() bool { return time.Now().Before(until) }) })
	}
	for i := range c.people {
		t := newTalk(c, i)
		c.talks = append(c.talks, t)
		people.Go(func() { t.run(ctx, until) })
	}
	if c.burst > 0 {
		people.Go(func() { c.bursts(ctx, until) })
	}
	if !c.calm {
		c.faults(ctx, until)
	}
	people.Wait()
	drained := time.Now()
	if err := c.drain(ctx, 90*time.Second); err != nil {
		found = append(found, err.Error())
	}
	fmt.Printf("faults %v, %d bursts; drained in %s\n", c.counts, (len(c.talks)-c.people)/max(1, c.burst), time.Since(drained).Round(10*time.Millisecond))
	return found
}

func (c *chaos) setUp(ctx context.Context) (err error) {
	defer func() {
		if err != nil {
			c.tearDown()
		}
	}()
	if c.rig, err = rig.New(ctx); err != nil {
		return err
	}
	if c.slack, err = fakeslack.New(ctx, fakeslack.Config{Schema: fakeslack.FindSchema()}); err != nil {
		return err
	}
	c.front = newFront()
	c.slack.Connect(c.front)
	for i := range c.replicas {
		r, err := c.rig.Start(ctx, c.environment()...)
		if err != nil {
			return err
		}
		c.front.set(i, r)
	}
	if c.sql, err = pgxpool.New(ctx, c.rig.Postgres.URL()); err != nil {
		return fmt.Errorf("connect to postgres: %w", err)
	}
	if c.errands > 0 {
		if c.bell, err = unasked.NewBell(ctx, c.front.any().Base, c.front, c.sql); err != nil {
			return err
		}
	}
	return c.newErrands(ctx)
}

func (c *chaos) environment() []string {
	return []string{
		"SLACK_SIGNING_SECRET=" + c.slack.SigningSecret, "SLACK_BOT_TOKEN=" + c.slack.Token, "SLACK_API_URL=" + c.slack.APIURL(),
	}
}

func (c *chaos) tearDown() {
	if c.sql != nil {
		c.sql.Close()
	}
	if c.slack != nil {
		_ = c.slack.Close()
	}
	if c.rig != nil {
		if kept := c.rig.Close(c.keep); kept != "" {
			fmt.Println("kept:", kept)
		}
	}
}

// drain waits until nothing is left to be done. Of what is left then it says how much there is of each kind.
func (c *chaos) drain(ctx context.Context, patience time.Duration) error {
	left := map[string]int{}
	err := rig.Await(ctx, "all work is done", patience, func() bool {
		clear(left)
		rows, err := c.sql.Query(ctx, `select 'mail', count(*) from mail
			union all select 'places to post in', count(*) from places where ready_at is not null and not pulls
			union all select 'places that are posted in', count(*) from places where token is not null
			union all select 'bursts of a hook', count(*) from hook_bursts where fired_at is null
			union all select 'runs that go on', count(*) from assistant_runs where status in ('planning', 'running')`)
		if err != nil {
			return false
		}
		var kind string
		var n int
		_, err = pgx.ForEachRow(rows, []any{&kind, &n}, func() error {
			if n > 0 {
				left[kind] = n
			}
			return nil
		})
		return err == nil && len(left) == 0
	})
	if err != nil {
		return fmt.Errorf("%w; left are %v", err, left)
	}
	return nil
}
