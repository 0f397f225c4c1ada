package settings

import (
	"net/http"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/projects"
)

// projectForm is what a person fills in of a project.
type projectForm struct {
	ID       assistant.ProjectID
	Name     string
	Domain   string
	Language string
	Choices  []connectionChoice
	Fresh    bool       // it is about to be added
	Try      string     // where its connections are tried
	Tried    *triedView // nil while nothing was tried

	Unreached bool // nothing answers at its address: it may be kept all the same
}

// connectionChoice is what people choose one of: kinds of connection that give the same.
type connectionChoice struct {
	Name   string // of the choice's inputs
	Legend string
	None   bool // nothing may be chosen too
	Chosen assistant.ConnectionKind
	Kinds  []connectionKind
}

type connectionKind struct {
	assistant.ConnectionForm

	Opened bool
	Lines  []connectionLine
}

type connectionLine struct {
	assistant.ConnectionField

	Name  string // of its input
	Value string // "" for a secret, always
}

// forgetOf is the name of the box that forgets a connection's secret.
func forgetOf(kind assistant.ConnectionKind) string { return string(kind) + ".forget" }

// Forget is the same, for the template.
func (k connectionKind) Forget() string { return forgetOf(k.Kind) }

// Input is how a browser takes the line.
func (l connectionLine) Input() string {
	switch l.Kind {
	case assistant.FieldAddress:
		return "url"
	case assistant.FieldSecret:
		return "password"
	default:
		return "text"
	}
}

// choicesOf gathers the forms by what they give, in the order in which they are listed.
func choicesOf(forms []assistant.ConnectionForm) []connectionChoice {
	var out []connectionChoice
	for _, f := range forms {
		name := "give." + string(f.Gives[0])
		i := slices.IndexFunc(out, func(c connectionChoice) bool { return c.Name == name })
		if i < 0 {
			i, out = len(out), append(out, connectionChoice{Name: name, Legend: f.Choice, None: true})
		}
		out[i].Kinds = append(out[i].Kinds, connectionKind{ConnectionForm: f})
		out[i].None = out[i].None && len(f.Fields) > 0 // where a kind asks nothing, it is what there is without any other
	}
	return out
}

// formOf is a project's form as it stands; a new one begins with the first kind that asks something.
func formOf(p assistant.Project, forms []assistant.ConnectionForm) projectForm {
	f := projectForm{ID: p.ID, Name: p.Name, Domain: p.Domain, Language: p.Language, Choices: choicesOf(forms), Fresh: p.Slug == "", Try: "/settings/projects/try"}
	if !f.Fresh {
		f.Try = "/settings/projects/" + string(p.ID) + "/try"
	}
	for i := range f.Choices {
		c := &f.Choices[i]
		for j := range c.Kinds {
			k := &c.Kinds[j]
			have, ok := p.Connected(k.Kind)
			if k.Opened = have.Opened; ok {
				c.Chosen = k.Kind
			}
			if f.Fresh && c.Chosen == "" && !c.None && len(k.Fields) > 0 {
				c.Chosen = k.Kind
			}
			for _, field := range k.Fields {
				line := connectionLine{ConnectionField: field, Name: string(projects.SettingOf(k.Kind, field.Key))}
				if field.Kind != assistant.FieldSecret {
					line.Value = have.Config[field.Key]
				}
				k.Lines = append(k.Lines, line)
			}
		}
	}
	return f
}

// refill puts back what a person had written. Secrets are not given back.
func (f *projectForm) refill(r *http.Request) {
	field := func(name string) string { return request.Shorten(r.PostFormValue(name), request.TextLimit) }
	f.Name, f.Domain, f.Language = field("name"), field("domain"), field("language")
	for i := range f.Choices {
		c := &f.Choices[i]
		if r.PostForm.Has(c.Name) {
			c.Chosen = assistant.ConnectionKind(field(c.Name))
		}
		for j := range c.Kinds {
			for l := range c.Kinds[j].Lines {
				if line := &c.Kinds[j].Lines[l]; line.Kind != assistant.FieldSecret && r.PostForm.Has(line.Name) {
					line.Value = field(line.Name)
				}
			}
		}
	}
}

// formChange reads a project's form. A secret left empty stays as it is.
func formChange(r *http.Request, forms []assistant.ConnectionForm) projects.Change {
	field := func(name string) *string {
		v := r.PostFormValue(name)
		return &v
	}
	change := projects.Change{
		Name: field("name"), Domain: field("domain"), Language: field("language"), Anyway: r.PostFormValue("anyway") == "yes", Connect: map[assistant.ConnectionKind]projects.Fields{},
	}
	for _, c := range choicesOf(forms) {
		chosen := assistant.ConnectionKind(strings.TrimSpace(*field(c.Name)))
		switch {
		case chosen != "":
			change.Connect[chosen] = c.filled(r, chosen)
		case r.PostForm.Has(c.Name):
			for _, k := range c.Kinds {
				change.Disconnect = append(change.Disconnect, k.Kind)
			}
		}
	}
	return change
}

// filled is what a person wrote into the form of a kind.
func (c connectionChoice) filled(r *http.Request, kind assistant.ConnectionKind) projects.Fields {
	out := projects.Fields{}
	for _, k := range c.Kinds {
		if k.Kind != kind {
			continue
		}
		for _, field := range k.Fields {
			name := string(projects.SettingOf(kind, field.Key))
			given := r.PostFormValue(name)
			if field.Kind == assistant.FieldSecret && given == "" && r.PostFormValue(forgetOf(kind)) == "" {
				continue
			}
			if r.PostForm.Has(name) || field.Kind == assistant.FieldSecret {
				out[field.Key] = given
			}
		}
	}
	return out
}
