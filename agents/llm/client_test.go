package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// script is a model that plays one function per attempt; the last one is played for all further attempts.
type script struct {
	name  string
	plays []play
	asked []llm.Request
}

type play func(ctx context.Context, yield func(llm.Event, error) bool)

func (s *script) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	s.asked = append(s.asked, r)
	p := s.plays[min(len(s.asked), len(s.plays))-1]
	return func(yield func(llm.Event, error) bool) { p(ctx, yield) }
}

func (s *script) Info() llm.Info { return llm.Info{Provider: "test", Model: s.name} }

func says(text string) play {
	return func(_ context.Context, yield func(llm.Event, error) bool) {
		if yield(llm.TextDelta{Text: text}, nil) {
			yield(llm.Done{Reply: llm.Reply{
				Message: llm.TextMessage(llm.RoleAssistant, text), Usage: assistant.Usage{Input: 10, Output: 2},
			}}, nil)
		}
	}
}

func TestWhatAProviderReasonsAloudIsNeitherKeptNorShown(t *testing.T) {
	state := &llm.ProviderState{Provider: "test", Data: json.RawMessage(`{"signature":"x"}`)}
	m := &script{name: "m", plays: []play{func(_ context.Context, yield func(llm.Event, error) bool) {
		yield(llm.Done{Reply: llm.Reply{Message: llm.Message{Parts: []llm.Part{
			{Text: "rude", Thought: true}, {Text: "rude too", Thought: true, State: state}, {Text: "Hello."},
		}}}}, nil)
	}}}
	client, err := llm.NewClient(llm.Config{Model: m, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := client.Ask(t.Context(), llm.Request{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]llm.Part{{Thought: true, State: state}, {Text: "Hello."}}, reply.Message.Parts); diff != "" {
		t.Error(diff)
	}
}

func fails(err error) play {
	return func(_ context.Context, yield func(llm.Event, error) bool) { yield(nil, err) }
}

func saysThenFails(text string, err error) play {
	return func(_ context.Context, yield func(llm.Event, error) bool) {
		if yield(llm.TextDelta{Text: text}, nil) {
			yield(nil, err)
		}
	}
}

func endsEarly(context.Context, func(llm.Event, error) bool) {}

func hangs(ctx context.Context, yield func(llm.Event, error) bool) {
	<-ctx.Done()
	yield(nil, ctx.Err())
}

type meter struct {
	outcomes, instead []string
	micros            int64
}

func (m *meter) ModelInstead(provider, away string) {
	m.instead = append(m.instead, provider+" for "+away)
}

func (m *meter) ModelCalled(_ assistant.TenantID, _, _ string, _, outcome metrics.Word, _ assistant.Usage, micros int64, _ time.Duration) {
	m.micros += micros
	m.outcomes = append(m.outcomes, outcome.String())
}

func client(t *testing.T, m llm.Model, change func(*llm.Config)) *llm.Client {
	t.Helper()
	c := llm.Config{Model: m, Log: slog.New(slog.DiscardHandler), Now: time.Now}
	if change != nil {
		change(&c)
	}
	out, err := llm.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTheClientTriesAgainWhatMayWorkAndNothingElse(t *testing.T) {
	answers := func(code int, words string) error {
		return &llm.StatusError{Provider: "test", Code: code, Message: words}
	}
	busy, refused := answers(503, "busy"), answers(400, "no")
	cases := map[string]struct {
		plays    []play
		want     error // nil for the text "hello"
		attempts int
		outcomes []string
	}{
		"at once":                 {[]play{says("hello")}, nil, 1, []string{"ok"}},
		"busy, then well":         {[]play{fails(busy), fails(busy), says("hello")}, nil, 3, []string{"fault", "fault", "ok"}},
		"busy for ever":           {[]play{fails(busy)}, llm.ErrOverloaded, 4, []string{"fault", "fault", "fault", "fault"}},
		"a wrong key":             {[]play{fails(answers(401, "no"))}, llm.ErrRefused, 1, []string{"key"}},
		"a key that may not":      {[]play{fails(answers(403, "forbidden"))}, llm.ErrRefused, 1, []string{"key"}},
		"a key that is malformed": {[]play{fails(answers(400, "API key not valid"))}, llm.ErrRefused, 1, []string{"key"}},
		"no such model":           {[]play{fails(answers(404, "not found"))}, llm.ErrRefused, 1, []string{"model"}},
		"nothing left to spend":   {[]play{fails(answers(429, "insufficient_quota")), says("hello")}, nil, 2, []string{"quota", "ok"}},
		"no credit":               {[]play{fails(answers(402, "pay"))}, llm.ErrRefused, 1, []string{"quota"}},
		"no credit, as Anthropic": {[]play{fails(answers(400, "Your credit balance is too low to access the Anthropic API."))}, llm.ErrRefused, 1, []string{"quota"}},
		"too many requests":       {[]play{fails(answers(429, "slow down")), says("hello")}, nil, 2, []string{"limited", "ok"}},
		"no answer at all":        {[]play{fails(answers(0, "no route")), says("hello")}, nil, 2, []string{"unreachable", "ok"}},
		"a time-out of its own":   {[]play{fails(answers(408, "too slow")), says("hello")}, nil, 2, []string{"timeout", "ok"}},
		"a transport that waits":  {[]play{fails(&llm.StatusError{Err: os.ErrDeadlineExceeded}), says("hello")}, nil, 2, []string{"timeout", "ok"}},
		"a conflict":              {[]play{fails(answers(409, "later")), says("hello")}, nil, 2, []string{"overloaded", "ok"}},
		"refused":                 {[]play{fails(refused)}, llm.ErrRefused, 1, []string{"refused"}},
		"cut off, then well":      {[]play{endsEarly, says("hello")}, nil, 2, []string{"truncated", "ok"}},
		"cut off for ever":        {[]play{endsEarly}, llm.ErrTruncated, 4, []string{"truncated", "truncated", "truncated", "truncated"}},
		"too long for its limit":  {[]play{fails(errors.Join(llm.ErrTruncated, llm.ErrLength))}, llm.ErrTruncated, 1, []string{"truncated"}},
		"silent, then well":       {[]play{hangs, says("hello")}, nil, 2, []string{"idle", "ok"}},
		"an error nobody foresaw": {[]play{fails(errors.New("odd"))}, nil, 1, []string{"error"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				model, seen := &script{plays: c.plays}, &meter{}
				reply, err := client(t, model, func(c *llm.Config) { c.Meter = seen }).Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer}, nil)
				if c.want == nil && name != "an error nobody foresaw" && (err != nil || reply.Text() != "hello") {
					t.Errorf("reply %q, error %v", reply.Text(), err)
				}
				if c.want != nil && !errors.Is(err, c.want) {
					t.Errorf("error = %v, want %v", err, c.want)
				}
				if len(model.asked) != c.attempts {
					t.Errorf("%d attempts, want %d", len(model.asked), c.attempts)
				}
				if diff := cmp.Diff(c.outcomes, seen.outcomes); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}

// TestATextThatBreaksOffIsAskedForOnceMore: whoever was shown some of it is told that it begins anew. The second time it is left.
func TestATextThatBreaksOffIsAskedForOnceMore(t *testing.T) {
	reads := func(shown *[]string) func(string) { return func(s string) { *shown = append(*shown, s) } }
	synctest.Test(t, func(t *testing.T) {
		model := &script{plays: []play{saysThenFails("hel", llm.ErrTruncated), says("hello")}}
		var shown []string
		reply, err := client(t, model, nil).Ask(t.Context(), llm.Request{}, reads(&shown))
		if err != nil || reply.Text() != "hello" || strings.Join(shown, "|") != "hel|"+llm.Anew+"|hello" {
			t.Errorf("reply %q, error %v, shown %q", reply.Text(), err, shown)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		model := &script{plays: []play{saysThenFails("hel", llm.ErrTruncated), fails(llm.ErrTruncated), saysThenFails("he", llm.ErrTruncated), says("hello")}}
		var shown []string
		_, err := client(t, model, nil).Ask(t.Context(), llm.Request{}, reads(&shown))
		if !errors.Is(err, llm.ErrTruncated) || len(model.asked) != 3 || strings.Join(shown, "|") != "hel|"+llm.Anew+"|he" {
			t.Errorf("error %v after %d attempts, shown %q", err, len(model.asked), shown)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		model := &script{plays: []play{saysThenFails("hel", llm.ErrTruncated), says("hello")}}
		reply, err := client(t, model, nil).Ask(t.Context(), llm.Request{}, nil)
		if err != nil || reply.Text() != "hello" {
			t.Errorf("what nobody was shown was not tried again: %v", err)
		}
	})
}

func TestTheProvidersWaitIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := &script{plays: []play{fails(&llm.StatusError{Code: 429, RetryAfter: 30 * time.Second}), says("hello")}}
		began := time.Now()
		if _, err := client(t, model, nil).Ask(t.Context(), llm.Request{}, nil); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took < 30*time.Second || took > 32*time.Second {
			t.Errorf("came back after %s, want a little more than 30s", took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		model := &script{plays: []play{fails(&llm.StatusError{Code: 429, RetryAfter: time.Hour})}}
		began := time.Now()
		_, err := client(t, model, nil).Ask(t.Context(), llm.Request{}, nil)
		if !errors.Is(err, llm.ErrOverloaded) || time.Since(began) > time.Second {
			t.Errorf("waited %s for an hour that is not there: %v", time.Since(began), err)
		}
	})
}

func TestTimeIsBounded(t *testing.T) {
	beats := func(ctx context.Context, yield func(llm.Event, error) bool) {
		for {
			select {
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			case <-time.After(10 * time.Second):
				if !yield(llm.Alive{}, nil) {
					return
				}
			}
		}
	}
	t.Run("a model that thinks for ever is alive but not for ever", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			_, err := client(t, &script{plays: []play{beats}}, nil).Ask(t.Context(), llm.Request{}, nil)
			if !errors.Is(err, llm.ErrOverloaded) || time.Since(began) != 10*time.Minute {
				t.Errorf("after %s: %v", time.Since(began), err)
			}
		})
	})
	t.Run("one that reasons in silence is waited for, but not by who waits to be understood", func(t *testing.T) {
		for purpose, patient := range map[llm.Purpose]bool{llm.PurposeAnswer: true, llm.PurposePlan: true, "of-a-pack": true, llm.PurposeClassify: false, llm.PurposeInterpret: false} {
			synctest.Test(t, func(t *testing.T) {
				reasons := func(ctx context.Context, yield func(llm.Event, error) bool) {
					select {
					case <-ctx.Done():
						yield(nil, ctx.Err())
					case <-time.After(4*time.Minute + 50*time.Second):
						yield(llm.Done{Reply: llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, "42")}}, nil)
					}
				}
				_, err := client(t, &script{plays: []play{reasons}}, nil).Ask(t.Context(), llm.Request{Purpose: purpose}, nil)
				if (err == nil) != patient {
					t.Errorf("to %s: %v", purpose, err)
				}
			})
		}
	})
	t.Run("as long as an operator says", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			_, err := client(t, &script{plays: []play{hangs}}, func(c *llm.Config) { c.Timeout = 20 * time.Second }).Ask(t.Context(), llm.Request{Purpose: llm.PurposePlan}, nil)
			if !errors.Is(err, llm.ErrOverloaded) || time.Since(began) != 20*time.Second {
				t.Errorf("after %s: %v", time.Since(began), err)
			}
		})
	})
	t.Run("one that never comes to an end is a time-out, and nobody's stop", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			trickles := func(ctx context.Context, yield func(llm.Event, error) bool) {
				for yield(llm.Alive{}, nil) {
					select {
					case <-ctx.Done():
						yield(nil, ctx.Err())
						return
					case <-time.After(time.Second):
					}
				}
			}
			seen := &meter{}
			_, err := client(t, &script{plays: []play{trickles}}, func(c *llm.Config) { c.Meter = seen }).Ask(t.Context(), llm.Request{Purpose: llm.PurposePlan}, nil)
			if !errors.Is(err, llm.ErrOverloaded) || cmp.Diff([]string{"timeout"}, seen.outcomes) != "" {
				t.Errorf("error %v, outcomes %v", err, seen.outcomes)
			}
		})
	})
	t.Run("whoever asked may stop it, and the reason is told", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			stopped := errors.New("stopped by a person")
			ctx, cancel := context.WithCancelCause(t.Context())
			go func() {
				<-time.After(5 * time.Second)
				cancel(stopped)
			}()
			seen := &meter{}
			_, err := client(t, &script{plays: []play{hangs}}, func(c *llm.Config) { c.Meter = seen }).Ask(ctx, llm.Request{}, nil)
			if !errors.Is(err, stopped) || cmp.Diff([]string{"cancelled"}, seen.outcomes) != "" {
				t.Errorf("error %v, outcomes %v", err, seen.outcomes)
			}
		})
	})
	t.Run("it may also be stopped while waiting", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			began := time.Now()
			_, err := client(t, &script{plays: []play{fails(&llm.StatusError{Code: 429, RetryAfter: time.Minute})}}, nil).Ask(ctx, llm.Request{}, nil)
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 3*time.Second {
				t.Errorf("after %s: %v", time.Since(began), err)
			}
		})
	})
}

