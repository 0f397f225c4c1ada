package llm_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

// parrot says the same whatever it is asked.
type parrot struct {
	says  string
	asked int
}

func (p *parrot) Info() llm.Info { return llm.Info{Provider: "test", Model: "parrot"} }

func (p *parrot) Generate(context.Context, llm.Request) iter.Seq2[llm.Event, error] {
	p.asked++
	return func(yield func(llm.Event, error) bool) {
		yield(llm.Done{Reply: llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, p.says), Info: p.Info()}}, nil)
	}
}

// FuzzDecode lets a model reply anything where JSON of a schema is wanted: it is that, or garbage after being told twice.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"kind":"plan","reason":"r"}`, "```json\n{\"kind\":\"plan\",\"reason\":\"r\",\"steps\":[\"a\"]}\n```", `{"kind":1}`, `{"kind":"dance","reason":"r"}`, `[]`, `null`,
		"", `{"kind":"a","kind":"b","reason":"r"}`, `{"KIND":"a","reason":"r"}`, "{\"kind\":\"\xff\",\"reason\":\"\\ud800\"}", `{"kind":"plan","reason":"r","steps":null}`,
	} {
		f.Add(s)
	}
	model := &parrot{}
	asks, err := llm.NewClient(llm.Config{Model: model, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		f.Fatal(err)
	}
	noDance := errors.New("no dancing")
	f.Fuzz(func(t *testing.T, says string) {
		model.says, model.asked = says, 0
		got, _, err := llm.DecodeChecked(context.Background(), asks, llm.Request{Purpose: llm.PurposeClassify}, func(v verdict) error {
			if v.Kind == "dance" {
				return noDance
			}
			return nil
		})
		switch {
		case err == nil && (model.asked != 1 || got.Kind == "dance"):
			t.Errorf("%q is %+v after %d", says, got, model.asked)
		case err != nil && (!errors.Is(err, llm.ErrGarbage) || model.asked != 3 || got.Kind != ""):
			t.Errorf("%q is %+v, %v after %d", says, got, err, model.asked)
		}
	})
}
