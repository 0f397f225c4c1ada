package api

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/deciding"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// approvalRules shows and changes who decides on actions, and what people have approved for good.
type approvalRules struct {
	kept    deciding.Rules
	tools   deciding.Tools
	lacking deciding.Lacking
	owner   *owner.Owner
}

// lackJSON is a rule that the team of now cannot meet.
type lackJSON struct {
	Project assistant.ProjectID  `json:"projectId,omitempty"`
	Tool    assistant.TaskType   `json:"tool,omitempty"`
	Needed  int                  `json:"needed"`
	Could   int                  `json:"could"`
	AskedBy []assistant.PersonID `json:"askedBy,omitempty"` // whose requests cannot be approved; none: nobody's can
}

// unmet are the rules that the team of now cannot meet, so that what falls under them only expires.
func (a approvalRules) unmet(ctx context.Context, rules []assistant.Policy) ([]lackJSON, error) {
	lacking, err := a.lacking.Of(ctx, a.owner.Tenant.ID, rules)
	if err != nil {
		return nil, err
	}
	out := []lackJSON{}
	for i, lack := range lacking {
		if lack == nil {
			continue
		}
		one := lackJSON{Project: rules[i].Project, Tool: rules[i].Tool, Needed: lack.Needed, Could: lack.Could}
		for _, p := range lack.AskedBy {
			one.AskedBy = append(one.AskedBy, p.ID)
		}
		out = append(out, one)
	}
	return out, nil
}

// list answers with all rules and with the standing approvals that the caller may revoke.
func (a approvalRules) list(w http.ResponseWriter, r *http.Request) error {
	rules, err := a.kept.Policies(r.Context(), a.owner.Tenant.ID)
	if err != nil {
		return err
	}
	me, err := a.owner.Me(r.Context())
	if err != nil {
		return err
	}
	all, err := a.kept.StandingYeses(r.Context(), a.owner.Tenant.ID)
	if err != nil {
		return err
	}
	standing := []assistant.StandingYes{}
	for _, s := range all {
		if me.Role == assistant.RoleAdmin || s.Person == me.ID {
			standing = append(standing, s)
		}
	}
	named, err := a.kept.Delegations(r.Context(), a.owner.Tenant.ID)
	if err != nil {
		return err
	}
	unmet, err := a.unmet(r.Context(), rules)
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{
		"rules": append([]assistant.Policy{}, rules...), "standing": standing, "delegations": deciding.Told(me, named), "unmet": unmet,
	})
	return nil
}

// put sets the rule of a tool, of a project, of both, or of everything.
func (a approvalRules) put(w http.ResponseWriter, r *http.Request) error {
	var p assistant.Policy
	if err := request.Decode(r, &p); err != nil {
		return err
	}
	if err := a.tools.Known(a.owner.Tenant.ID, p); err != nil {
		return err
	}
	if err := a.kept.SavePolicy(r.Context(), a.owner.Tenant.ID, a.owner.Person.ID, p); err != nil {
		return request.Found(err, "project or person of the rule")
	}
	return a.list(w, r)
}

// drop takes a rule away.
func (a approvalRules) drop(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p := assistant.Policy{Project: assistant.ProjectID(q.Get("projectId")), Tool: assistant.TaskType(q.Get("tool"))}
	if err := a.kept.DropPolicy(r.Context(), a.owner.Tenant.ID, a.owner.Person.ID, p); err != nil {
		return err
	}
	return a.list(w, r)
}

// end takes back what was approved for good.
func (a approvalRules) end(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.StandingID](r, "standing approval")
	if err != nil {
		return err
	}
	if err := a.kept.EndStanding(r.Context(), a.owner.Tenant.ID, a.owner.Person.ID, id); err != nil {
		return request.Found(err, "standing approval")
	}
	return a.list(w, r)
}

// endDelegation lets nobody decide for somebody any more.
func (a approvalRules) endDelegation(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.DelegationID](r, "delegation")
	if err != nil {
		return err
	}
	if err := a.kept.EndDelegation(r.Context(), a.owner.Tenant.ID, a.owner.Person.ID, id); err != nil {
		return request.Found(err, "delegation")
	}
	return a.list(w, r)
}
