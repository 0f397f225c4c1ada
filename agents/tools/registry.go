package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/assistant"
)

// Bounds in bytes.
const (
	maxArguments   = 512 << 10 // of one call
	maxDescription = 64 << 10
)

// ErrArguments: the arguments of a call do not match the tool's schema. The error's text says how, for a model or a person.
var ErrArguments = errors.New("the arguments do not fit")

// Registry holds the tools there are. It does not change once it is made and is safe for concurrent use.
type Registry struct {
	tools  []Tool // by name
	byName map[string]int
	checks map[string]checked
}

// checked is what goes into a tool and comes out of it is held against.
type checked struct{ arguments, result check }

// NewRegistry returns a registry of the tools, or an error that names every tool that is doubled or not whole.
func NewRegistry(all ...Tool) (*Registry, error) {
	r := &Registry{byName: make(map[string]int, len(all)), checks: make(map[string]checked, len(all))}
	r.tools = slices.Clone(all)
	slices.SortStableFunc(r.tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	var wrong []error
	for i, t := range r.tools {
		if _, taken := r.byName[t.Name]; taken {
			wrong = append(wrong, fmt.Errorf("tool %q: there are two of that name", t.Name))
			continue
		}
		resolved, err := t.resolve()
		if err != nil {
			wrong = append(wrong, fmt.Errorf("tool %q: %w", t.Name, err))
			continue
		}
		r.byName[t.Name], r.checks[t.Name] = i, resolved
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	return r, nil
}

// Whole tells what is wrong with a tool by itself: nil where a registry takes it, as long as no other is called like it.
func (t Tool) Whole() error {
	_, err := t.resolve()
	return err
}

// resolve checks that a tool is whole, and prepares its schemas.
func (t Tool) resolve() (checked, error) {
	var wrong []error
	expect := func(ok bool, what string) {
		if !ok {
			wrong = append(wrong, errors.New(what))
		}
	}
	expect(regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`).MatchString(t.Name), "its name is not a word of a-z, 0-9 and _")
	expect(t.Source.Compiled() || t.Raw != "", "it has no name where it comes from")
	expect(t.Description != "", "it has no description")
	expect(len(t.Description) <= maxDescription, fmt.Sprintf("its description is longer than %d bytes", maxDescription))
	expect(t.Label != "", "it has no label")
	expect(t.Run != nil, "it cannot be run")
	expect(slices.Contains([]assistant.Class{assistant.ClassQuery, assistant.ClassAction, assistant.ClassMeta, assistant.ClassOwn}, t.Class),
		fmt.Sprintf("its class %q does not exist", t.Class))
	expect(slices.Contains([]assistant.Effect{assistant.EffectNone, assistant.EffectReversible, assistant.EffectIrreversible}, t.Effect),
		fmt.Sprintf("its effect %q does not exist", t.Effect))
	expect(t.Class != assistant.ClassQuery || t.Effect == assistant.EffectNone, "a query has no effect")
	expect(t.Class != assistant.ClassOwn || t.Effect == assistant.EffectNone && t.Idempotent && t.Needs == "",
		"it changes a setting of whoever asks, so it has no effect beyond that, needs no project, and is the same done twice")
	expect(t.Effect == assistant.EffectNone || t.Preview != nil, "it has an effect but no preview")
	expect(t.Effect != assistant.EffectReversible || t.Undo != nil, "it is reversible but has no undo")
	if t.Arguments == nil || t.Arguments.Type != "object" {
		wrong = append(wrong, errors.New("its arguments are not an object"))
		return checked{}, errors.Join(wrong...)
	}
	out, err := t.checks()
	if err != nil { // nothing else can be said of a schema that cannot be followed
		return checked{}, errors.Join(append(wrong, err)...)
	}
	for _, place := range t.HTML {
		expect(t.holds(place), fmt.Sprintf("its argument %q, which is to hold HTML, does not exist", place))
	}
	expect(!t.Answers || t.AtOnce(), "it is to be used while answering, but changes something")
	expect(!t.Direct || t.Class == assistant.ClassAction && t.Effect != assistant.EffectNone, "it is to be proposed by itself, but is no action")
	expect(!t.Drafted || t.Direct, "its words are to be drafted first, but it is planned anyway")
	for _, name := range []string{t.Title, t.Unique, t.Elsewhere} {
		expect(name == "" || t.Arguments.Properties[name] != nil, fmt.Sprintf("its argument %q does not exist", name))
	}
	expect(t.Link == "" || t.Result == nil || t.Result.Properties[t.Link] != nil, fmt.Sprintf("its result has no field %q that people could open", t.Link))
	return out, errors.Join(wrong...)
}

// Fields derives the schema of a tool's result from a struct, as [Arguments] does.
func Fields[T any]() *jsonschema.Schema { return Arguments[T]() }

// Arguments derives the schema of a tool's arguments from a struct. Fields marked omitempty or omitzero are optional, a
// jsonschema tag describes its field. A type that no object in JSON corresponds to gives nil, which [NewRegistry] refuses.
func Arguments[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		return nil
	}
	return s
}

// Get returns the tool of that name.
func (r *Registry) Get(name string) (Tool, bool) {
	i, ok := r.byName[name]
	if !ok {
		return Tool{}, false
	}
	return r.tools[i], true
}

// All returns every tool, by name.
func (r *Registry) All() []Tool { return slices.Clone(r.tools) }

// AtOnce tells whether a call of the tool waits for no decision: it changes nothing, or a setting of whoever asks.
func (t Tool) AtOnce() bool {
	return (t.Class == assistant.ClassQuery || t.Class == assistant.ClassOwn) && t.Effect == assistant.EffectNone
}

// For tells whether an agent may see the tool for a project: its owners include the agent, the project has the capability that it needs and
// allows it. Execution and utility agents get what runs at once only: what has an effect is planned for them by the supervisor and the
// leads, and run by the executor.
func (t Tool) For(agent assistant.Agent, project assistant.Project) bool {
	return (t.AtOnce() || plans(agent)) && (len(t.Owners) == 0 || slices.Contains(t.Owners, agent.ID) || plans(agent)) && t.Serves(project)
}

// Fits tells whether the project has what the tool needs.
func (t Tool) Fits(project assistant.Project) bool { return t.Needs == "" || project.Has(t.Needs) }

// Serves tells whether the project has what the tool needs, and allows it. No project has a say in what people set for themselves.
func (t Tool) Serves(project assistant.Project) bool {
	return t.Class == assistant.ClassOwn || t.Fits(project) && (len(project.Allowed) == 0 || slices.Contains(project.Allowed, assistant.TaskType(t.Name)))
}

func plans(a assistant.Agent) bool {
	return a.Category == assistant.CategorySupervisor || a.Category == assistant.CategoryLead
}

// Rules returns what the laws need to know of every tool. Required are the arguments its schema requires.
func (r *Registry) Rules() map[assistant.TaskType]assistant.Rule {
	out := make(map[assistant.TaskType]assistant.Rule, len(r.tools))
	for _, t := range r.tools {
		out[assistant.TaskType(t.Name)] = assistant.Rule{
			Required: slices.Clone(t.Arguments.Required), Needs: t.Needs, Owners: slices.Clone(t.Owners),
		}
	}
	return out
}

// Validate checks a call's arguments against the schema of the tool of that name, see [Validate].
func (r *Registry) Validate(tool string, arguments json.RawMessage) error {
	schema, ok := r.checks[tool]
	if !ok {
		return fmt.Errorf("there is no tool %q: %w", tool, assistant.ErrNotFound)
	}
	return validate(tool, schema.arguments, arguments)
}

// Validate checks a call's arguments against the tool's schema. Its error is [ErrArguments] and says plainly what is wrong.
func Validate(t Tool, arguments json.RawMessage) error {
	if t.Arguments == nil {
		return fmt.Errorf("%s: it has no schema", t.Name)
	}
	schema, err := checkOf(t.Arguments)
	if err != nil {
		return fmt.Errorf("%s: its schema: %w", t.Name, err)
	}
	return validate(t.Name, schema, arguments)
}

func validate(tool string, against check, arguments json.RawMessage) error {
	if len(arguments) > maxArguments {
		return fmt.Errorf("%s: %w: they are longer than %d bytes", tool, ErrArguments, maxArguments)
	}
	if len(bytes.TrimSpace(arguments)) == 0 {
		arguments = json.RawMessage("{}")
	}
	var given any
	if err := json.Unmarshal(arguments, &given); err != nil {
		return fmt.Errorf("%s: %w: they are not valid JSON", tool, ErrArguments)
	}
	if name, found := Doubled(arguments); found {
		return fmt.Errorf("%s: %w: %.80q is given twice", tool, ErrArguments, name)
	}
	fields, isObject := given.(map[string]any)
	if !isObject {
		return fmt.Errorf("%s: %w: they are not a JSON object", tool, ErrArguments)
	}
	schema := against.schema
	if err := against.bears(arguments); err != nil {
		return fmt.Errorf("%s: %w: %w", tool, ErrArguments, err)
	}
	var missing []string
	for _, name := range schema.Schema().Required {
		if _, ok := fields[name]; !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s: %w: %s missing", tool, ErrArguments, isOrAre(missing))
	}
	if err := schema.Validate(given); err != nil {
		return fmt.Errorf("%s: %w: %s", tool, ErrArguments, plainly(err))
	}
	if where, found := notWhole(schema.Schema(), arguments); found {
		return fmt.Errorf("%s: %w: %s: it has to be written as a whole number, like 3", tool, ErrArguments, strings.TrimPrefix(where, "."))
	}
	return nil
}

func isOrAre(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are"
}

// plainly keeps of a validation error which field is wrong and how, and drops the path through the schema.
func plainly(err error) string {
	text, field := err.Error(), ""
	for {
		head, rest, found := strings.Cut(text, ": ")
		path, validating := strings.CutPrefix(head, "validating ")
		if !found || !validating {
			break
		}
		if _, name, ok := strings.Cut(path, "/properties/"); ok {
			field = strings.ReplaceAll(name, "/properties/", ".")
		}
		text = rest
	}
	text = inOrder(text)
	if field != "" {
		text = field + ": " + text
	}
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}

// inOrder sorts the names of fields that nobody knows: they come in another order each time, and what a model is told is to be the same
// when a turn is made again.
func inOrder(text string) string {
	const unknown = "unexpected additional properties ["
	head, list, found := strings.Cut(text, unknown)
	if !found {
		return text
	}
	var names []string
	for {
		name, err := strconv.QuotedPrefix(list)
		if err != nil {
			break
		}
		names = append(names, name)
		list = strings.TrimPrefix(list[len(name):], " ")
	}
	slices.Sort(names)
	return head + unknown + strings.Join(names, " ") + list
}
