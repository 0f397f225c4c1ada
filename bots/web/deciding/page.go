// Package deciding is the panel's page about who decides on actions: the rules that an admin sets, and what people have approved
// for good.
package deciding

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/wording"
)

// Rules stores who decides. Only an admin changes a rule, and only the giver of a standing yes or an admin revokes it; storage
// checks the caller.
type Rules interface {
	Policies(ctx context.Context, t assistant.TenantID) ([]assistant.Policy, error)
	SavePolicy(ctx context.Context, t assistant.TenantID, by assistant.PersonID, p assistant.Policy) error
	DropPolicy(ctx context.Context, t assistant.TenantID, by assistant.PersonID, p assistant.Policy) error
	Standings
	Delegates
}

// Standings stores what people have approved for good.
type Standings interface {
	StandingYeses(ctx context.Context, t assistant.TenantID) ([]assistant.StandingYes, error)
	PastStandings(ctx context.Context, t assistant.TenantID, most int) ([]assistant.StandingYes, error)
	EndStanding(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.StandingID) error
}

// Members lists who can be named in a rule.
type Members interface {
	Profiles(ctx context.Context, t assistant.TenantID, most int) ([]assistant.Profile, error)
}

// Projects lists what a rule may hold for.
type Projects interface {
	Projects(ctx context.Context, t assistant.TenantID) ([]assistant.Project, error)
}

// Tool is what a rule may hold for, as people call it.
type Tool struct {
	Name  assistant.TaskType
	Label string
}

// Tools are the tools of a tenant that change something, as they stand; nil for none.
type Tools func(assistant.TenantID) []Tool

func (l Tools) all(t assistant.TenantID) []Tool {
	if l == nil {
		return nil
	}
	return l(t)
}

const (
	membersListed = 200
	pastListed    = 50
)

// Page is the page of who decides.
type Page struct {
	Rules    Rules // nil: there is no page
	Members  Members
	Projects Projects
	Whole    Whole // nil: what holds unless somebody changes it
	Tools    Tools
	Owner    *owner.Owner
	Pages    *pages.Pages
}

// Routes are the page's own.
func (p *Page) Routes() map[string]request.Endpoint {
	if p.Rules == nil || p.Members == nil {
		return nil
	}
	return map[string]request.Endpoint{
		"GET /approvals":                    p.show,
		"POST /approvals/rules":             p.save,
		"POST /approvals/rules/remove":      p.drop,
		"POST /approvals/standing/{id}/end": p.end,

		"POST /approvals/delegations/{id}/end": p.endDelegation,
	}
}

// pageView is the page.
type pageView struct {
	pages.View

	Admin    bool
	Rules    []ruleLine
	Standing []standingLine
	Past     []standingLine // that are good for nothing any more
	Named    []delegationLine
	Projects []assistant.Project
	Tools    []Tool
	People   []assistant.Person
	MostYes  int
	Done     string
	Refused  assistant.Problem
}

// standingLine is a standing yes as the page shows it.
type standingLine struct {
	assistant.StandingYes

	What, Where string
	Mine        bool // or an admin looks
	Till        time.Time
}

func (p *Page) show(w http.ResponseWriter, r *http.Request) error {
	done := map[string]string{
		"saved": "The rule holds from now on, also for what waits already to be done.", "dropped": "The rule is gone.",
		"ended": "From now on the team asks again.", "over": "It is over: nobody decides for them any more.",
	}[r.URL.Query().Get("done")]
	return p.draw(w, r, http.StatusOK, pageView{Done: done})
}

// draw draws the page with whatever v says already.
func (p *Page) draw(w http.ResponseWriter, r *http.Request, status int, v pageView) error {
	ctx, tenant := r.Context(), p.Owner.Tenant.ID
	me, err := p.Owner.Me(ctx)
	if err != nil {
		return err
	}
	v.View, v.Admin, v.Tools, v.MostYes = p.Pages.View(r.Context(), "Who approves"), me.Role == assistant.RoleAdmin, p.Tools.all(tenant), assistant.MaxNeeded
	if v.Projects, err = p.Projects.Projects(ctx, tenant); err != nil {
		return err
	}
	profiles, err := p.Members.Profiles(ctx, tenant, membersListed)
	if err != nil {
		return err
	}
	for _, one := range profiles {
		if one.Role != assistant.RoleGuest {
			v.People = append(v.People, one.Person)
		}
	}
	rules, err := p.Rules.Policies(ctx, tenant)
	if err != nil {
		return err
	}
	lacking, err := Lacking{p.Members, p.Whole}.Of(ctx, tenant, rules)
	if err != nil {
		return err
	}
	for i, rule := range rules {
		line := p.line(rule, v)
		if lacking[i] != nil {
			line.Lacks = saysLack(wording.In(v.Language), *lacking[i])
		}
		v.Rules = append(v.Rules, line)
	}
	if err := p.standings(ctx, me, &v); err != nil {
		return err
	}
	zone := p.Owner.Zone(ctx)
	if v.Named, err = p.named(ctx, me, zone); err != nil {
		return err
	}
	p.Pages.Render(w, status, "deciding", v)
	return nil
}

// standings reads what was approved for good, by the viewer or, where an admin does, by anybody.
func (p *Page) standings(ctx context.Context, me assistant.Person, v *pageView) error {
	good, err := p.Rules.StandingYeses(ctx, p.Owner.Tenant.ID)
	if err != nil {
		return err
	}
	past, err := p.Rules.PastStandings(ctx, p.Owner.Tenant.ID, pastListed)
	if err != nil {
		return err
	}
	in, zone := wording.In(v.Language), p.Owner.Zone(ctx)
	lines := func(all []assistant.StandingYes) (out []standingLine) {
		for _, s := range all {
			if v.Admin || s.Person == me.ID {
				out = append(out, standingLine{
					StandingYes: s, What: p.tool(in, s.Tool), Where: project(in, s.Project, v.Projects), Mine: true, Till: s.Until.In(zone),
				})
			}
		}
		return out
	}
	v.Standing, v.Past = lines(good), lines(past)
	return nil
}

// done answers a form: with the page, or with the page and why not.
func (p *Page) done(w http.ResponseWriter, r *http.Request, what string, err error) error {
	if err == nil {
		http.Redirect(w, r, "/approvals?done="+what, http.StatusSeeOther)
		return nil
	}
	refused, ok := errors.AsType[*assistant.Trouble](err)
	if !ok {
		return request.Found(err, "rule")
	}
	status := http.StatusBadRequest
	if errors.Is(err, assistant.ErrNotAdmin) {
		status = http.StatusForbidden
	}
	return p.draw(w, r, status, pageView{Refused: refused.Problem})
}

func (p *Page) save(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	policy, err := formPolicy(r)
	if err == nil {
		err = p.Tools.Known(p.Owner.Tenant.ID, policy)
	}
	if err == nil {
		err = p.Rules.SavePolicy(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, policy)
	}
	return p.done(w, r, "saved", err)
}

func (p *Page) drop(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	which := assistant.Policy{Project: assistant.ProjectID(r.PostFormValue("project")), Tool: assistant.TaskType(r.PostFormValue("tool"))}
	return p.done(w, r, "dropped", p.Rules.DropPolicy(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, which))
}

func (p *Page) end(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.StandingID](r, "approval")
	if err != nil {
		return err
	}
	return p.done(w, r, "ended", p.Rules.EndStanding(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, id))
}
