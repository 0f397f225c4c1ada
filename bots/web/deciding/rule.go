package deciding

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/deciders"
)

// ruleLine is a rule as the page shows it, in words.
type ruleLine struct {
	assistant.Policy

	What, Where, Who string
	More             []string
	Lacks            string // why it can never be met; "" where it can
}

func (p *Page) line(policy assistant.Policy, v pageView) ruleLine {
	r := policy.Rule
	w := wording.In(v.Language)
	out := ruleLine{Policy: policy, What: w.Say("everything that changes something"), Where: project(w, policy.Project, v.Projects)}
	if policy.Tool != "" {
		out.What = p.tool(w, policy.Tool)
	}
	names := deciders.Names{
		Person: func(id assistant.PersonID) string { return called(w, id, v.People) },
		Group:  func(g assistant.GroupRef) string { return w.Say("the %s group %s", g.Surface, g.Group) },
	}
	if out.Who = strings.Join(deciders.Of(w, &r, names), ", "); out.Who == "" {
		out.Who = w.Say("whoever decides elsewhere")
	}
	if n := r.Count(); n > 1 {
		out.More = append(out.More, w.Say("%d of them have to approve", n))
	}
	out.More = append(out.More, deciders.Besides(w, &r, names)...)
	return out
}

// tool returns the display name of a tool.
func (p *Page) tool(w wording.Words, name assistant.TaskType) string {
	for _, t := range p.Tools.all(p.Owner.Tenant.ID) {
		if t.Name == name {
			return w.Label(t.Label)
		}
	}
	return string(name)
}

func project(w wording.Words, id assistant.ProjectID, all []assistant.Project) string {
	if id == "" {
		return w.Say("every project")
	}
	for _, p := range all {
		if p.ID == id {
			return p.Name
		}
	}
	return w.Say("a project that is deleted")
}

func called(w wording.Words, id assistant.PersonID, all []assistant.Person) string {
	for _, p := range all {
		if p.ID == id && p.Name != "" {
			return p.Name
		}
	}
	return w.Say("somebody")
}

// Known refuses a policy about a tool that the tenant has not.
func (l Tools) Known(t assistant.TenantID, p assistant.Policy) error {
	if p.Tool == "" || slices.ContainsFunc(l.all(t), func(t Tool) bool { return t.Name == p.Tool }) {
		return nil
	}
	return assistant.BadInput(assistant.Say("There is no such tool that changes something."), assistant.Say("Nothing was changed. Take one of the list and save again."))
}

// formPolicy reads the form of a rule.
func formPolicy(r *http.Request) (assistant.Policy, error) {
	p := assistant.Policy{Project: assistant.ProjectID(r.PostFormValue("project")), Tool: assistant.TaskType(r.PostFormValue("tool"))}
	if role := assistant.Role(r.PostFormValue("role")); role != "" {
		p.Rule.Roles = []assistant.Role{role}
	}
	for _, id := range r.PostForm["people"] {
		p.Rule.People = append(p.Rule.People, assistant.PersonID(id))
	}
	var err error
	if p.Rule.Needed, err = number(r, "needed", "The number of approvals"); err != nil {
		return p, err
	}
	p.Rule.NotRequester = r.PostFormValue("notRequester") != ""
	minutes, err := number(r, "minutes", "The minutes before the end")
	if err != nil {
		return p, err
	}
	if later := r.PostForm["later"]; len(later) > 0 || minutes != 0 {
		p.Rule.Escalate = &assistant.Escalation{Minutes: minutes}
		for _, id := range later {
			p.Rule.Escalate.To = append(p.Rule.Escalate.To, assistant.PersonID(id))
		}
	}
	return p, nil
}

// number reads a number that may be left out.
func number(r *http.Request, field, what string) (int, error) {
	text := strings.TrimSpace(r.PostFormValue(field))
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, assistant.BadInput(assistant.Say("%s must be a whole number.", what), assistant.Say("Nothing was changed. Correct it and save again."))
	}
	return n, nil
}
