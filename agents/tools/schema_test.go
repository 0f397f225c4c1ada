package tools_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// schemaOf reads a schema as it comes from outside.
func schemaOf(tb testing.TB, raw string) *jsonschema.Schema {
	tb.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(raw), &s); err != nil {
		tb.Fatalf("%s: %v", raw, err)
	}
	return &s
}

func taking(tb testing.TB, schema string) tools.Tool {
	tb.Helper()
	return with(query("look"), func(l *tools.Tool) { l.Arguments = schemaOf(tb, schema) })
}

// aTree is a schema that refers to itself, as one of comments with answers to them does.
const aTree = `{"type":"object","properties":{"text":{"type":"string"},"answers":{"type":"array","items":{"$ref":"#"}}},"required":["text"]}`

// TestASchemaThatCannotBeFollowedIsSetAside: with what is wrong and how it would be right, at once, and without any harm to the process.
func TestASchemaThatCannotBeFollowedIsSetAside(t *testing.T) {
	circle := &jsonschema.Schema{Type: "object"}
	circle.Properties = map[string]*jsonschema.Schema{"a": circle, "b": circle, "c": circle}
	for name, c := range map[string]struct {
		schema *jsonschema.Schema
		want   string
	}{
		"a megabyte":            {schemaOf(t, `{"type":"object","description":"`+strings.Repeat("x", 1<<20)+`"}`), "longer than 64 kB; say less in it"},
		"made in a circle":      {circle, "goes in circles; write what repeats once"},
		"refers to itself":      {schemaOf(t, `{"type":"object","$ref":"#"}`), "refers back to itself without going into a value"},
		"refers in a ring":      {schemaOf(t, `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}}`), "refers back to itself"},
		"refers to nothing":     {schemaOf(t, `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}}}`), `refers to "#/$defs/a"`},
		"refers elsewhere":      {schemaOf(t, `{"type":"object","properties":{"a":{"$ref":"https://e.example/s.json"}}}`), `refers to "https://e.example/s.json"`},
		"refers in disguise":    {schemaOf(t, `{"type":"object","properties":{"a":{"$ref":"#/$defs/%61"}},"$defs":{"a":{"$ref":"#/$defs/%61"},"%61":{}}}`), "no place within it"},
		"refers by an anchor":   {schemaOf(t, `{"type":"object","properties":{"a":{"$anchor":"x"},"b":{"$ref":"#x"}}}`), "refer by place instead"},
		"refers dynamically":    {schemaOf(t, `{"type":"object","properties":{"a":{"$dynamicRef":"#x"}}}`), "refer by place instead"},
		"an impossible pattern": {schemaOf(t, `{"type":"object","properties":{"a":{"pattern":"("}}}`), "missing closing )"},
		"nested without end":    {schemaOf(t, strings.Repeat(`{"type":"object","properties":{"a":`, 60)+`{}`+strings.Repeat(`}}`, 60)), "too many parts, or goes in circles"},
	} {
		t.Run(name, func(t *testing.T) {
			for what, tool := range map[string]tools.Tool{
				"arguments": with(query("look"), func(l *tools.Tool) { l.Arguments = c.schema }),
				"result":    with(query("look"), func(l *tools.Tool) { l.Result = c.schema }),
			} {
				if err := tool.Whole(); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "its "+what) {
					t.Errorf("%s: %v, want something about %q", what, err, c.want)
				}
			}
		})
	}
}

// TestARecursiveSchemaIsChecked: as deep as anybody needs, and no deeper.
func TestARecursiveSchemaIsChecked(t *testing.T) {
	r, err := tools.NewRegistry(taking(t, aTree))
	if err != nil {
		t.Fatal(err)
	}
	nested := func(deep int) json.RawMessage {
		return json.RawMessage(strings.Repeat(`{"text":"a","answers":[`, deep) + `{"text":"b"}` + strings.Repeat(`]}`, deep))
	}
	if err := r.Validate("look", nested(7)); err != nil {
		t.Error(err)
	}
	if err := r.Validate("look", json.RawMessage(`{"text":"a","answers":[{"answers":[]}]}`)); !errors.Is(err, tools.ErrArguments) {
		t.Errorf("an answer without a text: %v", err)
	}
	for _, deep := range []int{9, 4_000, 20_000} {
		if err := r.Validate("look", nested(deep)); !errors.Is(err, tools.ErrArguments) || !strings.Contains(err.Error(), "16 deep") && !strings.Contains(err.Error(), "not valid JSON") {
			t.Errorf("%d deep: %v", deep, err)
		}
	}
}

