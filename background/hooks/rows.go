package hooks

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/aisteam/aisteam/assistant"
)

// Comparison is how a row compares a field with a value.
type Comparison string

// The comparisons.
const (
	Is       Comparison = "is"
	IsNot    Comparison = "is_not"
	Contains Comparison = "contains"
	More     Comparison = "more"
	Less     Comparison = "less"
	There    Comparison = "there"     // it takes no value
	NotThere Comparison = "not_there" // likewise
)

// Comparisons are all of them, in the order in which people choose from them.
func Comparisons() []Comparison {
	return []Comparison{Is, IsNot, Contains, More, Less, There, NotThere}
}

// TakesValue tells whether there is something to compare with.
func (c Comparison) TakesValue() bool { return c != There && c != NotThere }

// KindField is the field of a row that is about what the sender calls the event; every other is a [Path] into the payload.
const KindField = "@event"

// MostRows is how many rows a filter can have.
const MostRows = 20

// Row is a condition of a filter as people fill it in.
type Row struct {
	Field string
	Comparison
	Value string
}

// Rows are the conditions of a filter, of which all have to hold, or any.
type Rows struct {
	Any bool
	All []Row
}

// Expression is the filter that the rows come to: an event passes it where the rows hold of it. Rows that say nothing are left out.
func (r Rows) Expression() (string, error) {
	if len(r.All) > MostRows {
		return "", assistant.BadInput(assistant.Say("A filter may have %d conditions.", MostRows), assistant.Say("Write it as an expression."))
	}
	var all []ast.Expr
	for _, row := range r.All {
		if row.Field == "" && row.Value == "" {
			continue
		}
		one, err := row.expr()
		if err != nil {
			return "", err
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return "", nil
	}
	joined := all[0]
	for _, one := range all[1:] {
		joined = call(r.joins(), joined, one)
	}
	return written(joined)
}

func (r Rows) joins() string {
	if r.Any {
		return operators.LogicalOr
	}
	return operators.LogicalAnd
}

// written is an expression as the language of filters writes it, quoted by its own rules.
func written(e ast.Expr) (string, error) {
	text, err := cel.ExprToString(e, ast.NewSourceInfo(nil))
	if err != nil {
		return "", fmt.Errorf("write a condition: %w", err)
	}
	return text, nil
}

// expr is the row as one term of an expression: never one that "and" or "or" joins, so that rows can be told apart in it.
func (r Row) expr() (ast.Expr, error) {
	field, err := fieldOf(r.Field)
	if err != nil {
		return nil, err
	}
	switch r.Comparison {
	case Is:
		return field.equals(r.Value), nil
	case IsNot:
		return field.not(field.equals(r.Value)), nil
	case Contains:
		return field.contains(r.Value), nil
	case More, Less:
		return field.reckons(r)
	case There:
		return field.there(), nil
	case NotThere:
		return field.not(nil), nil
	}
	return nil, assistant.BadInput(assistant.Say("“%s” is no way to compare.", string(r.Comparison)), assistant.Say("Choose one from the list."))
}

// field is what a row looks at: what the sender calls the event, or what lies at a path of its payload.
type field struct{ path []string }

func fieldOf(text string) (field, error) {
	if text == KindField {
		return field{}, nil
	}
	if text == "" {
		return field{}, assistant.BadInput(assistant.Say("One of the conditions does not say which field it is about."), assistant.Say("Choose a field, or empty its value to leave it out."))
	}
	path, ok := Path(text)
	if !ok {
		return field{}, assistant.BadInput(assistant.Say("“%s” is no field of an event.", text), assistant.Say("Choose one from the list, or write its name, with a dot before what lies in it: repository.name."))
	}
	return field{path}, nil
}

// at is what lies so many steps down the path.
func (f field) at(steps int) ast.Expr {
	if f.path == nil {
		return build().NewIdent(0, "event")
	}
	e := build().NewIdent(0, "payload")
	for _, name := range f.path[:steps] {
		if dotted(name) {
			e = build().NewSelect(0, e, name)
		} else {
			e = call(operators.Index, e, literal(types.String(name)))
		}
	}
	return e
}

func (f field) value() ast.Expr { return f.at(len(f.path)) }

// among are the values that somebody may mean by a text. What a sender calls an event is a text.
func (f field) among(text string) []ast.Expr {
	out := []ast.Expr{literal(types.String(text))}
	if f.path == nil {
		return out
	}
	if text == "true" || text == "false" {
		return append(out, literal(types.Bool(text == "true")))
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return append(out, literal(types.Int(n)))
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return append(out, literal(types.Uint(n)))
	}
	if n, ok := number(text); ok {
		return append(out, literal(types.Double(n)))
	}
	return out
}

func (f field) equals(text string) ast.Expr {
	all := f.among(text)
	if len(all) == 1 {
		return call(operators.Equals, f.value(), all[0])
	}
	return call(operators.In, f.value(), build().NewList(0, all, nil))
}

// contains: a text has another in it, and a list has it among what it lists.
func (f field) contains(text string) ast.Expr {
	within := build().NewMemberCall(0, "contains", f.value(), literal(types.String(text)))
	if f.path == nil {
		return within
	}
	all := f.among(text)
	listed := call(operators.In, all[0], f.value())
	for _, one := range all[1:] {
		listed = call(operators.LogicalOr, listed, call(operators.In, one, f.value()))
	}
	return call(operators.Conditional, isA(f.value(), "list"), listed, within)
}

// reckons compares numbers, and texts that are numbers.
func (f field) reckons(r Row) (ast.Expr, error) {
	n, ok := number(r.Value)
	if !ok {
		return nil, assistant.BadInput(assistant.Say("“%s” is no number, and only a number can be more or less than another.", r.Value), assistant.Say("Write a number, like 100 or 2.5."))
	}
	op := operators.Greater
	if r.Comparison == Less {
		op = operators.Less
	}
	return call(op, call("double", f.value()), literal(types.Double(n))), nil
}

// steps are the conditions under which there is something at the path; each can be asked where those before it hold.
func (f field) steps() []ast.Expr {
	if f.path == nil {
		return []ast.Expr{call(operators.NotEquals, f.value(), literal(types.String("")))}
	}
	var out []ast.Expr
	for i, name := range f.path {
		out = append(out, isA(f.at(i), "map"), call(operators.In, literal(types.String(name)), f.at(i)))
	}
	return out
}

func (f field) there() ast.Expr {
	all := f.steps()
	if len(all) == 1 {
		return all[0]
	}
	return call(operators.Conditional, and(all[:len(all)-1]), all[len(all)-1], literal(types.False))
}

// not holds where there is nothing at the path, or what is there is not so.
func (f field) not(so ast.Expr) ast.Expr {
	all := f.steps()
	switch {
	case so == nil:
	case f.path == nil:
		all = []ast.Expr{so}
	default:
		all = append(all, so)
	}
	return call(operators.LogicalNot, and(all))
}

func and(all []ast.Expr) ast.Expr {
	out := all[0]
	for _, one := range all[1:] {
		out = call(operators.LogicalAnd, out, one)
	}
	return out
}

func isA(e ast.Expr, kind string) ast.Expr {
	return call(operators.Equals, call("type", e), build().NewIdent(0, kind))
}

// named are the names that the language of filters takes after a dot; some words it keeps for itself.
var named = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`) })

func dotted(name string) bool {
	switch name {
	case "true", "false", "null", "in":
		return false
	}
	return named().MatchString(name)
}

func build() ast.ExprFactory { return ast.NewExprFactory() }

func call(function string, args ...ast.Expr) ast.Expr { return build().NewCall(0, function, args...) }

func literal(v ref.Val) ast.Expr { return build().NewLiteral(0, v) }

// number is a number as people write it.
func number(text string) (float64, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}
