package view

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/cardkit"
)

const lure = "https://evil.example/login"

// TestNoTextOfACardLeadsAnywhereElse: an address of another host leads nowhere in any text of any card. What people wrote, what
// an answer is told by and the card that was given stay as they are.
func TestNoTextOfACardLeadsAnywhereElse(t *testing.T) {
	for name, card := range cardkit.Lures(lure) {
		before := written(t, card)
		shown := written(t, Of(card, Reader{Hosts: []string{"panel.example"}}))
		if n := strings.Count(shown, "://"); n > 0 {
			t.Errorf("%s: %d texts lead to another host: %s", name, n, shown)
		}
		if d := cmp.Diff(before, written(t, card)); d != "" {
			t.Errorf("%s: the card that was given has changed: %s", name, d)
		}
		if leading := Of(card, Reader{Hosts: []string{"evil.example"}}); !cmp.Equal(written(t, leading), written(t, Of(card, Reader{Inert: true}))) {
			t.Errorf("%s: an allowed host is not let through", name)
		}
	}
	own := bots.ClarificationCard{
		Clarification: assistant.Clarification{Questions: []assistant.Question{{Default: lure, Options: []assistant.Option{{Value: lure, Label: "There"}}}}},
		State:         bots.AskOpen,
	}
	asked, _ := Find[Form](Of(own, Reader{}))
	if q := asked.Fields[0]; q.Options[0].Value != lure || q.Default != lure {
		t.Errorf("what an answer is told by: %+v", q)
	}
	own.State, own.Answers = bots.AskAnswered, []bots.AskAnswer{{Answer: "I mean " + lure}}
	if given, _ := Find[Answers](Of(own, Reader{})); given.Items[0].Answer != "I mean "+lure {
		t.Errorf("a person's own words: %+v", given)
	}
	sent := bots.PlanCard{State: assistant.PlanSuperseded, Note: "as on " + lure}
	if quoted := All[Text](Of(sent, Reader{})); len(quoted) != 1 || quoted[0].Words != sent.Note {
		t.Errorf("a person's own words: %+v", quoted)
	}
	for name, card := range cardkit.Samples("") {
		if shown := Of(card, Reader{}); !cmp.Equal(written(t, shown.safe(safe{})), written(t, shown)) {
			t.Errorf("%s: a second time it is another", name)
		}
	}
}

// led are the texts of sections that stay as they are: what an answer is told by, and where tools lead.
var led = []string{"Value", "Key", "Entries", "ID", "URL", "Target", "Called", "Avatar", "Of", "Drawing", "On", "Kind", "Tone", "State", "Sign", "Unit", "Effect", "Side", "Do", "Weight", "Voice", "Phase", "Subject", "Run", "Conversation"}

// TestEverySectionIsMadeSafe: whatever text a section has leads nowhere, but for those that are named.
func TestEverySectionIsMadeSafe(t *testing.T) {
	sections := []Section{
		Text{}, Facts{}, List{}, Difference{}, Preview{}, Steps{}, Part{}, Form{}, Answers{}, Problem{}, Thinking{}, Actions{}, Files{}, Byline{}, Table{}, Chart{}, Picture{},
	}
	for _, name := range declared(t) {
		if !slices.ContainsFunc(sections, func(s Section) bool { return reflect.TypeOf(s).Name() == name }) {
			t.Errorf("%s is not tried", name)
		}
	}
	for _, s := range sections {
		full := reflect.New(reflect.TypeOf(s)).Elem()
		lured(full, 4)
		one, _ := reflect.TypeAssert[Section](full)
		if shown := written(t, one.safe(safe{})); strings.Contains(shown, "://") {
			t.Errorf("%T leads to another host: %s", s, shown)
		}
		if before := written(t, one); !strings.Contains(before, "://") {
			t.Errorf("%T that was given has changed: %s", s, before)
		}
	}
}

// lured puts an address into every text of a value that is not named above; lists get one entry.
func lured(v reflect.Value, deep int) {
	switch v.Kind() { //nolint:exhaustive // the others hold no text
	case reflect.String:
		v.SetString(lure)
	case reflect.Pointer:
		if deep > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			lured(v.Elem(), deep-1)
		}
	case reflect.Slice:
		if deep > 0 && v.Type().Elem().Kind() != reflect.Interface {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			lured(v.Index(0), deep-1)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[assistant.Sentence]() {
			v.Set(reflect.ValueOf(assistant.Verbatim(lure)))
			return
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[assistant.FormName]() && f.Type != reflect.TypeFor[[]assistant.File]() && f.Type != reflect.TypeFor[assistant.File]() && !slices.Contains(led, f.Name) {
				lured(v.Field(i), deep)
			}
		}
	}
}

// declared are the names of all sections, from the package's files.
func declared(t *testing.T) []string {
	t.Helper()
	var out []string
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "says" {
				continue
			}
			if of, ok := f.Recv.List[0].Type.(*ast.Ident); ok {
				out = append(out, of.Name)
			}
		}
	}
	return out
}

// written are all texts of a value, also those that its JSON leaves out.
func written(t *testing.T, c any) string {
	t.Helper()
	var out strings.Builder
	gather(reflect.ValueOf(c), &out)
	return out.String()
}

func gather(v reflect.Value, out *strings.Builder) {
	switch v.Kind() { //nolint:exhaustive // the others hold no text
	case reflect.String:
		out.WriteString(v.String() + "\n")
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			gather(v.Elem(), out)
		}
	case reflect.Slice:
		for i := range v.Len() {
			gather(v.Index(i), out)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			gather(v.MapIndex(key), out)
		}
	case reflect.Struct:
		if said, ok := reflect.TypeAssert[assistant.Sentence](v); ok {
			out.WriteString(said.String() + "\n")
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				gather(v.Field(i), out)
			}
		}
	}
}
