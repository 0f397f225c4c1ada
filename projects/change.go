package projects

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Change is what a person changes of a project; what is nil stays.
type Change struct {
	Name, Domain, Language *string
	Allowed                *[]string
	// Connect changes a connection of the kind, or makes it. It takes the place of those that give the same.
	Connect map[assistant.ConnectionKind]Fields
	// Disconnect takes connections away, with what opens them.
	Disconnect []assistant.ConnectionKind
	// Anyway keeps an address also where nothing answers.
	Anyway bool
}

// Fields are what a person filled in of a form, by key. What is not among them stays; an empty secret forgets it.
type Fields map[string]string

// changed is the project as it would be, and the secrets that would be kept anew.
func (e *Editor) changed(p assistant.Project, c Change) (assistant.Project, assistant.Secrets, error) {
	if err := c.settings(&p); err != nil {
		return p, nil, err
	}
	p.Connections = slices.Clone(p.Connections)
	without := func(drop func(assistant.Connection) bool) { p.Connections = slices.DeleteFunc(p.Connections, drop) }
	secrets := assistant.Secrets{}
	for _, kind := range slices.Sorted(maps.Keys(c.Connect)) {
		f, ok := e.form(kind)
		if !ok {
			return p, nil, &assistant.FieldError{Key: string(kind), Message: assistant.Say("There is no connection %q here. There is: %s.", kind, e.kinds())}
		}
		old, _ := p.Connected(kind)
		next, err := connected(f, old, c.Connect[kind], secrets)
		if err != nil {
			return p, nil, err
		}
		without(func(other assistant.Connection) bool { return other.Kind == kind || rivals(other, next) })
		p.Connections = append(p.Connections, next)
	}
	without(func(other assistant.Connection) bool { return slices.Contains(c.Disconnect, other.Kind) })
	slices.SortFunc(p.Connections, func(a, b assistant.Connection) int { return cmp.Compare(a.Kind, b.Kind) })
	return p, secrets, nil
}

func (e *Editor) kinds() string {
	var out []string
	for _, f := range e.forms {
		out = append(out, string(f.Kind))
	}
	return strings.Join(out, ", ")
}

// rivals tells whether two connections give the same: a project has one site, not two.
func rivals(a, b assistant.Connection) bool {
	return slices.ContainsFunc(a.Gives, func(c assistant.Capability) bool { return slices.Contains(b.Gives, c) })
}

// connected is the connection as it would be. A secret that was given for another address than the one it has now is forgotten.
func connected(f tools.ConnectionForm, old assistant.Connection, given Fields, secrets assistant.Secrets) (assistant.Connection, error) {
	next := assistant.Connection{Kind: f.Kind, Gives: f.Gives, Config: maps.Clone(old.Config), Opened: old.Opened}
	moved := false
	for _, field := range f.Fields {
		text, isGiven := given[field.Key]
		if isGiven {
			var err error
			if text, err = checked(f.Kind, field, text); err != nil {
				return next, err
			}
			if field.Kind == assistant.FieldSecret {
				secrets[f.Kind] = assistant.Secret(text)
				continue
			}
			moved = moved || field.Binds && text != old.Config[field.Key]
			next.Set(field.Key, text)
		}
		if field.Required && field.Kind != assistant.FieldSecret && next.Config[field.Key] == "" {
			return next, &assistant.FieldError{Key: SettingOf(f.Kind, field.Key), Message: assistant.Say("%s needs its %s.", upper(f.Says), field.Named())}
		}
	}
	if _, anew := secrets[f.Kind]; moved && !anew && old.Opened {
		secrets[f.Kind] = ""
	}
	return next, nil
}

// settings changes what every project has.
func (c Change) settings(p *assistant.Project) error {
	form, into := assistant.Form{Fields: SettingFields(*p)}, map[string]*string{SettingName: &p.Name, SettingDomain: &p.Domain, SettingLanguage: &p.Language}
	given := map[string]string{}
	for key, text := range map[string]*string{SettingName: c.Name, SettingDomain: c.Domain, SettingLanguage: c.Language} {
		if text != nil {
			given[key] = *text
		}
	}
	kept, err := form.Texts(given)
	if err != nil {
		return err
	}
	for key, text := range kept {
		*into[key] = text
	}
	if c.Name != nil && p.Name == "" {
		return &assistant.FieldError{Key: SettingName, Message: assistant.Say("A project needs a name.")}
	}
	if c.Domain != nil && p.Domain != "" && !isHost(p.Domain) {
		return &assistant.FieldError{Key: SettingDomain, Message: assistant.Say("The domain must be like example.com, without https:// and without a path.")}
	}
	if c.Allowed != nil {
		p.Allowed = nil
		for _, given := range *c.Allowed {
			name, err := assistant.FormField{Key: SettingAllowed, Kind: assistant.FieldText, Label: assistant.Label("task type"), Most: 100}.Text(given)
			if err != nil {
				return err
			}
			p.Allowed = append(p.Allowed, assistant.TaskType(name))
		}
	}
	return nil
}

// checked is what a person wrote into a field, as it is kept.
func checked(kind assistant.ConnectionKind, field assistant.FormField, given string) (string, error) {
	field.Key = SettingOf(kind, field.Key)
	text, err := field.Text(given)
	if err != nil || text == "" || field.Kind != assistant.FieldAddress {
		return text, err
	}
	return address(text, field)
}

// upper is a text with a capital at its beginning.
func upper(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}
