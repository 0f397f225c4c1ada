package assistant

// Member is somebody who takes part in a conversation: they read all of it and write in it. What they may decide or have done is theirs
// by their role, wherever they are.
type Member struct {
	Person
	By PersonID // who has invited them; "" for whom it was begun for, and whom its platform has let in
}

// Membership is who takes part in a conversation, and who of the team can be invited.
type Membership struct {
	Members  []Member // in the order they joined
	Others   []Person // by their names
	Platform bool     // it is on a platform, which decides whom it lets in: nobody is invited
}

// Member is somebody among those who take part.
func (m Membership) Member(id PersonID) (Member, bool) {
	for _, one := range m.Members {
		if one.ID == id {
			return one, true
		}
	}
	return Member{}, false
}

// MayTakeOut tells whether a person may remove somebody from a conversation. Invited members may be removed by the person who
// invited them, by an admin and by themselves.
func MayTakeOut(p Person, m Member) bool {
	return m.By != "" && (p.ID == m.By || p.ID == m.ID || p.Role == RoleAdmin)
}

// The refusals about who takes part, in words for the person alone. Callers may branch on them.
var (
	ErrMember     = refusal(Say("They take part in this conversation already."), Say("Nothing was changed."))
	ErrNoMember   = refusal(Say("They take no part in this conversation any more."), Say("Nothing was changed."))
	ErrInvitee    = refusal(Say("That person cannot be invited."), Say("Invite somebody of this team who is no guest."))
	ErrPlatform   = refusal(Say("This conversation goes on on Slack or Discord, which let people in themselves."), Say("Mention them there. Nothing was changed."))
	ErrNotInviter = refusal(Say("Only whoever has invited them, an admin and they themselves can take them out."), Say("Ask one of these. Nothing was changed."))
)