func TestAReplyThatCannotBeKeptIsGarbage(t *testing.T) {
	done := func(m llm.Message) play {
		return func(_ context.Context, yield func(llm.Event, error) bool) {
			yield(llm.Done{Reply: llm.Reply{Message: m}}, nil)
		}
	}
	call := func(id, name, arguments string) llm.Part {
		return llm.Part{Call: &llm.ToolCall{ID: id, Name: name, Arguments: json.RawMessage(arguments)}}
	}
	flood := func(_ context.Context, yield func(llm.Event, error) bool) {
		for yield(llm.TextDelta{Text: strings.Repeat("a", 1<<16)}, nil) {
		}
	}
	cases := map[string]play{
		"endless text":            flood,
		"a long reply in one":     done(llm.TextMessage(llm.RoleAssistant, strings.Repeat("a", llm.MaxReply+1))),
		"a call without a name":   done(llm.Message{Parts: []llm.Part{call("1", "", "{}")}}),
		"a call without an id":    done(llm.Message{Parts: []llm.Part{call("", "look", "{}")}}),
		"two calls of one id":     done(llm.Message{Parts: []llm.Part{call("1", "look", "{}"), call("1", "look", "{}")}}),
		"arguments cut off":       done(llm.Message{Parts: []llm.Part{call("1", "look", `{"a":`)}}),
		"a state that is no JSON": done(llm.Message{Parts: []llm.Part{{Text: "a", State: &llm.ProviderState{Data: json.RawMessage("{")}}}}),
	}
	for name, p := range cases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if _, err := client(t, &script{plays: []play{p}}, nil).Ask(t.Context(), llm.Request{}, nil); !errors.Is(err, llm.ErrGarbage) {
					t.Errorf("error = %v", err)
				}
			})
		})
	}
}

