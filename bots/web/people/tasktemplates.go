package people

import "slices"

// Template is a background task that is useful to many, ready to be made: what the packs know to be one.
type Template struct {
	Name   string // what its address calls it
	Title  string
	Prompt string
	When   string
	Says   string // what it would say
	Thinks bool   // only a language model can do it
}

// templateOf returns the template with that name, or the zero value.
func (t *Tasks) templateOf(name string) Template {
	offered := t.offered()
	if i := slices.IndexFunc(offered, func(one Template) bool { return one.Name == name }); i >= 0 {
		return offered[i]
	}
	return Template{}
}

// offered are those that can be done here just now.
func (t *Tasks) offered() []Template {
	rehearses := t.Pages.Rehearses()
	return slices.DeleteFunc(slices.Clone(t.Templates), func(one Template) bool { return one.Thinks && rehearses })
}
