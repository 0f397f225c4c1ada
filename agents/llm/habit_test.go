package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

func habitOf(again bool, err error) *llm.HabitError {
	return &llm.HabitError{Provider: "openai", Server: "127.0.0.1:8000", Did: "ended its reply with a sigh", Mend: "Switch sighs off.", Again: again, Err: err}
}

// TestAHabitIsNotAskedForOverAndOver: it costs one request, or two where it may be chance, and says who did what and what to do.
func TestAHabitIsNotAskedForOverAndOver(t *testing.T) {
	busy := &llm.StatusError{Provider: "openai", Code: 503, Message: "busy"}
	for name, c := range map[string]struct {
		err   error
		asked int
		says  string
		mend  []string
	}{
		"a habit":                 {habitOf(false, llm.ErrGarbage), 1, "in a form that I cannot rely on", []string{"127.0.0.1:8000", "a sigh.", "Switch sighs off."}},
		"one that may be chance":  {habitOf(true, llm.ErrTruncated), 2, "in a form that I cannot rely on", []string{"127.0.0.1:8000", "a sigh.", "Switch sighs off."}},
		"an error that it told":   {habitOf(true, busy), 2, "has a fault at the moment", []string{"127.0.0.1:8000", "a sigh.", "503"}},
		"what is no habit at all": {busy, 4, "has a fault at the moment", []string{"503"}},
	} {
		t.Run(name, func(t *testing.T) {
			m := &script{name: "m", plays: []play{saysThenFails("", c.err)}}
			client, err := llm.NewClient(llm.Config{Model: m, Log: slog.New(slog.DiscardHandler), Now: time.Now, FirstWait: time.Microsecond})
			if err != nil {
				t.Fatal(err)
			}
			_, err = client.Ask(t.Context(), llm.Request{}, nil)
			told := llm.Explain(err)
			if !errors.Is(err, c.err) || len(m.asked) != c.asked || !strings.Contains(told.Message.String(), c.says) || told.Recovery.String() == "" {
				t.Errorf("%v after %d, told %+v", err, len(m.asked), told)
			}
			for _, part := range c.mend {
				if !strings.Contains(told.Mend.String(), part) {
					t.Errorf("the operator is told %q without %q", told.Mend, part)
				}
			}
		})
	}
	call := habitOf(false, llm.ErrGarbage)
	call.Call = true
	if told := llm.Explain(call); !strings.Contains(told.Message.String(), "wanted to use a tool") {
		t.Errorf("told %+v", told)
	}
}

// TestWhatIsSaidBesideACallThatWasNotOfferedIsVoid, and the call itself is for whoever runs calls to refuse.
func TestWhatIsSaidBesideACallThatWasNotOfferedIsVoid(t *testing.T) {
	state := &llm.ProviderState{Provider: "test", Data: json.RawMessage(`{}`)}
	offered, other := llm.ToolCall{ID: "1", Name: "look", Arguments: json.RawMessage(`{}`)}, llm.ToolCall{ID: "2", Name: "create_page", Arguments: json.RawMessage(`{}`)}
	for name, c := range map[string]struct {
		calls   []llm.ToolCall
		noCalls bool
		says    string
	}{
		"all were offered":            {[]llm.ToolCall{offered}, false, "I have created the page."},
		"one was not":                 {[]llm.ToolCall{offered, other}, false, ""},
		"none is offered any more":    {[]llm.ToolCall{offered}, true, ""},
		"nothing is called":           {nil, true, "I have created the page."},
		"something that nobody knows": {[]llm.ToolCall{other}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := &script{name: "m", plays: []play{func(_ context.Context, yield func(llm.Event, error) bool) {
				parts := []llm.Part{{Thought: true, State: state}, {Text: "I have created "}, {Text: "the page."}}
				for _, call := range c.calls {
					parts = append(parts, llm.Part{Call: &call})
				}
				_ = yield(llm.TextDelta{Text: "I have created "}, nil) && yield(llm.TextDelta{Text: "the page."}, nil) &&
					yield(llm.Done{Reply: llm.Reply{Message: llm.Message{Parts: parts}}}, nil)
			}}}
			client, err := llm.NewClient(llm.Config{Model: m, Log: slog.New(slog.DiscardHandler), Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			shown := ""
			reply, err := client.Ask(t.Context(), llm.Request{Tools: []llm.Tool{{Name: "look"}}, NoCalls: c.noCalls}, func(text string) {
				if shown += text; text == llm.Anew {
					shown = ""
				}
			})
			if err != nil || reply.Text() != c.says || shown != c.says || len(reply.Calls()) != len(c.calls) || !reply.Message.Parts[0].Thought {
				t.Errorf("shown %q, reply %+v, %v", shown, reply, err)
			}
		})
	}
}

// TestWhatAModelVoidsIsShownNoMore, and the attempt is no worse for it.
func TestWhatAModelVoidsIsShownNoMore(t *testing.T) {
	m := &script{name: "m", plays: []play{func(_ context.Context, yield func(llm.Event, error) bool) {
		_ = yield(llm.Voided{}, nil) && yield(llm.TextDelta{Text: "hm"}, nil) && yield(llm.Voided{}, nil) && yield(llm.TextDelta{Text: "Hello."}, nil) &&
			yield(llm.Done{Reply: llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, "Hello.")}}, nil)
	}}}
	client, err := llm.NewClient(llm.Config{Model: m, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	reply, err := client.Ask(t.Context(), llm.Request{}, func(text string) { told = append(told, text) })
	if err != nil || reply.Text() != "Hello." || strings.Join(told, "|") != "hm||Hello." {
		t.Errorf("told %q, %v", told, err)
	}
	if _, err := client.Ask(t.Context(), llm.Request{}, nil); err != nil {
		t.Error(err)
	}
}
