package llm_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/llm"
)

type asked struct {
	Type       string     `json:"type"`
	Parameters llm.Object `json:"parameters"`
}

// TestAnObjectIsReadHoweverItIsWritten: as a text, as a model writes it that nobody holds to a schema, and as earlier versions had it.
func TestAnObjectIsReadHoweverItIsWritten(t *testing.T) {
	for written, want := range map[string]string{
		`"{\"title\":\"A\",\"n\":[1,2]}"`: `{"title":"A","n":[1,2]}`,
		`{"title":"A","n":[1,2]}`:         `{"title":"A","n":[1,2]}`,
		`[{"name":"title","value":"A","from":"","field":""},{"name":"html","value":"","from":"draft","field":"html"}]`: `{"html":{"$from":"draft","field":"html"},"title":"A"}`,
		`[]`: `{}`, `""`: `{}`, `null`: `{}`, `"{}"`: `{}`,
		`[1,2]`: "", `5`: "", `"5"`: "", `"null"`: "", `"{"`: "", `"[]"`: "",
	} {
		model := &script{plays: []play{says(`{"type":"a","parameters":` + written + `}`)}}
		got, _, err := llm.Decode[asked](t.Context(), client(t, model, nil), llm.Request{Purpose: llm.PurposePlan})
		if err != nil {
			t.Errorf("%s: %v", written, err)
			continue
		}
		fields, err := got.Parameters.Fields()
		if want == "" {
			if err == nil || len(fields) > 0 {
				t.Errorf("%s is taken for %v", written, fields)
			}
			continue
		}
		var wanted map[string]json.RawMessage
		if err := errors.Join(err, json.Unmarshal([]byte(want), &wanted)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted, fields); diff != "" {
			t.Errorf("%s: %s", written, diff)
		}
		if schema := string(model.asked[0].Output); !strings.Contains(schema, `"parameters":{"type":"string"}`) {
			t.Errorf("the provider is told %s", schema)
		}
	}
}

// TestAnObjectThatIsWrittenIsReadAgain, and HTML in it costs no more where it stands than it would by itself.
func TestAnObjectThatIsWrittenIsReadAgain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		fields := map[string]json.RawMessage{}
		for _, name := range rapid.SliceOf(rapid.String()).Draw(r, "names") {
			raw, err := json.Marshal(rapid.OneOf(rapid.String().AsAny(), rapid.Int64().AsAny(), rapid.SliceOf(rapid.String()).AsAny()).Draw(r, "value"))
			if err != nil {
				r.Fatal(err)
			}
			fields[strings.ToValidUTF8(name, "")] = raw
		}
		object, err := llm.ObjectOf(fields)
		if err != nil {
			r.Fatal(err)
		}
		raw, err := json.Marshal(object)
		var again llm.Object
		if err := errors.Join(err, json.Unmarshal(raw, &again)); err != nil || again != object {
			r.Fatalf("%s is read as %q: %v", raw, again, err)
		}
		read, err := again.Fields()
		if err != nil || len(read) != len(fields) {
			r.Fatalf("%v, %v", read, err)
		}
		for name := range fields {
			var was, is any
			if err := errors.Join(json.Unmarshal(fields[name], &was), json.Unmarshal(read[name], &is)); err != nil || !cmp.Equal(was, is) {
				r.Fatalf("%q was %s and is %s: %v", name, fields[name], read[name], err)
			}
		}
	})
	object, err := llm.ObjectOf(map[string]json.RawMessage{"html": json.RawMessage(`"\u003cp\u003eWe \u0026 you\u003c/p\u003e"`), "n": json.RawMessage(`12345678901234567890`)})
	if err != nil || object != `{"html":"<p>We & you</p>","n":12345678901234567890}` {
		t.Errorf("%s, %v", object, err)
	}
	if _, err := llm.ObjectOf(map[string]json.RawMessage{"half": json.RawMessage(`{`)}); err == nil {
		t.Error("half a value is written")
	}
}