func TestNothingLeavesWhenModelsAreSwitchedOffOrTheRequestIsTooLong(t *testing.T) {
	model := &script{plays: []play{says("hello")}}
	off := client(t, model, func(c *llm.Config) { c.Disabled = true })
	if _, err := off.Ask(t.Context(), llm.Request{}, nil); !errors.Is(err, llm.ErrDisabled) {
		t.Errorf("error = %v", err)
	}
	long := llm.Request{Messages: []llm.Message{llm.TextMessage(llm.RoleUser, strings.Repeat("a", 2<<20))}}
	if _, err := client(t, model, nil).Ask(t.Context(), long, nil); !errors.Is(err, llm.ErrRefused) {
		t.Errorf("error = %v", err)
	}
	if len(model.asked) != 0 {
		t.Errorf("the model was asked %d times", len(model.asked))
	}
}

func TestTheFastModelServesWhatAsksForIt(t *testing.T) {
	big, small := &script{name: "big", plays: []play{says("hello")}}, &script{name: "small", plays: []play{says("hi")}}
	c := client(t, big, func(c *llm.Config) { c.Fast, c.MaxOutput = small, 99 })
	reply, err := c.Ask(t.Context(), llm.Request{Tier: llm.TierFast}, nil)
	if err != nil || reply.Info.Model != "small" {
		t.Errorf("%q answered: %v", reply.Info.Model, err)
	}
	if reply, err = c.Ask(t.Context(), llm.Request{MaxOutput: 7}, nil); err != nil || reply.Info.Model != "big" {
		t.Errorf("%q answered: %v", reply.Info.Model, err)
	}
	if small.asked[0].MaxOutput != 99 || big.asked[0].MaxOutput != 7 {
		t.Errorf("limits %d and %d", small.asked[0].MaxOutput, big.asked[0].MaxOutput)
	}
}

