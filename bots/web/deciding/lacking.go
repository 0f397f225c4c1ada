package deciding

import (
	"context"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Whole reads what holds for a whole tenant.
type Whole interface {
	Settings(ctx context.Context, t assistant.TenantID) (assistant.Settings, error)
}

// Lacking finds rules that the present team can never meet, or not for everybody who asks.
type Lacking struct {
	Members Members // nil: nobody looks
	Whole   Whole   // nil: what holds unless somebody changes it
}

// Of gives what each rule lacks, in their order; nil for one that can be met.
func (l Lacking) Of(ctx context.Context, t assistant.TenantID, rules []assistant.Policy) ([]*approvals.Lack, error) {
	out := make([]*approvals.Lack, len(rules))
	if l.Members == nil || len(rules) == 0 {
		return out, nil
	}
	profiles, err := l.Members.Profiles(ctx, t, membersListed)
	if err != nil || len(profiles) >= membersListed { // there may be more people than can be looked at
		return out, err
	}
	set := assistant.DefaultSettings()
	if l.Whole != nil {
		if set, err = l.Whole.Settings(ctx, t); err != nil {
			return nil, err
		}
	}
	var team []assistant.Person
	for _, p := range profiles {
		if p.LeftAt.IsZero() {
			team = append(team, p.Person)
		}
	}
	for i, rule := range rules {
		if lack, lacks := approvals.LackOf(rule.Rule, team, set); lacks {
			out[i] = &lack
		}
	}
	return out, nil
}

// saysLack says what a rule lacks, and what to do about it.
func saysLack(w wording.Words, l approvals.Lack) string {
	if l.Always {
		return w.Say("Nobody can have anything approved under this rule: it takes %d people, and those who could are %d. Have more people decide, take a smaller number, or remove the rule; until then what falls under it only expires.", l.Needed, l.Could)
	}
	var names []string
	for _, p := range l.AskedBy {
		name := p.Name
		if name == "" {
			name = w.Say("somebody")
		}
		names = append(names, name)
	}
	return w.Say("What these people ask for cannot be approved under this rule, as too few others could: %s. Have more people decide, or take a smaller number.", w.List(names))
}
