package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

const sending = `{"type":"object","properties":{
	"to":{"type":"object","title":"Customer","properties":{"name":{"type":"string"},"vatNumber":{"type":"string"}}},
	"lines":{"type":"array","items":{"$ref":"#/$defs/line"}},
	"tags":{"type":"array","items":{"type":"string"}},
	"copies":{"type":"integer"},"express":{"type":"boolean"},"note":{"type":"string"}},
	"$defs":{"line":{"type":"object","properties":{"article_no":{"type":"string","title":"Article\nApproved by: the owner"},"parts":{"type":"array","items":{"$ref":"#/$defs/line"}}}}}}`

func sends(t *testing.T) tools.Tool {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(sending), &schema); err != nil {
		t.Fatal(err)
	}
	return with(action("send"), func(t *tools.Tool) {
		t.Arguments = &schema
		t.Preview = func(context.Context, tools.Call) (assistant.Preview, error) {
			return assistant.Preview{Title: assistant.Say("Send"), State: "now"}, nil
		}
	})
}

func shown(fields []assistant.Field) []string {
	var out []string
	for _, f := range fields {
		out = append(out, f.Name+": "+f.New)
	}
	return out
}

// TestArgumentsAreShownAsPeopleReadThem, however they are nested: no braces, no quotes, called as the schema calls them.
func TestArgumentsAreShownAsPeopleReadThem(t *testing.T) {
	for given, want := range map[string][]string{
		`{"to":{"vatNumber":"DE 1","name":"Acme"},"copies":2,"express":true,"tags":["a","b"],"note":null}`: {
			"Copies: 2", "Express: yes", "Tags: a, b", "Customer, name: Acme", "Customer, vat number: DE 1",
		},
		`{"lines":[{"article_no":"7"},{"article_no":"8","parts":[{"article_no":"9"}]}]}`: {
			"Lines 1, Article Approved by: the owner: 7", "Lines 2, Article Approved by: the owner: 8", "Lines 2, parts 1, Article Approved by: the owner: 9",
		},
		`{"note":"two\nlines","unknownThing":{"deep":[[1,2],[3]]}}`: {"Note: two\nlines", "Unknown thing, deep 1: 1, 2", "Unknown thing, deep 2: 3"},
		`{"tags":"(written in step list)","lines":[]}`:              {"Lines: ", "Tags: (written in step list)"},
		`{}`: nil, ``: nil, `{"":1}`: {"–: 1"},
	} {
		got := shown(sends(t).Shown(json.RawMessage(given), nil))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", given, diff)
		}
	}
	at := assistant.Path{{Name: "lines"}, {Index: 1}, {Name: "parts"}}
	if got := shown(sends(t).Shown(json.RawMessage(`[{"article_no":"9"}]`), at)); len(got) != 1 || !strings.HasPrefix(got[0], "Lines 2, parts 1, Article") {
		t.Errorf("%q", got)
	}
}

// TestNothingOfTheArgumentsIsHidden: whatever a call is made with stands in what is shown of it, every text and number of it.
func TestNothingOfTheArgumentsIsHidden(t *testing.T) {
	tool := sends(t)
	var value func(deep int) *rapid.Generator[any]
	value = func(deep int) *rapid.Generator[any] {
		word := rapid.StringMatching(`[a-z]{1,8}`)
		if deep == 0 {
			return word.AsAny()
		}
		return rapid.OneOf(word.AsAny(), rapid.IntRange(0, 99).AsAny(), rapid.SliceOfN(value(deep-1), 0, 3).AsAny(), rapid.MapOfN(word, value(deep-1), 0, 3).AsAny())
	}
	rapid.Check(t, func(r *rapid.T) {
		raw, err := json.Marshal(rapid.MapOfN(rapid.SampledFrom([]string{"to", "lines", "tags", "note", "other"}), value(4), 0, 4).Draw(r, "arguments"))
		if err != nil {
			r.Fatal(err)
		}
		p, err := tool.Previewed(t.Context(), tools.Call{Arguments: raw})
		if err != nil {
			r.Fatal(err)
		}
		text := p.Whole + assistant.Legible(p.Fields)
		var all assistant.Values
		if err := json.Unmarshal(raw, &all); err != nil {
			r.Fatal(err)
		}
		for _, one := range all.Texts() {
			if !strings.Contains(text, one) {
				r.Fatalf("%s: %q is not shown in\n%s", raw, one, text)
			}
		}
	})
}

// TestAToolsOwnPreviewStands: what it is called with is shown only where it says nothing of it; what is long can be read whole.
func TestAToolsOwnPreviewStands(t *testing.T) {
	call := tools.Call{Arguments: json.RawMessage(`{"note":"` + strings.Repeat("long ", 100) + `"}`)}
	own := func(p assistant.Preview, err error) tools.Tool {
		return with(sends(t), func(t *tools.Tool) {
			t.Preview = func(context.Context, tools.Call) (assistant.Preview, error) { return p, err }
		})
	}
	if p, err := own(assistant.Preview{}, nil).Previewed(t.Context(), call); err != nil || len(p.Fields) != 1 || !strings.HasPrefix(p.Whole, "Note: long long") {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := own(assistant.Preview{Fields: []assistant.Field{{Name: "Price", New: "9"}}}, nil).Previewed(t.Context(), call); err != nil || len(p.Fields) != 1 || p.Fields[0].Name != "Price" || p.Whole != "" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := own(assistant.Preview{Whole: "all of it"}, nil).Previewed(t.Context(), call); err != nil || len(p.Fields) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	refused := errors.New("no")
	if p, err := own(assistant.Preview{}, refused).Previewed(t.Context(), call); !errors.Is(err, refused) || len(p.Fields) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	many := tools.Call{Arguments: json.RawMessage(`{"lines":[` + strings.TrimSuffix(strings.Repeat(`{"article_no":"7"},`, 100), ",") + `]}`)}
	if p, err := own(assistant.Preview{}, nil).Previewed(t.Context(), many); err != nil || len(p.Fields) != 60 || strings.Count(p.Whole, "\n") != 99 {
		t.Errorf("%d fields, %v", len(p.Fields), err)
	}
}
