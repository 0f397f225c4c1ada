package discord_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// slow is the way to Discord: every request takes a while, and what stops answers nothing any more.
type slow struct {
	within

	mu    sync.Mutex
	takes time.Duration
	stops func(path string) bool
	calls []string
}

func (s *slow) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	takes, stops := s.takes, s.stops
	s.calls = append(s.calls, r.Method+" "+strings.TrimPrefix(r.URL.Path, "/api/v10/"))
	s.mu.Unlock()
	if stops != nil && stops(r.URL.Path) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	select {
	case <-time.After(takes):
		return s.within.RoundTrip(r)
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

func (s *slow) set(takes time.Duration, stops func(path string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takes, s.stops = takes, stops
}

func (s *slow) called() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// after is a world whose clock is the test's: a bot that has listened, and what happens after a gap.
type after struct {
	*testing.T
	*fakediscord.Server
	*inbox
	way   *slow
	since time.Time // of the newest connection
	wire  *discord.Wire
	log   lines
	acked map[string]int // by outcome
	leave func()
	start func()
	stop  func()
}

// afterAGap runs a test in such a world. The bot has been away for five minutes and is not back yet.
func afterAGap(t *testing.T, test func(w *after)) {
	t.Helper()
	fake, _ := fakeAndBot(t, func(c *discord.Config) { c.PublicKey = nil })
	synctest.Test(t, func(t *testing.T) {
		now := func() time.Time { return time.Now().AddDate(27, 0, 0) } // Discord's ids begin in 2015
		fake.Now = now
		w := &after{T: t, Server: fake, inbox: newInbox(), way: &slow{}, acked: map[string]int{}}
		w.way.Handler = fake.Handler()
		w.until = now()
		c := discord.Config{
			Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant", Backlog: w.inbox, Now: now,
			HTTPClient: &http.Client{Transport: w.way, Timeout: 15 * time.Second}, Pace: discord.Pace{Requests: 1e6},
			Log: slog.New(slog.NewTextHandler(&w.log, nil)),
			Acked: func(_, outcome string, _ time.Duration) {
				w.log.mu.Lock()
				defer w.log.mu.Unlock()
				w.acked[outcome]++
			},
		}
		w.use(&c)
		w.start = func() {
			var work errgroup.Group
			ctx, cancel := context.WithCancel(t.Context())
			w.stop = func() {
				cancel()
				_ = work.Wait()
			}
			w.wire = discord.New(c).NewWire(ctx, &work)
		}
		w.start()
		defer func() { w.stop() }()
		w.connect()
		synctest.Wait()
		w.lose()
		test(w)
	})
}

func (w *after) connect() {
	w.wire.Connect()
	w.since = w.Now()
	w.leave = w.Listen(w.wire.Hear)
}

// catchesUp waits until everything is known to have been heard up to when the connection was made.
func (w *after) catchesUp() {
	w.Helper()
	w.soon("it has caught up", func() bool { return !w.heardUntil().Before(w.since) })
}

// lose loses the connection for five minutes.
func (w *after) lose() {
	w.leave()
	w.wire.Lose()
	time.Sleep(5 * time.Minute)
}

// talk begins a conversation in a new thread, which the bot has heard before the gap.
func (w *after) talk(channel string) (thread string) {
	w.Helper()
	w.connect()
	thread = w.Mention(channel, anna, "a page")
	w.soon("the conversation begins", func() bool { return slices.Contains(w.texts(), "a page") })
	time.Sleep(2 * time.Minute)
	w.wire.Beat()
	time.Sleep(time.Minute)
	w.lose()
	w.forget()
	return thread
}

// soon lets a minute pass at most.
func (w *after) soon(what string, so func() bool) {
	w.Helper()
	for range 6000 {
		synctest.Wait()
		if so() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.Fatalf("never: %s: %q", what, w.texts())
}

func (w *after) texts() []string {
	var out []string
	for _, in := range w.all() {
		out = append(out, in.Text)
	}
	return out
}

// takes waits until the words were taken, in that order.
func (w *after) takes(words ...string) {
	w.Helper()
	w.soon(fmt.Sprint(words), func() bool { return len(w.texts()) >= len(words) })
	same(w.T, words, w.texts())
}

func TestWhatWasMissedInAThreadIsTakenBeforeWhatComesThere(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.Write(thread, anna, "make it blue")
		w.connect()
		w.Say(thread, anna, "no, red")
		w.Say(thread, anna, "please")
		w.takes("make it blue", "no, red", "please")
		clean(t, w.Server)
	})
}

func TestAThreadThatIsReadBackLastComesFirstWhereSomebodySpeaks(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.Write(thread, anna, "make it blue")
		for i := range 200 {
			channel := strconv.Itoa(710000000000000000 + i)
			w.AddChannel(channel, fakediscord.Text)
			w.Write(channel, bob, "said to nobody")
		}
		w.stop()
		w.start() // again, and the thread is not among the newest places
		w.way.set(time.Second, nil)
		start := time.Now()
		w.connect()
		w.Say(thread, anna, "no, red")
		w.takes("make it blue", "no, red")
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestWhatIsReadBackTooSlowlyLetsInWhatCame(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread, other := w.talk(text), w.talk(text)
		w.Write(thread, anna, "make it blue")
		w.way.set(0, func(path string) bool { return strings.Contains(path, thread+"/messages") })
		was := w.heardUntil()
		w.connect()
		w.Say(thread, anna, "no, red")
		w.Say(other, anna, "of the other")
		w.Say(direct, anna, "in private")
		time.Sleep(time.Second)
		synctest.Wait()
		same(t, []string{"in private", "of the other"}, slices.Sorted(slices.Values(w.texts())))
		time.Sleep(28 * time.Second)
		synctest.Wait()
		if slices.Contains(w.texts(), "no, red") {
			t.Error("it did not wait")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !slices.Contains(w.texts(), "no, red") || !w.heardUntil().Equal(was) {
			t.Errorf("%q, and it is noted until %v", w.texts(), w.heardUntil())
		}
		start := time.Now()
		w.Say(thread, anna, "now")
		w.soon("what comes then is taken at once", func() bool { return slices.Contains(w.texts(), "now") })
		if time.Since(start) > 0 {
			t.Error("it waited again")
		}
		w.way.set(0, nil)
		w.soon("what was missed is taken in the end", func() bool { return slices.Contains(w.texts(), "make it blue") })
		w.catchesUp()
	})
}

func TestWhereNothingWasMissedNothingWaits(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.way.set(0, func(path string) bool { return strings.HasSuffix(path, "/messages") }) // nothing can be read back
		start := time.Now()
		w.connect()
		w.Say(thread, anna, "and a footer")
		w.takes("and a footer")
		if time.Since(start) > 0 {
			t.Errorf("it waited for %v", time.Since(start))
		}
	})
}

