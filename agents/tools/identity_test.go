package tools_test

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

func of(kind, id, raw string) tools.Tool {
	t := action("as it is called here")
	t.Raw = raw
	return tools.Pack{Kind: kind, Name: id, Tools: []tools.Tool{t}}.Sourced()[0]
}

// TestAToolOfAConnectionHasANameThatNobodyElseHas, which a model takes and which stays the same.
func TestAToolOfAConnectionHasANameThatNobodyElseHas(t *testing.T) {
	form, seen := regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`), map[string]string{}
	for _, raw := range []string{"create_issue", "create-issue", "Create Issue", "create_issue ", "создать", "", "7", strings.Repeat("long name ", 40), strings.Repeat("long name ", 41), "___", "<!channel>"} {
		for _, source := range [][2]string{{"mcp", "c1"}, {"mcp", "c2"}, {"openapi", "c1"}, {"mcpc", "1"}} {
			name := of(source[0], source[1], raw).Name
			if where := source[0] + " " + source[1] + " " + raw; !form.MatchString(name) || seen[name] != "" {
				t.Errorf("%q of %s is %q, as %q is", raw, source, name, seen[name])
			} else {
				seen[name] = where
			}
		}
	}
	if a, b := of("mcp", "c1", "create_issue"), of("mcp", "c1", "create_issue"); a.Name != b.Name || !strings.HasPrefix(a.Name, "create_issue_") {
		t.Errorf("one tool is %q and %q", a.Name, b.Name)
	}
}

// TestWhatIsCompiledInKeepsItsName, and a yes binds nothing else of it.
func TestWhatIsCompiledInKeepsItsName(t *testing.T) {
	made := tools.All([]tools.Pack{{Name: "site", Tools: []tools.Tool{action("create_page")}}})[0]
	if made.Name != "create_page" || made.Definition() != "" || made.Counted() != "create_page" || made.Source != (tools.Source{ID: "site"}) || made.Raw != "create_page" {
		t.Errorf("%+v", made)
	}
	if far := of("mcp", "c1", "create_page"); far.Definition() == "" || far.Counted() != "mcp" {
		t.Errorf("a connection's is bound by %q and counted as %q", far.Definition(), far.Counted())
	}
}

// TestWhoeverChangesADefinitionHasAnotherOne, whatever it is that they change: a field that tools get later is part of it, too.
func TestWhoeverChangesADefinitionHasAnotherOne(t *testing.T) {
	was := of("mcp", "c1", "create_issue")
	v := reflect.TypeFor[tools.Tool]()
	for _, f := range reflect.VisibleFields(v) {
		is := was
		field := reflect.ValueOf(&is).Elem().FieldByIndex(f.Index)
		if field.Kind() == reflect.Func && !field.IsNil() {
			field.SetZero()
		} else {
			field.Set(another(t, field.Type(), f.Name))
		}
		if was.Definition() == is.Definition() {
			t.Errorf("another %s is the same definition", f.Name)
		}
	}
}

// another is a value of the type that the tool above does not have.
func another(t *testing.T, of reflect.Type, name string) reflect.Value {
	t.Helper()
	out := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.String:
		out.SetString("another")
	case reflect.Bool:
		out.SetBool(true)
	case reflect.Func:
		out.Set(reflect.MakeFunc(of, func([]reflect.Value) []reflect.Value { return nil }))
	case reflect.Slice:
		out.Set(reflect.Append(out, reflect.Zero(of.Elem())))
	case reflect.Struct:
		for i := range of.NumField() {
			out.Field(i).Set(another(t, of.Field(i).Type, name))
		}
	case reflect.Pointer:
		out.Set(reflect.ValueOf(tools.Arguments[struct{ Other string }]()))
	default:
		t.Fatalf("%s is of a kind that this test does not know", name)
	}
	return out
}

// TestTheOrderOfASchemaIsNoDefinition: servers send the same in another order each time.
func TestTheOrderOfASchemaIsNoDefinition(t *testing.T) {
	definitions := map[string]bool{}
	for _, raw := range []string{
		`{"type":"object","properties":{"a":{"type":"string","maxLength":5},"b":{"type":"integer"}}}`,
		`{"properties":{"b":{"type":"integer"},"a":{"maxLength":5,"type":"string"}},"type":"object"}`,
	} {
		one := of("mcp", "c1", "create_issue")
		one.Arguments = new(jsonschema.Schema)
		if err := json.Unmarshal([]byte(raw), one.Arguments); err != nil {
			t.Fatal(err)
		}
		definitions[one.Definition()] = true
	}
	if len(definitions) != 1 {
		t.Errorf("they are %v", slices.Collect(maps.Keys(definitions)))
	}
}

// TestNoRegistryTakesWhatAConnectionSaysBadly.
func TestNoRegistryTakesWhatAConnectionSaysBadly(t *testing.T) {
	schema := func(raw string) func(*tools.Tool) {
		return func(t *tools.Tool) {
			t.Arguments = new(jsonschema.Schema)
			_ = json.Unmarshal([]byte(raw), t.Arguments)
		}
	}
	for why, change := range map[string]func(*tools.Tool){
		"no name where it comes from":     func(t *tools.Tool) { t.Raw = "" },
		"its description is longer":       func(t *tools.Tool) { t.Description = strings.Repeat("x", 65<<10) },
		"schema: it is longer than 64":    schema(`{"type":"object","description":"` + strings.Repeat("x", 1<<20) + `"}`),
		"its arguments' schema":           schema(`{"type":"object","properties":{"a":{"$ref":"#/nowhere"}}}`),
		"its arguments' schema: ":         schema(`{"type":"object","properties":{"a":{"$ref":"https://example.com/s.json"}}}`),
		"its arguments' schema: resolve":  schema(`{"type":"object","properties":{"a":{"type":"string","pattern":"("}}}`),
		"its arguments are not an object": schema(`"nothing"`),
	} {
		one := of("mcp", "c1", "create_issue")
		change(&one)
		if err := one.Whole(); err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(strings.TrimSuffix(why, " resolve"), ": ")) {
			t.Errorf("%s: %v", why, err)
		}
	}
	one := of("mcp", "c1", "create_issue")
	schema(`{"type":"object","properties":{"a":{"$ref":"#"}}}`)(&one)
	one.Run = func(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil }
	if err := one.Whole(); err != nil {
		t.Errorf("one that is made of itself: %v", err)
	}
	if err := tools.Validate(one, json.RawMessage(`{"a":{"a":{}}}`)); err != nil {
		t.Error(err)
	}
	if err := tools.Validate(one, json.RawMessage(`{"a":{"a":5}}`)); err == nil {
		t.Error("a number is taken for an object")
	}
}
