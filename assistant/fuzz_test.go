package assistant_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// FuzzBodies reads bodies as a database, a backup or another version may give them: what can be read reads the same when it
// is written again, and has a slot.
func FuzzBodies(f *testing.F) {
	for _, typ := range []string{
		"said", "revised", "thought", "routed", "activity_changed", "briefed", "asked", "answered", "plan_proposed", "plan_decided", "run_started", "group_started", "task_started",
		"task_waiting", "task_finished", "run_finished", "approval_requested", "approval_decided", "stop_requested", "retry_requested", "undo_requested", "undone", "rated", "file_read", "reminded",
		"failed", "", "unheard_of",
	} {
		for _, raw := range []string{`{}`, `null`, `[]`, `{"runId":"r","taskId":5}`, `{"plan":{"id":"p","steps":[null,{"parameters":{"a":{"$from":"b"}}}]}}`, `{"clarification":{"questions":[{}]}}`, ``} {
			f.Add(typ, []byte(raw))
		}
	}
	f.Fuzz(func(t *testing.T, typ string, raw []byte) {
		body, err := assistant.DecodeBody(typ, raw)
		if err != nil {
			if body != nil {
				t.Errorf("%T and %v", body, err)
			}
			return
		}
		once, err := assistant.EncodeBody(body)
		if err != nil {
			t.Fatal(err)
		}
		again, err := assistant.DecodeBody(body.Type(), once)
		if err != nil {
			t.Fatalf("%s is written as %s: %v", typ, once, err)
		}
		twice, err := assistant.EncodeBody(again)
		if err != nil || !bytes.Equal(once, twice) || body.Type() != typ {
			t.Errorf("%s becomes %s and then %s, %v", raw, once, twice, err)
		}
		_ = assistant.SlotOf(assistant.Message{ID: "m", Cause: "c", Run: "r", Body: body})
	})
}

// FuzzCodes reads what people enter as a code: a valid code reads the same as it is shown.
func FuzzCodes(f *testing.F) {
	for _, s := range []string{"ACDE-FGHJ", " acde fghj ", "`ACDEFGHJ`", "ACDE-FGH0", "", "ÀCDEFGHJ", "ſCDEFGHJ", strings.Repeat("-", 70)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		code, ok := assistant.ReadCode(s)
		if !ok {
			if code != "" {
				t.Errorf("%q is none, and %q", s, code)
			}
			return
		}
		if again, ok := assistant.ReadCode(assistant.LinkCode{Code: code}.String()); !ok || again != code || len(code) != 8 {
			t.Errorf("%q is %q and then %q", s, code, again)
		}
	})
}

// FuzzReferences resolves whatever a model puts into a step's parameters: they stay an object, without a reference left.
func FuzzReferences(f *testing.F) {
	for _, s := range []string{
		`{"html":{"$from":"draft","field":"html"},"n":5}`, `{"a":{"$from":""}}`, `[]`, ``, `null`, `{"a":{"$from":5}}`, `{"a":"\ud800"}`, `{"$from":"x"}`,
		`{"a":[{"b":{"$from":"x","field":"y[0].z"}}],"c":{"$text":["a",{"$from":"x","field":"y"}]}}`, `{"a":{"$text":[]}}`, `{"a":{"$text":[null]}}`, `{"":{"":{"$from":"x"}}}`,
	} {
		f.Add(s, "value")
	}
	refusal := errors.New("no")
	f.Fuzz(func(t *testing.T, raw, value string) {
		refs, err := assistant.References(json.RawMessage(raw))
		out, rerr := assistant.Resolve(json.RawMessage(raw), func(r assistant.Placed) (json.RawMessage, error) {
			if r.From == "" || len(r.At) == 0 {
				return nil, refusal
			}
			return json.Marshal(value)
		})
		if (err == nil) != (rerr == nil) {
			t.Fatalf("%v, but %v", err, rerr)
		}
		if err != nil {
			return
		}
		var got map[string]json.RawMessage
		if json.Unmarshal(out, &got) != nil {
			t.Fatalf("%s is no object", out)
		}
		if left, err := assistant.References(out); err != nil || len(left) > 0 {
			t.Errorf("%v are left in %s, %v", left, out, err)
		}
		for _, r := range refs {
			if name := r.At[0].Name; len(got[name]) == 0 || len(r.At) == 1 && got[name][0] != '"' {
				t.Errorf("%s is %s", name, got[name])
			}
		}
	})
}

// FuzzPaths reads paths and follows them: what is read is written the same way again, and no path leads out of a value.
func FuzzPaths(f *testing.F) {
	for _, s := range []string{"url", "items[0].url", `["a.b"][3]`, "", "a[", "a[99999]", `a["\ud800"]`, "a.b.c.d", "[0]", "größe"} {
		f.Add(s, []byte(`{"url":"/a","items":[{"url":"/b"},[1,[2]]],"a.b":[0,1,2,{"x":null}],"a":{"b":{"c":{"d":5}}}}`))
	}
	f.Fuzz(func(t *testing.T, text string, raw []byte) {
		var v assistant.Values
		if json.Unmarshal(raw, &v) == nil {
			if at, err := v.At(text); err == nil && !json.Valid(at) {
				t.Errorf("%s leads to %s", text, at)
			}
		}
		p, err := assistant.ParsePath(text)
		if err != nil {
			if p != nil || !errors.Is(err, assistant.ErrPath) {
				t.Errorf("%q is %v, %v", text, p, err)
			}
			return
		}
		again, err := assistant.ParsePath(p.String())
		if err != nil && len(p.String()) <= len(text) || err == nil && again.String() != p.String() {
			t.Errorf("%q is written %q and then %q, %v", text, p, again, err)
		}
	})
}

// FuzzResults reads results as earlier and later versions may have written them: what can be read comes back the same.
func FuzzResults(f *testing.F) {
	for _, s := range []string{`{"summary":"a","fields":{"url":"/a"}}`, `{"fields":{"n":5},"values":{"n":6,"l":[1]}}`, `{"values":null}`, `{"fields":{"a":null}}`, `{}`, `[]`, `null`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var r assistant.Result
		if json.Unmarshal(raw, &r) != nil {
			return
		}
		once, err := json.Marshal(r)
		if err != nil {
			t.Fatalf("%s cannot be written: %v", raw, err)
		}
		var again assistant.Result
		if err := json.Unmarshal(once, &again); err != nil {
			t.Fatalf("%s is written as %s: %v", raw, once, err)
		}
		if twice, err := json.Marshal(again); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s becomes %s and then %s, %v", raw, once, twice, err)
		}
	})
}
