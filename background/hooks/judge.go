package hooks

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"

	"github.com/aisteam/aisteam/assistant"
)

// What one expression may cost: steps, bytes, and time. A payload of the largest size that is looked at element by element fits.
const (
	mostSteps  = 1_000_000
	mostMemory = 16 << 20
	mostTime   = 250 * time.Millisecond
	mostNodes  = 300
	mostRegex  = 1000
)

// Rules are the rules of a hook, ready to judge events. It is safe for concurrent use.
type Rules struct {
	filter, group, until cel.Program // nil where there is none
}

// Verdict is what rules say of an event.
type Verdict struct {
	Passes bool
	Group  string
	Last   bool
	Note   string // why it does not pass, or what could not be judged
}

// language is what expressions may speak of.
var language = sync.OnceValues(func() (*cel.Env, error) { // made once, when it is first asked for
	return cel.NewEnv(
		cel.Variable("payload", cel.DynType), cel.Variable("event", cel.StringType), cel.Variable("headers", cel.MapType(cel.StringType, cel.StringType)),
		cel.CrossTypeNumericComparisons(true), cel.ExpressionNodeLimit(mostNodes), cel.RegexProgramSizeLimit(mostRegex), cel.ParserExpressionSizeLimit(assistant.HookRuleLimit*4),
		cel.ASTValidators(cel.ValidateRegexLiterals()),
	)
})

// Compile reads the rules of a hook. What cannot be read is refused with a way on.
func Compile(r assistant.HookRules) (*Rules, error) {
	var out Rules
	var err error
	if out.filter, err = compile(assistant.Say("filter"), r.Filter, cel.BoolType); err != nil {
		return nil, err
	}
	if out.group, err = compile(assistant.Say("group"), r.Group, nil); err != nil {
		return nil, err
	}
	if out.until, err = compile(assistant.Say("end"), r.Until, cel.BoolType); err != nil {
		return nil, err
	}
	return &out, nil
}

// compile reads one expression; gives is what it has to give, nil for anything.
func compile(name assistant.Sentence, text string, gives *cel.Type) (cel.Program, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil // there is no rule
	}
	if len([]rune(text)) > assistant.HookRuleLimit {
		return nil, assistant.BadInput(assistant.Say("The expression of the %s may have %d characters.", name, assistant.HookRuleLimit), assistant.Say("Say it in fewer words."))
	}
	env, err := language()
	if err != nil {
		return nil, fmt.Errorf("prepare the language of filters: %w", err)
	}
	ast, issues := env.Compile(text)
	if err := issues.Err(); err != nil {
		return nil, assistant.BadInput(assistant.Say("I cannot read the expression of the %s: %s.", name, fault(text, issues)),
			assistant.Say("Write it in CEL about payload, event and headers, like payload.action == \"opened\"."))
	}
	if got := ast.OutputType(); gives != nil && !got.IsExactType(gives) && !got.IsExactType(cel.DynType) {
		return nil, assistant.BadInput(assistant.Say("The expression of the %s has to be true or false, and gives something else.", name),
			assistant.Say("Compare it with something, like payload.amount > 100."))
	}
	p, err := env.Program(ast, cel.CostLimit(mostSteps), cel.MemoryLimit(mostMemory), cel.InterruptCheckFrequency(100))
	if err != nil {
		return nil, assistant.BadInput(assistant.Say("I cannot use the expression of the %s.", name), assistant.Say("Write a simpler one."))
	}
	return p, nil
}

// Event is what rules judge.
type Event struct {
	Payload any // of JSON, a form or plain text
	Kind    string
	Headers map[string]string // by their names in small letters
}

// Judge asks the rules of an event. What cannot be judged does not pass, is told together with all others, and ends nothing.
func (r *Rules) Judge(ctx context.Context, e Event) Verdict {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	about := map[string]any{"payload": e.Payload, "event": e.Kind, "headers": e.Headers}
	v := Verdict{Passes: true}
	if r.filter != nil {
		out, err := ask(ctx, r.filter, about)
		v.Passes = err == nil && out == true
		if err != nil {
			v.Note = why(err)
		}
	}
	if !v.Passes {
		return v
	}
	if r.group != nil {
		if out, err := ask(ctx, r.group, about); err == nil {
			v.Group = cut(asText(out), assistant.HookGroupLimit)
		} else {
			v.Note = noteGroup
		}
	}
	if r.until != nil {
		out, err := ask(ctx, r.until, about)
		v.Last = err == nil && out == true
	}
	return v
}

// asText is a value as people write it: a number with all its digits.
func asText(v any) string {
	if f, ok := v.(float64); ok && math.Abs(f) <= exactly {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// ask gives what an expression gives, as a value of Go.
func ask(ctx context.Context, p cel.Program, about map[string]any) (any, error) {
	out, _, err := p.ContextEval(ctx, about)
	if err != nil {
		return nil, err
	}
	switch out.Type() {
	case types.BoolType, types.StringType, types.IntType, types.UintType, types.DoubleType, types.NullType:
		return out.Value(), nil
	}
	native, err := out.ConvertToNative(reflect.TypeFor[string]())
	return native, err
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}
