package assistant

import "slices"

// Grant gives everybody in a platform's group a role: a Slack user group, a Discord role.
type Grant struct {
	Surface Surface
	Space   string // workspace or server; "" takes the group in whichever of the tenant's it is
	Group   string // the platform's id of it
	Role    Role
}

// rank orders the roles. What is no role ranks lowest, so that nobody gains by it.
func (r Role) rank() int {
	return slices.Index([]Role{RoleMember, RoleApprover, RoleAdmin}, r)
}

// Valid tells whether it is one of the roles.
func (r Role) Valid() bool { return r.rank() >= 0 }

// RoleOf is what a person may do who acts through an account: their own role, or a higher one that is granted to a group
// the account is in at this moment. A group of another platform or workspace gives nothing.
func RoleOf(own Role, from Identity, grants []Grant) Role {
	best := own
	for _, g := range grants {
		here := g.Surface == from.Surface && (g.Space == "" || g.Space == from.Space)
		if here && g.Group != "" && slices.Contains(from.Groups, g.Group) && g.Role.rank() > best.rank() {
			best = g.Role
		}
	}
	return best
}