func TestEveryFailureIsSaidPlainlyWithAWayOn(t *testing.T) {
	for _, err := range []error{llm.ErrDisabled, llm.ErrOverloaded, llm.ErrTruncated, llm.ErrBroken, llm.ErrGarbage, llm.ErrRefused, errors.New("odd")} {
		p := llm.Explain(err)
		if p.Message.String() == "" || p.Recovery.String() == "" || strings.Contains(p.Message.String(), "err") {
			t.Errorf("%v: %+v", err, p)
		}
	}
}

// TestAdviceFitsWhatFailed: nobody's words are at fault where the model's are, and a connection that broke off is no matter of length or form.
func TestAdviceFitsWhatFailed(t *testing.T) {
	habit := &llm.HabitError{Provider: "openai", Server: "127.0.0.1:1", Did: "ended its reply without saying that it is whole", Mend: "Take a newer one.", Again: true, Err: llm.ErrBroken}
	for name, c := range map[string]struct {
		err       error
		says, not string
	}{
		"a reply that makes no sense": {llm.ErrGarbage, "the model's doing, not yours", "words"},
		"a stream that a network cut": {fmt.Errorf("read: %w", llm.ErrBroken), "The connection to the language model broke off", "shorter"},
		"one of a server of its own":  {habit, "The connection to the language model broke off", "in a form that I cannot rely on"},
		"an answer that was too long": {fmt.Errorf("%w: %w", llm.ErrTruncated, llm.ErrLength), "a shorter request helps", "connection"},
	} {
		p := llm.Explain(c.err)
		if said := p.Whole().String(); !strings.Contains(said, c.says) || strings.Contains(said, c.not) {
			t.Errorf("%s: %s", name, said)
		}
	}
	if p := llm.Explain(habit); !strings.Contains(p.Mend.String(), "127.0.0.1:1") || !strings.Contains(p.Mend.String(), "Take a newer one.") {
		t.Errorf("whoever runs it is told %q", p.Mend)
	}
}

