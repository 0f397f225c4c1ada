package planning

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

const (
	maxSteps      = 12
	maxParameters = 24
)

var stepKeyForm = lazy.Pattern(`^[a-z][a-z0-9_-]{0,31}$`)

// steps makes the steps of a model's reply, in the order of their groups. The error lists everything that is wrong, in
// words a model can act on.
func (w *work) steps(reply []llm.StepReply) ([]assistant.Step, error) {
	if len(reply) == 0 {
		return nil, errors.New("there are no steps")
	}
	if len(reply) > maxSteps {
		return nil, fmt.Errorf("there are %d steps; use at most %d", len(reply), maxSteps)
	}
	var out []assistant.Step
	var wrong []error
	for i, r := range reply {
		s, err := w.step(r)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("step %d (%s): %w", i+1, line(r.Key, 32), err))
			continue
		}
		out = append(out, s)
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	slices.SortStableFunc(out, func(a, b assistant.Step) int { return strings.Compare(a.Group, b.Group) })
	return out, w.checkSteps(out)
}

func (w *work) step(r llm.StepReply) (assistant.Step, error) {
	s := assistant.Step{
		Key: r.Key, Group: strings.ToUpper(strings.TrimSpace(r.Group)), Owner: assistant.AgentID(strings.TrimSpace(r.Owner)),
		Type: assistant.TaskType(strings.TrimSpace(r.Type)), Summary: line(r.Summary, maxLine),
	}
	tool, known := w.team.Tools().Get(string(s.Type))
	if !known || tool.Class == assistant.ClassMeta || tool.Class == assistant.ClassOwn {
		return s, fmt.Errorf("there is no task type %q", line(r.Type, 40))
	}
	s.Effect = tool.Effect
	if err := w.place(&s, r.Project, tool.Needs); err != nil {
		return s, err
	}
	var err error
	s.Parameters, err = parameters(tool, r.Parameters)
	return s, err
}

// parameters are a step's as its tool takes them. What is empty is left out, and what code gives: nobody but the person says what they
// asked for.
func parameters(tool tools.Tool, written llm.Object) (json.RawMessage, error) {
	fields, err := written.Fields()
	if err != nil {
		return nil, fmt.Errorf("its parameters: %w", err)
	}
	if name, twice := tools.Doubled(json.RawMessage(written)); twice {
		return nil, fmt.Errorf("the parameter %q is there twice", line(name, 40))
	}
	if len(fields) > maxParameters {
		return nil, fmt.Errorf("it has more than %d parameters", maxParameters)
	}
	for name, value := range fields {
		if fields[name], err = clean(value); err != nil {
			return nil, fmt.Errorf("the parameter %q: %w", line(name, 40), err)
		}
		fields[name] = asWanted(tool.Arguments.Properties[name], fields[name])
		if text := string(fields[name]); tool.ByCode(name) || text == `""` || text == "null" {
			delete(fields, name)
		}
	}
	regular(tool, fields)
	return json.Marshal(fields)
}

// clean is a value with its texts as people read them, at any depth.
func clean(value json.RawMessage) (json.RawMessage, error) {
	return assistant.Walk(value, nil, func(one json.RawMessage, _ assistant.Path) (json.RawMessage, bool, error) {
		text := words(one)
		if text == "" {
			return one, false, nil
		}
		now, err := json.Marshal(block(text, maxText))
		return now, true, err
	})
}

