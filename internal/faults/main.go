// Command faults lets ten thousand conversations run through the product, as two replicas on one Postgres and one Redis,
// while Slack and Discord misbehave at every call: they refuse, cut, stall, answer in half, do things after all, deliver
// twice, late and in the wrong order, and take their connections away. Then it compares: what people wrote with the log,
// the log with what the platforms show, card by card. Nothing may be lost, doubled, reordered or against a platform's rules.
//
//	go run ./internal/faults -surface both -conversations 10000 -rate 0.05
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/mishap"
	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/internal/unasked"
)

// settings of a run.
type settings struct {
	surface       string // slack, discord or both
	conversations int
	errands       int // background tasks that come due among the conversations, and ask by direct message
	errandEvery   time.Duration
	atOnce        int
	burst         int // conversations that begin at the same moment, among the others; 0 for none
	burstEvery    int // conversations
	rate          float64
	seed          uint64
	patience      time.Duration // for one answer
	mischief      time.Duration // between two things done to the connections
	replay        time.Duration // how much later an old event may come again, at most
	within        time.Duration // after which no conversation begins any more; 0 for no limit
	end           bool          // end with a close 4004
	keep          bool
}

// trial is a run.
type trial struct {
	settings
	rig       *rig.Rig
	slack     *fakeslack.Server
	discord   *fakediscord.Server
	storms    map[string]*mishap.Storm
	replicas  []*rig.Replica
	sql       *pgxpool.Pool
	talks     []*talk
	errandsOf []*errand
	bell      *unasked.Bell  // nil without errands
	later     sync.WaitGroup // what is replayed

	mu     sync.Mutex
	counts map[string]int // of what went wrong on the way in
}

