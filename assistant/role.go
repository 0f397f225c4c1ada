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

// Valid tells whether it is a role that people can be given. Guest is none: the platform says who is one.
func (r Role) Valid() bool { return r.rank() >= RoleMember.rank() }

// Below tells whether it may do less than another.
func (r Role) Below(other Role) bool { return r.rank() < other.rank() }

// RoleOf returns the role of a person who acts through an account: their own, or a higher one granted to a group that the account
// is in now. Groups of other platforms or workspaces give nothing. A person who is already a guest, whom the platform calls a guest
// or whose standing it does not tell, is a guest whatever they were given.
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

// MayDecide tells whether a person may decide on a request: approvers, admins, and the person who asked if the tenant allows
// members to. A guest decides nothing, not even their own requests.
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

// MayGoOn tells whether a person may resume a stopped request: the person who asked, approvers and admins.
func MayGoOn(p Person, requestedBy PersonID) bool {
	return MayDecide(p, Settings{MembersApprove: true}, requestedBy)
}

// MaySee tells whether a person may be told of a request: the person who asked, approvers and admins, but no guest.
func MaySee(p Person, requestedBy PersonID) bool {
	return MayDecide(p, Settings{MembersApprove: true}, requestedBy)
}

// WhoAnswers says in words who may answer a question. An answer starts nothing, so everybody but guests may.
const WhoAnswers = "Anybody but a guest may answer"
