package llm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
)

type verdict struct {
	Kind   string   `json:"kind"`
	Reason string   `json:"reason"`
	Steps  []string `json:"steps,omitempty"`
}

func TestJSONIsFoundInWhatModelsWrapAroundIt(t *testing.T) {
	const want = `{"kind":"plan","reason":"it {changes} a \"page\""}`
	cases := map[string]struct {
		text string
		bad  bool
	}{
		"alone":             {text: want},
		"spaces":            {text: "\n\n  " + want + "  \n"},
		"a fence":           {text: "```json\n" + want + "\n```"},
		"a bare fence":      {text: "```\n" + want + "\n```\n"},
		"words and a fence": {text: "Here it is:\n```json\n" + want + "\n```\nAnything else?"},
		"words":             {text: "Sure! " + want},
		"a byte order mark": {text: "\ufeff" + want},
		"nothing":           {text: "", bad: true},
		"only words":        {text: "I would plan this.", bad: true},
		"cut off":           {text: want[:len(want)-4], bad: true},
		"two values":        {text: want + "\n" + want, bad: true},
		"too much":          {text: strings.Repeat(" ", llm.MaxReply) + want, bad: true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			raw, err := llm.ExtractJSON(c.text)
			if c.bad != (err != nil) {
				t.Fatalf("error = %v", err)
			}
			if !c.bad && string(raw) != want {
				t.Errorf("found %s", raw)
			}
		})
	}
}

func TestDecodeTellsTheModelWhatWasWrongAtMostTwice(t *testing.T) {
	good := `{"kind":"plan","reason":"it changes a page"}`
	cases := map[string]struct {
		replies []string
		asked   int
		told    string // part of the first correction
		garbage bool
	}{
		"right at once":      {[]string{good}, 1, "", false},
		"prose first":        {[]string{"I would plan this.", good}, 2, "no JSON", false},
		"a field is missing": {[]string{`{"kind":"plan"}`, good}, 2, "reason", false},
		"a field too many":   {[]string{`{"kind":"plan","reason":"r","shell":"rm"}`, good}, 2, "shell", false},
		"a wrong type":       {[]string{`{"kind":1,"reason":"r"}`, good}, 2, "string", false},
		"twice wrong":        {[]string{"no", "```json\n{}\n```", good}, 3, "no JSON", false},
		"wrong for ever":     {[]string{"no"}, 3, "no JSON", true},
		"against the check":  {[]string{`{"kind":"dance","reason":"r"}`, good}, 2, "no such kind", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			model := &script{}
			for _, r := range c.replies {
				model.plays = append(model.plays, says(r))
			}
			request := llm.Request{Purpose: llm.PurposeClassify, Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "create a page")}}
			got, reply, err := llm.DecodeChecked(t.Context(), client(t, model, nil), request, func(v verdict) error {
				if v.Kind == "dance" {
					return fmt.Errorf("there is no such kind as %q", v.Kind)
				}
				return nil
			})
			if c.garbage != errors.Is(err, llm.ErrGarbage) {
				t.Fatalf("error = %v", err)
			}
			if !c.garbage {
				if diff := cmp.Diff(verdict{Kind: "plan", Reason: "it changes a page"}, got); diff != "" {
					t.Error(diff)
				}
			}
			if len(model.asked) != c.asked || reply.Info.Provider != "test" {
				t.Fatalf("asked %d times, want %d; reply of %q", len(model.asked), c.asked, reply.Info.Provider)
			}
			if !json.Valid(model.asked[0].Output) || len(request.Messages) != 1 {
				t.Error("no schema was sent, or the caller's request was changed")
			}
			if c.told != "" {
				last := model.asked[1].Messages
				if text := last[len(last)-1].Parts[0].Text; last[len(last)-1].Role != llm.RoleUser || !strings.Contains(text, c.told) {
					t.Errorf("the model was told %q", text)
				}
			}
		})
	}
}

func TestAnErrorOfTheModelIsNoGarbage(t *testing.T) {
	model := &script{plays: []play{fails(&llm.StatusError{Code: 401, Message: "bad key"})}}
	if _, _, err := llm.Decode[verdict](t.Context(), client(t, model, nil), llm.Request{}); !errors.Is(err, llm.ErrRefused) {
		t.Errorf("error = %v", err)
	}
}

func FuzzExtractJSON(f *testing.F) {
	for _, seed := range []string{`{"a":1}`, "```json\n{\"a\":[1,2]}\n```", "text {\"a\":\"}\"} more", "[[[[", `{"a":`, "{}{}", "\ufeff[]", "nul", "\"{\"", "\"{}\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw, err := llm.ExtractJSON(text)
		if err != nil {
			if raw != nil {
				t.Errorf("both a value and an error for %q", text)
			}
			return
		}
		if !json.Valid(raw) {
			t.Errorf("%q is not JSON, from %q", raw, text)
		}
		if !strings.Contains(text, string(raw)) {
			t.Errorf("%q is no part of %q", raw, text)
		}
		if !strings.HasPrefix(string(raw), "{") && !strings.HasPrefix(string(raw), "[") {
			return // words, in which anything may stand
		}
		again, err := llm.ExtractJSON("```json\n" + string(raw) + "\n```")
		if err == nil && string(again) != string(raw) {
			t.Errorf("in a fence %q becomes %q", raw, again)
		}
	})
}
