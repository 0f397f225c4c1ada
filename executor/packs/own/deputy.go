package own

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

// Deputies stores who decides for whom.
type Deputies interface {
	Delegations(ctx context.Context, t assistant.TenantID) ([]assistant.Delegation, error)
	Called(ctx context.Context, t assistant.TenantID, name string) ([]assistant.Person, error)
	Delegate(ctx context.Context, t assistant.TenantID, g assistant.Delegation) error
	EndDelegation(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.DelegationID) error
}

// Deputy are the arguments of name_deputy.
type Deputy struct {
	Person string `json:"person,omitempty" jsonschema:"who decides for them, by the name that they wrote; with nobody, who no longer does, left out where they name nobody"`
	Until  string `json:"until,omitempty" jsonschema:"until when, in their words: Friday, 3 December; left out where they do not say"`
	Nobody bool   `json:"nobody,omitempty" jsonschema:"true where they decide themselves again"`
}

func (p pack) deputy() tools.Tool {
	return setting(TaskDeputy, "Choose who decides in one's place",
		"Lets a colleague decide in place of the person who asks until a day that they name, or ends that. Call it only with a name that stands in their own message.",
		tools.Arguments[Deputy](), deputiesAsked(), p.heldDeputy, p.runDeputy)
}

func (p pack) runDeputy(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Deputy](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	if a.Nobody {
		return p.decidesAgain(ctx, c, strings.TrimPrefix(a.Person, "@"))
	}
	return p.names(ctx, c, strings.TrimPrefix(a.Person, "@"), a.Until)
}

// names lets somebody decide for the asker, where the name is that of one person alone, and until when.
func (p pack) names(ctx context.Context, c tools.Call, name, until string) (assistant.Receipt, error) {
	to, err := p.called(ctx, c, name)
	if err != nil {
		return assistant.Receipt{}, err
	}
	me := c.Asker
	at, ok := background.ReadUntil(until, me.Zone, p.Now())
	if !ok {
		like := assistant.Say("%s decides for me until Friday", plainly(to.Name))
		return assistant.Receipt{}, assistant.BadInput(assistant.Say("Until when shall %s decide for you? Say it with a day, like “%s”. Nothing was changed.", plainly(to.Name), like), assistant.Say("Say “%s”.", like))
	}
	if err := p.Deputies.Delegate(ctx, c.Tenant, assistant.Delegation{ID: assistant.NewID[assistant.DelegationID](p.IDs), Person: me.ID, Delegate: to.ID, Until: at}); err != nil {
		return assistant.Receipt{}, fmt.Errorf("let somebody decide for another: %w", err)
	}
	w := words(c)
	return saying("", w.Say("%s decides for you until %s: what you may decide by your own role or by name, and nothing else. Your cards say who decided for you. Write “%s” to end it.",
		plainly(to.Name), moment(me.Zone, at), w.Say("I decide myself again"))), nil
}

// called returns the one person that a name means, if the asker's own words contain the name: what others wrote, or what a model
// makes of it, gives nobody the right to decide.
func (p pack) called(ctx context.Context, c tools.Call, name string) (assistant.Person, error) {
	people, err := p.Deputies.Called(ctx, c.Tenant, name)
	if err != nil {
		return assistant.Person{}, fmt.Errorf("look who is to decide: %w", err)
	}
	again := assistant.Say("Say “%s”.", assistant.Say("%s decides for me until Friday", plainly(name)))
	switch {
	case len(people) == 0:
		return assistant.Person{}, assistant.BadInput(assistant.Say("I know nobody here who is called “%s”. Say the name as it stands in the list of people. Nothing was changed.", plainly(name)), again)
	case len(people) > 1:
		var all []string
		for _, one := range people {
			all = append(all, plainly(one.Name))
		}
		return assistant.Person{}, assistant.BadInput(assistant.Say("Several people here are called that: %s. Say the whole name of one. Nothing was changed.", strings.Join(all, ", ")), again)
	case !says(c.Said, people[0].Name):
		return assistant.Person{}, assistant.BadInput(assistant.Say("Say yourself, by name, who is to decide for you. Nothing was changed."), again)
	}
	return people[0], nil
}

// says tells whether words contain a name, or part of it, as whole words.
func says(text, name string) bool {
	split := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	}
	said := map[string]bool{}
	for _, word := range split(text) {
		said[word] = true
	}
	for _, word := range split(name) {
		if said[word] {
			return true
		}
	}
	return false
}

// decidesAgain lets nobody decide for the asker any more. Where they name somebody who does not, they are told who does.
func (p pack) decidesAgain(ctx context.Context, c tools.Call, name string) (assistant.Receipt, error) {
	all, err := p.standing(ctx, c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	w := words(c)
	for _, g := range all {
		if g.Person != c.Asker.ID || name != "" && !begins(g.Called, name) {
			continue
		}
		if err := p.Deputies.EndDelegation(ctx, c.Tenant, c.Asker.ID, g.ID); err != nil && !errors.Is(err, assistant.ErrNotFound) {
			return assistant.Receipt{}, fmt.Errorf("let nobody decide for a person: %w", err)
		}
		again := w.Say("%s decides for me until %s", plainly(g.Called), moment(c.Asker.Zone, g.Until))
		return saying(" ", w.Say("%s no longer decides for you.", plainly(g.Called)), w.Say("Say “%s” to take that back.", again)), nil
	}
	return saying("\n", whoDecides(w, c.Asker, all)...), nil
}

// standing are the delegations that are not over.
func (p pack) standing(ctx context.Context, c tools.Call) (out []assistant.Delegation, err error) {
	all, err := p.Deputies.Delegations(ctx, c.Tenant)
	if err != nil {
		return nil, fmt.Errorf("read who decides for whom: %w", err)
	}
	for _, g := range all {
		if p.Now().Before(g.Until) {
			out = append(out, g)
		}
	}
	return out, nil
}

// whoDecides says who decides for a person, and for whom they decide.
func whoDecides(w wording.Words, me assistant.Person, all []assistant.Delegation) []string {
	lines := []string{w.Say("Nobody decides for you.")}
	for _, g := range all {
		if g.Person == me.ID {
			lines[0] = w.Say("%s decides for you until %s.", plainly(g.Called), moment(me.Zone, g.Until))
		}
		if g.Delegate == me.ID {
			lines = append(lines, w.Say("You decide for %s until %s.", plainly(g.Name), moment(me.Zone, g.Until)))
		}
	}
	return lines
}

// begins tells whether a name is what was said, or begins with its words.
func begins(name, said string) bool {
	name, said = strings.ToLower(name), strings.ToLower(said)
	return name == said || strings.HasPrefix(name, said+" ")
}