func TestOnAnOrdinaryDayNothingWaitsAndNothingIsAsked(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.way.set(100*time.Millisecond, nil)
		w.connect()
		w.catchesUp()
		before := w.way.called()
		start := time.Now()
		w.Say(thread, anna, "one")
		w.Say(thread, bob, "two")
		synctest.Wait()
		same(t, []string{"one"}, w.texts()) // the first shows that somebody types, which takes its 100 ms
		w.takes("one", "two")
		if took := time.Since(start); took > 110*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		time.Sleep(time.Second)
		for _, call := range w.way.called()[len(before):] {
			if call != "POST channels/"+thread+"/typing" {
				t.Errorf("asked for %s", call)
			}
		}
	})
}

func TestARefusalToReadBackLetsInWhatCame(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.Write(thread, anna, "make it blue")
		for range 4 {
			w.Fault("GET channels/messages", fakediscord.Fault{
				Status: 403, Body: `{"code":50001,"message":"Missing Access"}`, Headers: http.Header{"Content-Type": {"application/json"}},
			})
		}
		start := time.Now()
		w.connect()
		w.Say(thread, anna, "no, red")
		w.takes("no, red")
		if time.Since(start) > time.Second {
			t.Errorf("it waited for %v", time.Since(start))
		}
	})
}

func TestWhatWaitedWhenAConnectionWasLostWaitsForTheNextReadingBack(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.Write(thread, anna, "make it blue")
		w.way.set(0, func(path string) bool { return strings.HasSuffix(path, "/messages") })
		w.connect()
		w.Say(thread, anna, "no, red")
		time.Sleep(5 * time.Second)
		w.leave()
		w.wire.Lose()
		w.Write(thread, anna, "or green")
		time.Sleep(5 * time.Second)
		w.way.set(time.Second, nil)
		w.connect()
		w.Say(thread, anna, "please")
		w.takes("make it blue", "no, red", "or green", "please")
	})
}