// words is a parameter's text, "" where it is a reference or no text.
func words(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// checkSteps checks what must hold of the steps together.
func (p *Planner) checkSteps(steps []assistant.Step) error {
	var wrong []error
	seen := map[string]assistant.Step{}
	taken := map[string]bool{}
	for i, s := range steps {
		complain := func(format string, a ...any) {
			wrong = append(wrong, fmt.Errorf("step %q: "+format, append([]any{s.Key}, a...)...))
		}
		if !stepKeyForm().MatchString(s.Key) {
			complain("its key must be a lowercase word")
		}
		if _, twice := seen[s.Key]; twice {
			complain("its key is used twice")
		}
		if _, ok := p.team.Find(s.Owner); !ok {
			complain("there is no agent %q", line(string(s.Owner), 40))
		}
		if s.Summary == "" {
			complain("it has no summary")
		}
		if want := groupAfter(steps, i); s.Group != want && (i == 0 || s.Group != steps[i-1].Group) {
			complain("its group is %q; groups are A, B, C without a gap, so this one is %q", line(s.Group, 8), want)
		}
		for _, err := range p.checkParameters(s, seen) {
			complain("%w", err)
		}
		if what := p.unique(s); what != "" {
			if at := what + " on " + string(s.Project); taken[at] {
				complain("another step has the %s already", what)
			} else {
				taken[at] = true
			}
		}
		seen[s.Key] = s
	}
	return errors.Join(wrong...)
}

// unique names what no other step of the plan may have, "" for nothing.
func (p *Planner) unique(s assistant.Step) string {
	tool, _ := p.team.Tools().Get(string(s.Type))
	value := tools.Text(s.Parameters, tool.Unique)
	if value == "" {
		return ""
	}
	return fmt.Sprintf("%s %q of %s", tool.Unique, value, tool.Name)
}

// regular lets a tool write arguments as its world writes them.
func regular(t tools.Tool, parameters map[string]json.RawMessage) {
	if t.Regular != nil {
		t.Regular(parameters)
	}
}

// groupAfter is the letter of the group that may begin with step i.
func groupAfter(steps []assistant.Step, i int) string {
	if i == 0 || len(steps[i-1].Group) != 1 {
		return "A"
	}
	return string(steps[i-1].Group[0] + 1)
}

// checkParameters checks a step's parameters against its tool's schema, and its references against the steps before.
func (p *Planner) checkParameters(s assistant.Step, before map[string]assistant.Step) []error {
	tool, _ := p.team.Tools().Get(string(s.Type))
	all, err := assistant.References(s.Parameters)
	if err != nil {
		return []error{err}
	}
	var wrong []error
	for _, r := range all {
		from, ok := before[r.From]
		if !ok || from.Group >= s.Group {
			wrong = append(wrong, fmt.Errorf("it refers to %q, which is not a step of an earlier group", line(r.From, 40)))
			continue
		}
		giver, _ := p.team.Tools().Get(string(from.Type))
		if err := fitting(giver, tool, r); err != nil {
			wrong = append(wrong, fmt.Errorf("it refers to %q of %q: %w", line(r.Field, 80), r.From, err))
		}
	}
	if err := p.team.Tools().Validate(string(s.Type), filledIn(tool, s.Parameters)); err != nil {
		wrong = append(wrong, err)
	}
	return wrong
}

// fitting tells what is wrong with a reference, as far as the two tools say what they give and take.
func fitting(from, to tools.Tool, r assistant.Placed) error {
	path, err := assistant.ParsePath(r.Field)
	if err != nil {
		return err
	}
	if from.Result == nil {
		return nil
	}
	gives, err := tools.Within(from.Result, path)
	if err != nil || r.InText {
		return err
	}
	takes, err := tools.Within(to.Arguments, r.At)
	if err != nil {
		return nil //nolint:nilerr // the arguments are checked as a whole
	}
	return suiting(gives, takes, r.At.String())
}

// suiting tells what is wrong with a value of one schema in a place of another: the types of both, and of their entries where they are lists.
func suiting(gives, takes *jsonschema.Schema, at string) error {
	has, wants := tools.TypesOf(gives), tools.TypesOf(takes)
	switch {
	case len(has) == 0 || len(wants) == 0:
		return nil
	case !slices.ContainsFunc(has, func(t string) bool { return isOf(t, wants) }):
		return fmt.Errorf("it is of type %s, and %s takes %s", strings.Join(has, " or "), at, strings.Join(wants, " or "))
	case gives.Items == nil || takes.Items == nil:
		return nil
	}
	return suiting(gives.Items, takes.Items, at+"[]")
}

// isOf tells whether a value of a type may be of one of the wanted. Which numbers are whole, only the value says.
func isOf(kind string, wanted []string) bool {
	return among(kind, wanted) || kind == "integer" && among("number", wanted) || kind == "number" && among("integer", wanted)
}

// references lists what parameters refer to, in the order of their places; nothing where they cannot be read.
func references(parameters json.RawMessage) []assistant.Placed {
	all, _ := assistant.References(parameters) // validation says what is wrong with them
	return all
}

// filledIn is the parameters with a placeholder in place of every reference, of a type that the tool takes there.
func filledIn(tool tools.Tool, parameters json.RawMessage) json.RawMessage {
	filled, err := assistant.Resolve(parameters, func(r assistant.Placed) (json.RawMessage, error) {
		words := writtenIn(r.From).String()
		if r.InText {
			return json.Marshal(words)
		}
		return tool.Stand(r.At, words), nil
	})
	if err != nil {
		return parameters // validation says what is wrong with them
	}
	return filled
}

// writtenIn stands in a preview for what an earlier step writes.
func writtenIn(step string) assistant.Sentence { return assistant.Say("(written in step %s)", step) }

// tellWritten lets the fields of a preview that are whole from another step be told in the language of whoever reads them.
func tellWritten(shown []assistant.Field, parameters json.RawMessage) {
	for _, r := range references(parameters) {
		for i := range shown {
			if said := writtenIn(r.From); shown[i].New == said.String() {
				shown[i] = shown[i].Saying(shown[i].Was(), said)
			}
		}
	}
}

// fields are parameters by name; none where they are no object.
func fields(parameters json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	if json.Unmarshal(parameters, &out) != nil || out == nil {
		return map[string]json.RawMessage{}
	}
	return out
}
