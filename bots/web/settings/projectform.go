package settings

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/projects"
)

// projectForm is what a person fills in of a project.
type projectForm struct {
	ID      assistant.ProjectID
	Name    string
	Domain  string
	Every   assistant.Form // what every project is asked for
	Choices []connectionChoice
	Fresh   bool       // it is about to be added
	Try     string     // where its connections are tried
	Tried   *triedView // nil while nothing was tried

	Unreached bool // nothing answers at its address: it may be kept all the same
}

// connectionChoice is a choice between kinds of connection that provide the same.
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
	Asks   assistant.Form
}

// forgetOf is the name of the box that forgets a connection's secret.
func forgetOf(kind assistant.ConnectionKind) string { return string(kind) + ".forget" }

// Forget is the same, for the template.
func (k connectionKind) Forget() string { return forgetOf(k.Kind) }

// choicesOf groups the forms by what their connections provide, in the listed order.
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
	f := projectForm{ID: p.ID, Name: p.Name, Domain: p.Domain, Every: plainly(projects.SettingFields(p)), Choices: choicesOf(forms), Fresh: p.Slug == "", Try: "/settings/projects/try"}
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
			k.Asks = plainly(projects.ConnectionFields(k.ConnectionForm, p))
			for l := range k.Asks.Fields { // a browser would refuse to send the fields of a kind that is not chosen
				k.Asks.Fields[l].Required = false
			}
		}
	}
	return f
}

// plainly are fields without hints: where there is more to say of them, the page says it once, below.
func plainly(fields []assistant.FormField) assistant.Form {
	for i := range fields {
		fields[i].Hint = assistant.Sentence{}
	}
	return assistant.Form{Fields: fields}
}

// refill puts back what a person had written. Secrets are not given back.
func (f *projectForm) refill(r *http.Request) {
	again := func(form assistant.Form) assistant.Form {
		given := pages.Filled(r, form)
		for key := range given {
			given[key] = request.Shorten(given[key], request.TextLimit)
		}
		return form.With(given)
	}
	f.Every = again(f.Every)
	name, _ := f.Every.Field(projects.SettingName)
	f.Name = name.Value
	for i := range f.Choices {
		c := &f.Choices[i]
		if r.PostForm.Has(c.Name) {
			c.Chosen = assistant.ConnectionKind(request.Shorten(r.PostFormValue(c.Name), request.TextLimit))
		}
		for j := range c.Kinds {
			c.Kinds[j].Asks = again(c.Kinds[j].Asks)
		}
	}
}

// formChange reads a project's form. A secret left empty stays as it is.
func formChange(r *http.Request, forms []assistant.ConnectionForm) projects.Change {
	given := map[string]string{projects.SettingName: "", projects.SettingDomain: "", projects.SettingLanguage: ""}
	maps.Copy(given, pages.Filled(r, assistant.Form{Fields: projects.SettingFields(assistant.Project{})}))
	change := projects.Filled(given, assistant.ConnectionForm{})
	change.Anyway, change.Connect = r.PostFormValue("anyway") == "yes", map[assistant.ConnectionKind]projects.Fields{}
	for _, c := range choicesOf(forms) {
		chosen := assistant.ConnectionKind(strings.TrimSpace(r.PostFormValue(c.Name)))
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
		form := assistant.Form{Fields: projects.ConnectionFields(k.ConnectionForm, assistant.Project{})}
		out = projects.Connecting(pages.Filled(r, form), k.ConnectionForm)
		for _, field := range k.Fields {
			if field.Kind == assistant.FieldSecret && out[field.Key] == "" && r.PostFormValue(forgetOf(kind)) != "" {
				out[field.Key] = ""
			}
		}
	}
	return out
}
