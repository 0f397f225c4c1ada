package deciding

import (
	"context"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Delegates stores who has named whom to decide for them. The person who named somebody and admins end it; storage checks the
// caller.
type Delegates interface {
	Delegations(ctx context.Context, t assistant.TenantID) ([]assistant.Delegation, error)
	EndDelegation(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.DelegationID) error
}

// delegationLine is that somebody decides for another, as the page shows it.
type delegationLine struct {
	assistant.Delegation

	Mine bool // or an admin looks: they may end it
	Till time.Time
}

// Told returns the delegations that a person may see: all for an admin, otherwise those they are part of.
func Told(me assistant.Person, all []assistant.Delegation) []assistant.Delegation {
	out := []assistant.Delegation{}
	for _, g := range all {
		if me.Role == assistant.RoleAdmin || g.Person == me.ID || g.Delegate == me.ID {
			out = append(out, g)
		}
	}
	return out
}

// named returns the lines of who decides for whom.
func (p *Page) named(ctx context.Context, me assistant.Person, zone *time.Location) (out []delegationLine, err error) {
	all, err := p.Rules.Delegations(ctx, p.Owner.Tenant.ID)
	for _, g := range Told(me, all) {
		out = append(out, delegationLine{Delegation: g, Mine: me.Role == assistant.RoleAdmin || g.Person == me.ID, Till: g.Until.In(zone)})
	}
	return out, err
}

func (p *Page) endDelegation(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.DelegationID](r, "delegation")
	if err != nil {
		return err
	}
	return p.done(w, r, "over", p.Rules.EndDelegation(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, id))
}
