// Package cardpress says what pressing anything on the cards of the kit stands for, so that each surface can be tried by it.
package cardpress

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// Promise is the meaning of a label on a card: what pressing it does, and on what. One of several options has its position in On.
type Promise struct {
	Label string
	Do    view.Do
	On    view.On
}

// Named tells whether a surface's label is the promise's, which it may have cut.
func (p Promise) Named(label string) bool {
	cut, clipped := strings.CutSuffix(label, "…")
	return label == p.Label || clipped && strings.HasPrefix(p.Label, strings.TrimSpace(cut))
}

// Promises are those of all that a card lets people press, where a choice has room for so many options.
func Promises(c bots.Card, most int) []Promise {
	return offered(view.Of(c, view.Reader{}), most)
}

func offered(v view.View, most int) (out []Promise) {
	for _, s := range view.All[view.Actions](v) {
		for _, a := range s.Offered(most) {
			out = append(out, promised(a, most)...)
		}
	}
	for _, part := range view.All[view.Part](v) {
		out = append(out, offered(part.View, most)...)
	}
	return out
}

// promised is an action, once for each of its options.
func promised(a view.Action, most int) (out []Promise) {
	if len(a.Options) == 0 {
		return []Promise{{a.Label, a.Do, a.On}}
	}
	for i, c := range a.Options[:min(len(a.Options), most)] {
		on := a.On
		if on.Option = i; a.Do.OfSteps() {
			on.Option, on.Task = 0, assistant.TaskID(c.Value)
		}
		out = append(out, Promise{c.Label, a.Do, on})
	}
	return out
}

// Pressable are cards of every body in every status, and the samples, with whatever people may press on them.
func Pressable() map[string]bots.Card {
	out := cardkit.Samples("")
	for _, l := range cardkit.Logs("Words", 3) {
		if c, ok := l.Card(); ok {
			out[l.Name] = c
		}
	}
	for name, c := range out {
		switch c := c.(type) { //nolint:gochecksumtype // the others have all that they may have
		case bots.AnswerCard:
			c.Message, c.Next = "06f0", []string{"Audit the home page", "Is our site up?"}
			out[name] = c
		case bots.ApprovalCard:
			c.Approval.Arguments = []byte(`{"title":"a"}`)
			out[name] = c
		}
	}
	few, _ := out["clarification_select"].(bots.ClarificationCard)
	few.Clarification.Questions = []assistant.Question{{Key: "project", Text: "Which project?", Options: cardkit.Options(12)}}
	out["clarification_few"] = few
	private, _ := out["approval_open"].(bots.ApprovalCard)
	private.Private, private.Approval.Revisable, private.Approval.Preview.Whole = true, true, "All of it"
	out["approval_private"] = private
	return out
}

// Dos are all that an action of a card can do, as package view lists them.
func Dos(tb testing.TB) []view.Do {
	tb.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(cardkit.ModuleRoot(tb), "bots", "view", "actions.go"), nil, 0)
	if err != nil {
		tb.Fatal(err)
	}
	var out []view.Do
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Do" {
			return true
		}
		for _, v := range spec.Values {
			lit, ok := v.(*ast.BasicLit)
			if !ok {
				tb.Fatal("an action is not told by a word")
			}
			word, err := strconv.Unquote(lit.Value)
			if err != nil {
				tb.Fatal(err)
			}
			out = append(out, view.Do(word))
		}
		return true
	})
	if len(out) == 0 {
		tb.Fatal("package view lists nothing that an action does")
	}
	return out
}
