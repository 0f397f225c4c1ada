package backends_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/assistant"
)

// named is a model that is known by its name.
type named string

func (n named) Info() llm.Info {
	return llm.Info{Provider: "openai", Model: string(n), Rehearsal: n == "rehearsal"}
}

func (n named) Generate(context.Context, llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		yield(llm.Done{Reply: llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, string(n))}}, nil)
	}
}

func client(t *testing.T, name string) *llm.Client {
	t.Helper()
	c, err := llm.NewClient(llm.Config{Model: named(name), Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// desk keeps what tenants set, and counts how often it is looked at.
type desk struct {
	mu     sync.Mutex
	set    map[assistant.TenantID]assistant.ModelSettings
	done   map[assistant.TenantID]int64
	broken map[assistant.TenantID]bool // it cannot be read
	looks  int
	reads  int
}

func newDesk() *desk {
	return &desk{set: map[assistant.TenantID]assistant.ModelSettings{}, done: map[assistant.TenantID]int64{}, broken: map[assistant.TenantID]bool{}}
}

func (d *desk) sets(t assistant.TenantID, model string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done[t]++
	d.set[t] = assistant.ModelSettings{Provider: "openai", Model: model}
	if model == "" {
		delete(d.set, t)
	}
}

func (d *desk) ModelRevision(context.Context) (sum int64, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.looks++
	for _, n := range d.done {
		sum += n
	}
	return sum, nil
}

func (d *desk) ModelRevisions(context.Context) (map[assistant.TenantID]int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reads++
	return maps.Clone(d.done), nil
}

func (d *desk) ModelSettings(_ context.Context, t assistant.TenantID) (assistant.ModelSettings, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reads++
	if d.broken[t] {
		return assistant.ModelSettings{}, errors.New("it cannot be read")
	}
	return d.set[t], nil
}

func source(t *testing.T, d *desk, log *bytes.Buffer) *backends.Source {
	t.Helper()
	return backends.New(backends.Config{
		Default: client(t, "rehearsal"), Settings: d, Log: slog.New(slog.NewTextHandler(log, nil)),
		Make: func(_ assistant.TenantID, s assistant.ModelSettings) (*llm.Client, error) {
			if s.Model == "impossible" {
				return nil, errors.New("there is no such thing")
			}
			return client(t, s.Model), nil
		},
	})
}

func answers(t *testing.T, b llm.Backend) string {
	t.Helper()
	reply, err := b.Model.Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return reply.Text()
}

// TestEachTenantIsAnsweredByTheModelItHasSet: the others by the default, and whoever has begun by the one that they began with. One look that
// finds nothing new reads nothing else.
func TestEachTenantIsAnsweredByTheModelItHasSet(t *testing.T) {
	d, log := newDesk(), &bytes.Buffer{}
	s := source(t, d, log)
	is := func(tenant assistant.TenantID, want string) {
		t.Helper()
		if err := s.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		b := s.Of(tenant)
		if got := answers(t, b); got != want || s.Client(tenant).Info().Model != want {
			t.Errorf("%s is answered by %s, want %s", tenant, got, want)
		}
		if rehearses := want == "rehearsal"; b.Rehearsal != rehearses || (b.Purse == nil) != rehearses || s.Rehearses(tenant) != rehearses {
			t.Errorf("%s is answered by %s: %+v", tenant, want, b)
		}
	}
	is("a", "rehearsal")
	begun := s.Of("a")
	d.sets("a", "first")
	is("a", "first")
	is("b", "rehearsal")
	if got := answers(t, begun); got != "rehearsal" {
		t.Errorf("who had begun is answered by %s", got)
	}
	d.sets("b", "theirs")
	d.sets("a", "second")
	is("a", "second")
	is("b", "theirs")
	reads := d.reads
	for range 5 {
		is("a", "second")
	}
	if d.reads != reads {
		t.Errorf("nothing is new, and it was read %d times", d.reads-reads)
	}
	d.sets("a", "")
	is("a", "rehearsal")
	is("b", "theirs")
	if log.Len() > 0 {
		t.Error(log.String())
	}
}

// TestWhatCannotBeTakenKeepsNobodyElsesModel: a model that cannot be made is none, and one that cannot be read stays until it can.
func TestWhatCannotBeTakenKeepsNobodyElsesModel(t *testing.T) {
	d, log := newDesk(), &bytes.Buffer{}
	s := source(t, d, log)
	d.sets("a", "first")
	d.sets("b", "impossible")
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a, b := answers(t, s.Of("a")), answers(t, s.Of("b")); a != "first" || b != "rehearsal" || !strings.Contains(log.String(), "the model that is set is not taken") {
		t.Errorf("%s and %s answer: %s", a, b, log.String())
	}
	d.broken["a"] = true
	d.sets("a", "second")
	d.sets("c", "third")
	if err := s.Refresh(t.Context()); err == nil || !strings.Contains(err.Error(), "tenant a") {
		t.Errorf("got %v", err)
	}
	if a, c := answers(t, s.Of("a")), answers(t, s.Of("c")); a != "first" || c != "third" {
		t.Errorf("%s and %s answer", a, c)
	}
	d.broken["a"] = false
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := answers(t, s.Of("a")); a != "second" {
		t.Errorf("once it can be read, %s answers", a)
	}
}

// TestAChangeIsInForceWithinTwoSeconds: by the look alone, which goes on where one has failed.
func TestAChangeIsInForceWithinTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk()
		s := source(t, d, &bytes.Buffer{})
		ctx, end := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if err := s.Run(ctx); err != nil {
				t.Error(err)
			}
		})
		for _, name := range []string{"first", "second"} {
			d.sets("a", name)
			time.Sleep(2 * time.Second) // on a clock of the test's own
			if got := s.Client("a").Info().Model; got != name {
				t.Errorf("%s answers, want %s", got, name)
			}
		}
		end()
		all.Wait()
	})
}

// TestWhatTheEnvironmentSetsIsInForceForEverybody: nothing is looked at then.
func TestWhatTheEnvironmentSetsIsInForceForEverybody(t *testing.T) {
	s := backends.New(backends.Config{Default: client(t, "fixed"), Log: slog.New(slog.DiscardHandler)})
	if err := errors.Join(s.Refresh(t.Context()), s.Run(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := answers(t, s.Of("a")); got != "fixed" {
		t.Errorf("%s answers", got)
	}
}