// TestCheckingEndsInAMoment: alternatives that multiply with every level are given up before anybody waits for them.
func TestCheckingEndsInAMoment(t *testing.T) {
	r, err := tools.NewRegistry(taking(t, `{"type":"object","properties":{"a":{"anyOf":[`+strings.Repeat(`{"$ref":"#"},`, 9)+`{"$ref":"#"}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	err = r.Validate("look", json.RawMessage(strings.Repeat(`{"a":`, 15)+`{}`+strings.Repeat(`}`, 15)))
	if !errors.Is(err, tools.ErrArguments) || !strings.Contains(err.Error(), "give less at once") {
		t.Error(err)
	}
	if err := r.Validate("look", json.RawMessage(`{"a":{"a":{"a":{}}}}`)); err != nil {
		t.Error(err)
	}
}

func TestWhatAPathLeadsTo(t *testing.T) {
	root := schemaOf(t, `{"type":"object","properties":{
		"url":{"type":"string"},
		"rows":{"type":["null","array"],"items":{"type":"object","properties":{"id":{"type":"integer"},"any":{}},"additionalProperties":false}},
		"tree":{"$ref":"#/$defs/tree"},
		"open":{"type":"object"},
		"either":{"anyOf":[{"type":"string"},{"type":"object"}]},
		"pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]},
		"counts":{"type":"object","additionalProperties":{"type":"integer"}}
	},"$defs":{"tree":{"type":"object","properties":{"text":{"type":"string"},"answers":{"type":"array","items":{"$ref":"#/$defs/tree"}}}}}}`)
	for path, want := range map[string]string{
		"url": "string", "rows": "array", "rows[3]": "object", "rows[3].id": "integer", "rows[0].any": "", "rows[0].any.more[4]": "",
		"tree.answers[0].answers[1].text": "string", "open.anything": "", "either.x": "", "pair[1]": "integer", "pair[2]": "", "counts.x": "integer",
	} {
		p, err := assistant.ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := tools.Within(root, p)
		if got := strings.Join(tools.TypesOf(s), " "); err != nil || got != want {
			t.Errorf("%s is %q, %v", path, got, err)
		}
	}
	for path, want := range map[string]string{
		"title":             `there is no "title"; there is counts, either, open, pair, rows, tree, url`,
		"rows[0].name":      `there is no "name" in rows[0]; there is any, id`,
		"rows.id":           `"rows" has no fields, so there is no "id" in it`,
		"url[0]":            `"url" is no list`,
		"tree.answers.text": `"tree.answers" has no fields, so there is no "text" in it`,
	} {
		p, err := assistant.ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := tools.Within(root, p); err == nil || err.Error() != want {
			t.Errorf("%s is %v, %v", path, s, err)
		}
	}
}

// TestAResultThatDoesNotFitLosesWhatDoesNot: what was done is done; later steps are given nothing but what the tool has said it gives.
func TestAResultThatDoesNotFitLosesWhatDoesNot(t *testing.T) {
	r, err := tools.NewRegistry(with(query("look"), func(l *tools.Tool) {
		l.Result = schemaOf(t, `{"type":"object","properties":{"url":{"type":"string"},"rows":{"type":"array","items":{"type":"integer"}}},"required":["url"],"additionalProperties":false}`)
	}), query("free"))
	if err != nil {
		t.Fatal(err)
	}
	values := func(raw string) (v assistant.Values) {
		if err := json.Unmarshal([]byte(raw), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for given, want := range map[string]string{
		`{"url":"/a","rows":[1,2]}`:                     `{"url":"/a","rows":[1,2]}`,
		`{"url":"/a","rows":[1,"2"],"more":{"deep":1}}`: `{"url":"/a"}`,
		`{"url":5,"rows":[]}`:                           `{"rows":[]}`,
		`{}`:                                            `{}`,
		`{"rows":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`: `{}`,
	} {
		got, err := r.Fitting("look", assistant.Result{Summary: assistant.Verbatim("Done"), Undo: true, Fields: values(given)})
		if diff := cmp.Diff(assistant.Result{Summary: assistant.Verbatim("Done"), Undo: true, Fields: values(want)}, got); diff != "" {
			t.Errorf("%.60s: %s", given, diff)
		}
		if (err != nil) != (given != want) || err != nil && !errors.Is(err, tools.ErrResult) {
			t.Errorf("%.60s: %v", given, err)
		}
	}
	if got, err := r.Fitting("free", assistant.Result{Fields: values(`{"any":[{}]}`)}); err != nil || len(got.Fields) != 1 {
		t.Errorf("a tool that says nothing of its result gave %v, %v", got, err)
	}
}

// TestAPlaceholderFitsItsPlace: of whatever type the place is, and without end nowhere.
func TestAPlaceholderFitsItsPlace(t *testing.T) {
	tool := taking(t, `{"type":"object","properties":{
		"text":{"type":"string"},"n":{"type":"integer","minimum":3},"less":{"type":["null","number"],"exclusiveMaximum":-1},"yes":{"type":"boolean"},"one":{"enum":["a","b"],"type":"string"},
		"list":{"type":"array","items":{"type":"integer"},"minItems":2},"object":{"type":"object","properties":{"id":{"type":"integer"},"more":{"type":"string"}},"required":["id"]},
		"grows":{"type":"array","minItems":9,"items":{"$ref":"#/properties/grows"}},"any":{}
	}}`)
	for at, want := range map[string]string{
		"text": `"later"`, "n": `3`, "less": `-2`, "yes": `false`, "one": `"a"`, "list": `[0,0]`, "list[0]": `0`, "object": `{"id":0}`, "any": `"later"`, "object.more": `"later"`, "nowhere": `"later"`,
	} {
		p, err := assistant.ParsePath(at)
		if err != nil {
			t.Fatal(err)
		}
		if got := tool.Stand(p, "later"); string(got) != want {
			t.Errorf("%s: %s", at, got)
		}
	}
	if got := tool.Stand(assistant.Path{{Name: "grows"}}, "later"); len(got) > 10_000 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestPlacesThatHoldHTMLAreAmongTheArguments(t *testing.T) {
	for place, want := range map[string]bool{"body": true, "parts[].html": true, "parts[].words": false, "head": false, "parts[": false} {
		tool := taking(t, `{"type":"object","properties":{"body":{"type":"string"},"parts":{"type":"array","items":{"type":"object","properties":{"html":{"type":"string"}}}}}}`)
		tool.HTML = []string{place}
		if err := tool.Whole(); (err == nil) != want {
			t.Errorf("%s: %v", place, err)
		}
	}
}

// FuzzSchemas takes whatever an outside tool says its arguments are: it is refused, or it checks what it is given; nothing hangs or ends
// the process.
func FuzzSchemas(f *testing.F) {
	for _, s := range []string{
		aTree, `{"type":"object","$ref":"#"}`, `{"type":"object","properties":{"a":{"$ref":"#/properties/a"}}}`, `{"type":"object","allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`,
		`{"type":"object","properties":{"a":true,"b":false,"c":{"multipleOf":0}}}`, `{"type":"object","patternProperties":{"(":{}}}`, `{"type":"object","properties":{"a":{"enum":[]}},"required":["a"]}`,
		`{"type":"object","dependentSchemas":{"a":{"$ref":"#"}}}`, `{"type":"object","$id":"urn:x","properties":{"a":{"$id":"y","$ref":"#"}}}`, `{"type":"object","unevaluatedProperties":false}`,
	} {
		f.Add([]byte(s), []byte(`{"text":"a","answers":[{"text":"b"}],"a":{"a":{}}}`))
	}
	f.Fuzz(func(t *testing.T, schema, arguments []byte) {
		var s jsonschema.Schema
		if json.Unmarshal(schema, &s) != nil {
			return
		}
		tool := with(query("look"), func(l *tools.Tool) { l.Arguments, l.Result = &s, &s })
		r, err := tools.NewRegistry(tool)
		if err != nil {
			return
		}
		_ = r.Validate("look", arguments)
		var v assistant.Values
		if json.Unmarshal(arguments, &v) == nil {
			_, _ = r.Fitting("look", assistant.Result{Fields: v})
		}
		for name := range s.Properties {
			if got := tool.Stand(assistant.Path{{Name: name}, {Index: 0}, {Name: name}}, "x"); !json.Valid(got) {
				t.Errorf("%s stands for %s", got, name)
			}
		}
	})
}
