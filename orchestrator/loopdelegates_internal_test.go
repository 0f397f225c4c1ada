package orchestrator

import (
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// lpNamedWithout rules on decisions of people for whom something else was named.
func lpNamedWithout(change func(who *approvals.Who, d *assistant.Delegation)) func(*lpGuards) {
	return lpRuleOf(func(_ *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, who *approvals.Who, _ *assistant.Settings, _ *time.Time) {
		for i := range who.For {
			change(who, &who.For[i])
		}
	})
}

// lpDelegateGuardsOut are the guards over who decides in somebody's stead, each with how it is taken out.
func lpDelegateGuardsOut() map[string]func(*lpGuards) {
	return map[string]func(*lpGuards){
		"who was named decides for ever": lpNamedWithout(func(_ *approvals.Who, d *assistant.Delegation) { d.Until = lpNow(2).AddDate(1, 0, 0) }),
		"whoever it is was named":        lpNamedWithout(func(who *approvals.Who, d *assistant.Delegation) { d.Delegate = who.Person.ID }),
		"who was named has the role of the naming": lpNamedWithout(func(_ *approvals.Who, d *assistant.Delegation) {
			if d.Person == "ben" {
				d.Role = assistant.RoleApprover
			}
		}),
		"who was named has more than whoever named them": lpNamedWithout(func(_ *approvals.Who, d *assistant.Delegation) { d.Role = assistant.RoleAdmin }),
		"a guest decides for an admin": lpNamedWithout(func(who *approvals.Who, _ *assistant.Delegation) {
			if who.Person.Role == assistant.RoleGuest {
				who.Person.Role = assistant.RoleMember
			}
		}),
		"who was named names others": lpRuleOf(func(_ *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, who *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			for _, d := range who.For {
				for _, further := range who.For {
					if further.Person == d.Delegate {
						d.Delegate = further.Delegate
						who.For = append(who.For, d)
					}
				}
			}
		}),
		"whoever asked decides for somebody": lpRuleOf(func(a *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, who *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			for _, d := range who.For {
				if d.Delegate == who.Person.ID && who.Person.ID == a.RequestedBy {
					a.RequestedBy = ""
				}
			}
		}),
		"whoever asked has it said by another": lpRuleOf(func(a *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, who *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			for _, d := range who.For {
				if d.Delegate == who.Person.ID && d.Person == a.RequestedBy {
					a.RequestedBy = ""
				}
			}
		}),
		"who was decided for counts again": lpRuleOf(func(a *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, _ *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			for i := range a.Yeses {
				a.Yeses[i].As.For = ""
			}
		}),
		"a group passes on": lpRuleOf(func(a *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, who *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			for _, d := range who.For {
				if a.Rule != nil && len(a.Rule.Groups) > 0 && d.Person == "cora" && d.Delegate == who.Person.ID {
					rule := *a.Rule
					rule.People, a.Rule = []assistant.PersonID{"cora"}, &rule
				}
			}
		}),
		"who was named approves for good": func(g *lpGuards) {
			g.rule = func(a assistant.ApprovalRecord, d assistant.ApprovalDecided, who approvals.Who, set assistant.Settings, now time.Time) approvalRuling {
				once := d
				once.Always = false
				r := ruleOn(a, once, who, set, now)
				if b, ok := r.body.(assistant.ApprovalDecided); ok && d.Always {
					b.Standing = &assistant.StandingYes{}
					r.body = b
				}
				return r
			}
		},
		"the gate forgets in whose stead it was": func(g *lpGuards) {
			g.enough = func(on approvals.On, yeses []assistant.Yes) bool {
				for i := range yeses {
					yeses[i].Person, yeses[i].As.For = yeses[i].Voice(), ""
				}
				return approvals.Enough(on, yeses)
			}
		},
	}
}