func main() {
	var s settings
	flag.StringVar(&s.surface, "surface", "both", "slack, discord or both")
	flag.IntVar(&s.conversations, "conversations", 10_000, "how many, over all surfaces")
	flag.IntVar(&s.errands, "errands", 12, "background tasks that come due among the conversations, and ask by direct message; events of another system begin one more")
	flag.IntVar(&s.atOnce, "at-once", 160, "conversations at a time")
	flag.IntVar(&s.burst, "burst", 200, "conversations that begin at the same moment, among the others")
	flag.DurationVar(&s.errandEvery, "errand-every", 15*time.Second, "from one due time of a background task to its next: Discord takes five posts of a thread in five seconds")
	flag.IntVar(&s.burstEvery, "burst-every", 1000, "conversations from one burst to the next")
	flag.Float64Var(&s.rate, "rate", 0.05, "of the calls that meet a mishap")
	flag.Uint64Var(&s.seed, "seed", uint64(time.Now().UnixNano()), "of the mishaps")
	flag.DurationVar(&s.patience, "patience", 4*time.Minute, "for one answer")
	flag.DurationVar(&s.mischief, "mischief", 8*time.Second, "between two things done to the connections")
	flag.DurationVar(&s.replay, "replay", 20*time.Second, "how much later an old event may come again, at most")
	flag.DurationVar(&s.within, "within", 0, "begin no conversation after this; 0 for no limit")
	flag.BoolVar(&s.end, "end", true, "end with a close 4004 where there is Discord")
	flag.BoolVar(&s.keep, "keep", false, "keep the replicas' logs")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	found, err := run(ctx, s)
	stop()
	if len(found) > 0 {
		fmt.Println(strings.Join(found[:min(len(found), 400)], "\n"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
	}
	if err != nil || len(found) > 0 {
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) (found []string, err error) {
	t := newTrial(s)
	if err := t.setUp(ctx); err != nil {
		return nil, err
	}
	defer t.tearDown()
	fmt.Printf("%d conversations on %s, %d background tasks, %d at a time and %d at once every %d, rate %g, seed %d\n", s.conversations, s.surface, s.errands, s.atOnce, s.burst, s.burstEvery, s.rate, s.seed)
	found = t.play(ctx)
	v, err := t.verdict(ctx)
	t.table()
	v.print()
	return append(found, v.found...), err
}

func newTrial(s settings) *trial {
	return &trial{settings: s, counts: map[string]int{}, storms: map[string]*mishap.Storm{}}
}

func (t *trial) on(surface string) bool { return t.surface == surface || t.surface == "both" }

func (t *trial) setUp(ctx context.Context) (err error) {
	defer func() {
		if err != nil {
			t.tearDown()
		}
	}()
	if t.rig, err = rig.New(ctx); err != nil {
		return err
	}
	var env []string
	if t.on("slack") {
		if t.slack, err = fakeslack.New(ctx, fakeslack.Config{Schema: fakeslack.FindSchema()}); err != nil {
			return err
		}
		t.slack.Connect(&front{t})
		env = append(env, "SLACK_SIGNING_SECRET="+t.slack.SigningSecret, "SLACK_BOT_TOKEN="+t.slack.Token, "SLACK_API_URL="+t.slack.APIURL(),
			"SLACK_APP_TOKEN="+t.slack.AppToken)
	}
	if t.on("discord") {
		if t.discord, err = fakediscord.New(ctx, fakediscord.Config{Schema: fakediscord.FindSchema(), Heartbeat: 2 * time.Second}); err != nil {
			return err
		}
		env = append(env, "DISCORD_TOKEN="+t.discord.Token, "DISCORD_APPLICATION_ID="+t.discord.Application, "DISCORD_API_URL="+t.discord.APIURL(), "DISCORD_GUILD_ID="+t.discord.Guild)
	}
	for range 2 {
		r, err := t.rig.Start(ctx, env...)
		if err != nil {
			return err
		}
		t.replicas = append(t.replicas, r)
	}
	if t.sql, err = pgxpool.New(ctx, t.rig.Postgres.URL()); err != nil {
		return fmt.Errorf("connect to postgres: %w", err)
	}
	if err := rig.Await(ctx, "the connections are open", 30*time.Second, func() bool {
		return (t.slack == nil || t.slack.Links() >= 4) && (t.discord == nil || t.discord.Sessions() >= 2 && t.discord.Registered() > 0)
	}); err != nil {
		return err
	}
	return t.newErrands(ctx)
}

func (t *trial) tearDown() {
	if t.sql != nil {
		t.sql.Close()
	}
	if t.slack != nil {
		_ = t.slack.Close()
	}
	if t.discord != nil {
		_ = t.discord.Close()
	}
	if t.rig != nil {
		if kept := t.rig.Close(t.keep); kept != "" {
			fmt.Println("kept:", kept)
		}
	}
}

// play holds the conversations while things go wrong, and waits until what they began is done.
func (t *trial) play(ctx context.Context) (found []string) {
	began := time.Now()
	weather := mishap.Weather{Seed: t.seed, Rate: t.rate}
	if t.slack != nil {
		t.storms["slack"] = t.slack.Storm(weather)
	}
	if t.discord != nil {
		t.storms["discord"] = t.discord.Storm(weather)
	}
	mischief, calm := context.WithCancel(ctx)
	var working sync.WaitGroup
	working.Go(func() { t.disturb(mischief) })
	working.Go(func() { t.progress(mischief) })
	late := t.errandsAmong(ctx, func() { t.hold(ctx) })
	calm()
	working.Wait()
	t.later.Wait()
	for _, s := range t.storms {
		s.Wait()
	}
	talked := time.Now()
	found = append(found, late...)
	// What background tasks have said stands in line for threads that take a post a second: the longer people talked, the longer the line.
	if err := t.drain(ctx, max(5*time.Minute, talked.Sub(began))); err != nil {
		found = append(found, err.Error())
	}
	fmt.Printf("talked for %s, drained in %s\n", talked.Sub(began).Round(time.Second), time.Since(talked).Round(10*time.Millisecond))
	if t.discord != nil && t.end {
		found = append(found, t.closeForGood(ctx)...)
	}
	return found
}

// bursts tells whether a conversation is one of those that begin at the same moment.
func (t *trial) bursts(n int) bool {
	return t.burst > 0 && n%t.burstEvery >= t.burstEvery-t.burst
}

// hold holds all conversations, some at a time, and now and then many at once.
func (t *trial) hold(ctx context.Context) {
	next := make(chan *talk)
	var crowd []*talk // that begins at once
	var people sync.WaitGroup
	for range t.atOnce {
		people.Go(func() {
			for k := range next {
				k.hold(ctx)
			}
		})
	}
	began := time.Now()
	for i := range t.conversations {
		if t.within > 0 && time.Since(began) > t.within {
			break
		}
		k := t.newTalk(i)
		t.mu.Lock()
		t.talks = append(t.talks, k)
		t.mu.Unlock()
		if !t.bursts(i) {
			next <- k
			continue
		}
		t.count("a conversation that began in a burst")
		crowd = append(crowd, k)
		if !t.bursts(i+1) || i+1 == t.conversations {
			for _, k := range crowd {
				people.Go(func() { k.hold(ctx) })
			}
			crowd = nil
		}
	}
	close(next)
	people.Wait()
}

// progress says now and then how far it is.
func (t *trial) progress(ctx context.Context) {
	tick := time.NewTicker(30 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			t.mu.Lock()
			n := len(t.talks)
			t.mu.Unlock()
			fmt.Printf("%s: %d conversations begun\n", time.Now().Format("15:04:05"), n)
		case <-ctx.Done():
			return
		}
	}
}

// drain waits until nothing is left to be done, or says what is.
func (t *trial) drain(ctx context.Context, patience time.Duration) error {
	work := [...]string{
		"mail", "places where ready_at is not null and not pulls", "places where token is not null", "hook_bursts where fired_at is null",
		"assistant_runs where status in ('planning', 'running')",
	}
	var left [len(work)]int
	err := rig.Await(ctx, "all work is done", patience, func() bool {
		all := 0
		for i, of := range work {
			if err := t.sql.QueryRow(ctx, "select count(*) from "+of).Scan(&left[i]); err != nil {
				return false
			}
			all += left[i]
		}
		time.Sleep(50 * time.Millisecond)
		return all == 0
	})
	if err != nil {
		err = fmt.Errorf("%w: left are %v of %q", err, left, work)
	}
	return err
}

func (t *trial) count(kind string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[kind]++
}

// table prints what went wrong, by kind.
func (t *trial) table() {
	list := func(title string, counts map[string]int) {
		all := 0
		for _, n := range counts {
			all += n
		}
		fmt.Printf("%s: %d\n", title, all)
		for _, k := range slices.Sorted(maps.Keys(counts)) {
			fmt.Printf("  %6d  %s\n", counts[k], k)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.storms)) {
		list("calls to "+name+" that met a mishap", t.storms[name].Counts())
	}
	if t.discord != nil {
		list("calls to discord", t.discord.AllCalls())
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	list("mishaps of deliveries and connections", t.counts)
}
