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
	return slices.Index([]Role{RoleGuest, RoleMember, RoleApprover, RoleAdmin}, r)
}

// Valid tells whether it is one of the roles that people are given. A guest is what a platform says of somebody.
func (r Role) Valid() bool { return r.rank() >= RoleMember.rank() }

// Below tells whether it may do less than another.
func (r Role) Below(other Role) bool { return r.rank() < other.rank() }

// RoleOf is what a person may do who acts through an account: their own role, or a higher one that is granted to a group
// the account is in at this moment. A group of another platform or workspace gives nothing. Whoever is a guest
// already, whom the platform calls one, or of whom it does not say who they are, is a guest whatever they were given.
func RoleOf(own Role, from Identity, grants []Grant) Role {
	if own == RoleGuest || from.Standing.Outside() || from.Standing == StandingUnknown {
		return RoleGuest
	}
	best := own
	for _, g := range grants {
		here := g.Surface == from.Surface && (g.Space == "" || g.Space == from.Space || g.Space == from.GroupsIn)
		if here && g.Group != "" && slices.Contains(from.Groups, g.Group) && g.Role.rank() > best.rank() {
			best = g.Role
		}
	}
	return best
}

// MayDecide tells whether a person may decide what somebody asked for: an approver, an admin, and the one who asked where
// the tenant lets members do so. A guest decides nothing, not even what they asked for.
func MayDecide(p Person, s Settings, requestedBy PersonID) bool {
	switch {
	case p.ID == "" || p.Role == RoleGuest:
		return false
	case p.Role == RoleApprover || p.Role == RoleAdmin:
		return true
	default:
		return s.MembersApprove && p.ID == requestedBy
	}
}

// MayGoOn tells whether a person may let go on what somebody asked for and has stopped: whoever asked, approvers and admins.
func MayGoOn(p Person, requestedBy PersonID) bool {
	return MayDecide(p, Settings{MembersApprove: true}, requestedBy)
}

// MaySee tells whether a person is told of what somebody asked for: whoever asked, approvers and admins. A guest is not.
func MaySee(p Person, requestedBy PersonID) bool {
	return MayDecide(p, Settings{MembersApprove: true}, requestedBy)
}

// WhoAnswers says in words who may answer a question. An answer starts nothing, so everybody may whom the team works for.
const WhoAnswers = "Anybody but a guest may answer"
