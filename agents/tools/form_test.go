package tools_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

const aShop = `{"type":"object","properties":{
	"name":{"type":"string"},"text":{"type":"string"},"price":{"type":"number"},"stock":{"type":"integer"},"open":{"type":"boolean"},
	"kind":{"type":"string","enum":["simple","variable"]},"from":{"type":"string","format":"date"},
	"tags":{"type":"array","items":{"type":"string"}},"sizes":{"type":["null","array"],"items":{"type":"integer"}},
	"seller":{"type":"object","properties":{"name":{"type":"string"},"place":{"$ref":"#/$defs/place"}}},
	"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"kind":{"$ref":"#/properties/kind"},"places":{"type":"array","items":{"$ref":"#/$defs/place"}}}}},
	"tree":{"$ref":"#/$defs/tree"},"any":{},"either":{"anyOf":[{"type":"string"},{"type":"object"}]}
},"$defs":{"place":{"type":"object","properties":{"city":{"type":"string"}}},"tree":{"type":"object","properties":{"text":{"type":"string"},"under":{"type":"array","items":{"$ref":"#/$defs/tree"}}}}}}`

func TestAFormHasAFieldForEveryValue(t *testing.T) {
	tool := taking(t, aShop)
	got := tool.FormOf(json.RawMessage(`{
		"name":"Pump","price":1.5,"stock":3,"open":true,"kind":"simple","from":"2026-12-31","tags":["a","b"],"sizes":[1,2],
		"seller":{"name":"Ann","place":{"city":"Ulm"}},"rows":[{"id":7,"kind":"variable"},{"id":8,"places":[{"city":"Bonn"}]}],
		"any":{"x":[{"y":1}]},"either":"words","unknown":5}`))
	want := []assistant.FormField{
		{Key: "any.x[0].y", Kind: assistant.FieldNumber},
		{Key: "either", Kind: assistant.FieldText},
		{Key: "from", Kind: assistant.FieldDate},
		{Key: "kind", Kind: assistant.FieldChoice, Options: assistant.OptionsOf("simple", "variable")},
		{Key: "name", Kind: assistant.FieldText},
		{Key: "open", Kind: assistant.FieldYesNo},
		{Key: "price", Kind: assistant.FieldNumber},
		{Key: "rows[0].id", Kind: assistant.FieldNumber},
		{Key: "rows[0].kind", Kind: assistant.FieldChoice, Options: assistant.OptionsOf("simple", "variable")},
		{Key: "rows[1].id", Kind: assistant.FieldNumber},
		{Key: "rows[1].places[0]", Kind: assistant.FieldJSON},
		{Key: "seller.name", Kind: assistant.FieldText},
		{Key: "seller.place.city", Kind: assistant.FieldText},
		{Key: "sizes", Kind: assistant.FieldLines, Entries: assistant.FieldNumber},
		{Key: "stock", Kind: assistant.FieldNumber},
		{Key: "tags", Kind: assistant.FieldLines, Entries: assistant.FieldText},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestAFormHasBounds: what goes beyond them is one field, as JSON, and what nobody would write is none.
func TestAFormHasBounds(t *testing.T) {
	tool := taking(t, aShop)
	eleven := func(row string) string {
		return `{"rows":[` + strings.TrimSuffix(strings.Repeat(row+",", 11), ",") + `]}`
	}
	deep := strings.Repeat(`{"text":"a","under":[`, 200) + strings.Repeat(`]}`, 200)
	for arguments, want := range map[string]string{
		eleven(`{"id":1}`):        "rows json",
		`{"tags":["two\nlines"]}`: "tags[0] text",
		`{"tags":[" a"]}`:         "tags[0] text",
		`{"tags":[]}`:             "tags lines",
		`{"tree":` + deep + `}`:   "tree.text text, tree.under[0].text text, tree.under[0].under json",
		`{"any":"` + strings.Repeat("x", 30_000) + `"}`:                "any text",
		`{"any":["` + strings.Repeat("x", 30_000) + `"]}`:              "any[0] text",
		eleven(`{"id":1,"kind":"` + strings.Repeat("x", 3_000) + `"}`): "",
		`{"sizes":null}`: "",
		`{}`:             "",
		`[]`:             "",
	} {
		var fields []string
		for _, f := range tool.FormOf(json.RawMessage(arguments)) {
			fields = append(fields, f.Key+" "+string(f.Kind))
		}
		if got := strings.Join(fields, ", "); got != want {
			t.Errorf("%.60s has %s, want %s", arguments, got, want)
		}
	}
	many := map[string]int{}
	for i := range 60 {
		many[fmt.Sprint("n", i)] = i
	}
	raw, err := json.Marshal(map[string]any{"any": many, "name": "x"})
	if err != nil {
		t.Fatal(err)
	}
	if got := tool.FormOf(raw); len(got) != 2 || got[0].Kind != assistant.FieldJSON {
		t.Errorf("%+v", got)
	}
}

// TestAFormGivesBackWhatItWasGiven: whatever the arguments are. A form that comes back as it went out changes nothing, and every field
// that is written anew is the one that changes.
func TestAFormGivesBackWhatItWasGiven(t *testing.T) {
	tool := taking(t, aShop)
	r := rand.New(rand.NewPCG(26, 7))
	for range 300 {
		raw, err := json.Marshal(someShop(r))
		if err != nil {
			t.Fatal(err)
		}
		ask := assistant.Approval{Arguments: raw, Form: tool.FormOf(raw)}
		form := map[string]string{}
		for _, f := range ask.ArgumentsForm().Fields {
			form[f.Key] = f.Value
		}
		if len(form) != len(ask.Form) {
			t.Fatalf("%s: %d of %d fields are drawn", raw, len(form), len(ask.Form))
		}
		if got, err := ask.Filled(form); err != nil || hashed(t, got) != hashed(t, raw) {
			t.Fatalf("%s comes back as %s, %v", raw, got, err)
		}
		for _, f := range ask.ArgumentsForm().Fields {
			if f.Kind != assistant.FieldText {
				continue
			}
			got, err := ask.Filled(map[string]string{f.Key: "written anew"})
			if changes := assistant.ArgumentChanges(raw, got); err != nil || len(changes) != 1 || changes[0].New != "written anew" && !strings.Contains(changes[0].New, "written anew") {
				t.Fatalf("%s of %s: %+v, %v", f.Key, raw, changes, err)
			}
		}
	}
}

func hashed(t *testing.T, arguments json.RawMessage) string {
	t.Helper()
	h, err := assistant.ConsentHash("", arguments, assistant.Preview{})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// someShop makes up arguments.
func someShop(r *rand.Rand) map[string]any {
	text := func() string {
		return []string{"", "a", " b ", "two\nlines", "“ü”", "2026-12-31", "<b>", "simple"}[r.IntN(8)]
	}
	place := func() any { return map[string]any{"city": text()} }
	list := func(one func() any) []any {
		out := []any{}
		for range r.IntN(12) {
			out = append(out, one())
		}
		return out
	}
	all := map[string]func() any{
		"name": func() any { return text() }, "text": func() any { return strings.Repeat(text(), r.IntN(200)) }, "price": func() any { return float64(r.IntN(1000)) / 8 },
		"stock": func() any { return r.IntN(9) - 4 }, "open": func() any { return r.IntN(2) == 0 }, "kind": func() any { return text() }, "from": func() any { return text() },
		"tags": func() any { return list(func() any { return text() }) }, "sizes": func() any { return list(func() any { return r.IntN(5) }) },
		"seller": func() any { return map[string]any{"name": text(), "place": place(), "a.b": text()} },
		"rows": func() any {
			return list(func() any { return map[string]any{"id": r.IntN(5), "kind": text(), "places": list(place)} })
		},
		"any": func() any { return []any{nil, text(), list(place), map[string]any{"": text()}}[r.IntN(4)] },
	}
	out := map[string]any{}
	for name, one := range all {
		if r.IntN(2) == 0 {
			out[name] = one()
		}
	}
	return out
}