func TestAThreadWaitsForTheMentionThatItBeganWith(t *testing.T) {
	afterAGap(t, func(w *after) {
		w.AddChannel("700000000000000051", fakediscord.Text)
		root := w.Write("700000000000000051", anna, "<@"+w.Application+"> create a page")
		thread := w.Branch("700000000000000051", root, "about the page")
		w.Write(thread, anna, "make it blue")
		w.way.set(100*time.Millisecond, nil)
		w.connect()
		w.Say(thread, anna, "no, red")
		w.takes("create a page", "make it blue", "no, red")
		later := w.StartThread(text, "not of the bot's")
		w.Say(later, anna, "nobody is meant")
		time.Sleep(time.Minute)
		w.takes("create a page", "make it blue", "no, red")
	})
}

func TestWhatIsChangedAfterAGapIsChangedOnceItIsKnown(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		missed := w.Write(thread, anna, "make it blue")
		w.way.set(100*time.Millisecond, nil)
		w.connect()
		w.Change(thread, missed, "make it red")
		w.Delete(thread, w.Say(thread, bob, "no"))
		w.soon("all is taken", func() bool { return len(w.brief()) == 4 })
		same(t, []string{"deleted “” by " + bob, "edited “make it red” by " + anna, "said “make it red” by " + anna, "said “no” by " + bob}, w.brief())
	})
}

func TestAStopWaitsForNothingThatWaits(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.Write(thread, anna, "make it blue")
		w.way.set(0, func(path string) bool { return strings.HasSuffix(path, "/messages") })
		was := w.heardUntil()
		w.connect()
		w.Say(thread, anna, "no, red")
		time.Sleep(time.Second)
		start := time.Now()
		w.stop()
		if took := time.Since(start); took > 0 || len(w.texts()) > 0 || !w.heardUntil().Equal(was) {
			t.Errorf("it took %v, with %q, noted until %v", took, w.texts(), w.heardUntil())
		}
	})
}

func TestMoreThanCanWaitDoesNotWait(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.Write(thread, anna, "missed")
		w.way.set(0, func(path string) bool { return strings.HasSuffix(path, "/messages") })
		w.connect()
		var want []string
		start := time.Now()
		for i := range discord.Waiting + 50 {
			want = append(want, strconv.Itoa(i))
			w.Say(thread, anna, want[i])
		}
		w.takes(want...)
		if time.Since(start) > 0 {
			t.Errorf("it took %v", time.Since(start))
		}
	})
}

func TestClicksDoNotWait(t *testing.T) {
	afterAGap(t, func(w *after) {
		thread := w.talk(text)
		w.Write(thread, anna, "make it blue")
		w.way.set(0, func(path string) bool { return strings.HasSuffix(path, "/messages") })
		w.connect()
		w.Say(thread, anna, "no, red")
		start := time.Now()
		if a, err := w.Command(w.Context(), thread, anna, "status"); err != nil || a.Note() == "" {
			t.Errorf("%+v %v", a, err)
		}
		if time.Since(start) > 0 || len(w.texts()) > 0 {
			t.Errorf("it took %v, with %q", time.Since(start), w.texts())
		}
	})
}

// Whatever is missed and said, however slowly and wrongly Discord answers, a conversation is heard in order.
func TestAConversationIsHeardInOrderHoweverItIsReadBack(t *testing.T) {
	for seed := range uint64(20) {
		afterAGap(t, func(w *after) {
			random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // chance, not a secret
			threads, want := []string{}, map[string][]string{}
			for range 5 {
				threads = append(threads, w.talk(text))
			}
			n := 0
			say := func(how func(channel, user, text string) string) {
				n++
				words, thread := strconv.Itoa(n), threads[random.IntN(len(threads))]
				how(thread, anna, words)
				want[thread] = append(want[thread], words)
			}
			for range 3 {
				for range random.IntN(10) {
					say(w.Write)
				}
				for range random.IntN(4) {
					w.Fault("GET channels/messages", fakediscord.Fault{Status: 502})
				}
				w.way.set(time.Duration(random.IntN(1000))*time.Millisecond, nil)
				w.connect()
				for range random.IntN(10) {
					say(w.Say)
					time.Sleep(time.Duration(random.IntN(500)) * time.Millisecond)
				}
				w.leave()
				w.wire.Lose()
				time.Sleep(time.Duration(random.IntN(5)) * time.Second)
			}
			w.connect()
			w.soon("all is heard", func() bool { return len(w.texts()) == n })
			got := map[string][]string{}
			for _, in := range w.all() {
				got[in.Place.Channel] = append(got[in.Place.Channel], in.Text)
			}
			same(t, want, got)
		})
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
}
