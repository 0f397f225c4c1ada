// Package deciders words who decides by a rule, the same on a card and on the page where rules are made. Rules and names are
// given; it reads nothing.
package deciders

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Names returns display names of people, and of groups if the reader knows their ids.
type Names struct {
	Person func(assistant.PersonID) string
	Group  func(assistant.GroupRef) string // nil where a group is not told apart from others
}

// Of lists who decides by a rule; nobody if the rule names nobody.
func Of(w wording.Words, r *assistant.ApprovalRule, names Names) []string {
	who := names.people(r.People)
	if len(r.Roles) > 0 {
		who = append(who, Role(w, slices.MinFunc(r.Roles, byRank)))
	}
	for _, g := range r.Groups {
		said := w.Say("people of a group that the settings name")
		if names.Group != nil {
			said = names.Group(g)
		}
		if !slices.Contains(who, said) {
			who = append(who, said)
		}
	}
	return who
}

// Besides says what else a rule contains: whose yes does not count, and who else may decide when it is about to expire.
func Besides(w wording.Words, r *assistant.ApprovalRule, names Names) []string {
	var out []string
	if r.NotRequester {
		out = append(out, w.Say("not whoever asked for it"))
	}
	if e := r.Escalate; e != nil {
		out = append(out, w.Say("in the last %d minutes also %s", e.Minutes, strings.Join(names.people(e.To), ", ")))
	}
	return out
}

func (n Names) people(ids []assistant.PersonID) []string {
	var out []string
	for _, id := range ids {
		out = append(out, n.Person(id))
	}
	return out
}

func byRank(a, b assistant.Role) int {
	switch {
	case a.Below(b):
		return -1
	case b.Below(a):
		return 1
	default:
		return 0
	}
}

// Role names everybody with a role or a higher one.
func Role(w wording.Words, r assistant.Role) string {
	switch r {
	case assistant.RoleAdmin:
		return w.Say("admins")
	case assistant.RoleApprover:
		return w.Say("approvers and admins")
	case assistant.RoleMember, assistant.RoleGuest:
		return w.Say("all members")
	default:
		return string(r)
	}
}