// TestAProviderIsAskedSoOftenAtATime: what is too much at once waits, and whoever has the fewest requests on their way goes first.
func TestAProviderIsAskedSoOftenAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &slowModel{takes: time.Minute}
		client, err := llm.NewClient(llm.Config{Model: m, Log: slog.New(slog.DiscardHandler), Now: time.Now, AtOnce: 2, Timeout: 90 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		var mu sync.Mutex
		ask := func(tenant assistant.TenantID) {
			go func() {
				_, err := client.Ask(t.Context(), llm.Request{Tenant: tenant}, nil)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err) // what waits has its time all the same
				}
				order = append(order, string(tenant))
			}()
			synctest.Wait()
		}
		for range 4 {
			ask("noisy")
		}
		ask("quiet")
		given, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := client.Ask(given, llm.Request{Tenant: "late"}, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who does not want to wait got %v", err)
		}
		time.Sleep(time.Hour)
		if most := m.most.Load(); most != 2 {
			t.Errorf("%d requests were on their way at the same time", most)
		}
		mu.Lock()
		defer mu.Unlock()
		got := strings.Join(order, " ")
		if got != "noisy noisy quiet noisy noisy" && got != "noisy noisy noisy quiet noisy" { // the third and the fourth end at the same moment
			t.Error(got)
		}
	})
}

// slowModel takes its time, and counts who waits for it.
type slowModel struct {
	takes      time.Duration
	busy, most atomic.Int64
}

// Info implements [llm.Model].
func (m *slowModel) Info() llm.Info { return llm.Info{Provider: "test", Model: "slow"} }

// Generate implements [llm.Model].
func (m *slowModel) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		m.most.Store(max(m.most.Load(), m.busy.Add(1)))
		defer m.busy.Add(-1)
		for range 4 {
			select {
			case <-time.After(m.takes / 4):
				if !yield(llm.Alive{}, nil) {
					return
				}
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			}
		}
		says("slowly")(ctx, yield)
	}
}

func TestWhatAProviderRefusesIsNamed(t *testing.T) {
	for _, c := range []struct {
		code       int
		said       string
		told, mend string
	}{
		{401, "Incorrect API key provided: sk-1", "does not let us in", "Check the key"},
		{400, "API key not valid. Please pass a valid API key.", "does not let us in", "Check the key"},
		{404, "The model gpt-9 does not exist", "is not there", "Check the model's name"},
		{429, "You exceeded your current quota (insufficient_quota)", "is used up", "billing"},
		{429, "slow down", "too many requests", "rate limit"},
		{500, "oops", "has a fault", "answered 500"},
	} {
		p := llm.Explain(fmt.Errorf("ask: %w", &llm.StatusError{Provider: "openai", Code: c.code, Message: c.said}))
		if !strings.Contains(p.Message.String(), c.told) || !strings.Contains(p.Mend.String(), c.mend) || p.Recovery.String() == "" || !p.Retry {
			t.Errorf("%d %q: %+v", c.code, c.said, p)
		}
		if strings.Contains(p.Whole().String()+p.Mend.String(), "sk-1") || strings.Contains(p.Whole().String(), "openai") {
			t.Errorf("%d tells too much: %+v", c.code, p)
		}
	}
}
