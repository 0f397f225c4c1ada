package assistant

import "time"

// InvitationID names an invitation. It opens nothing: that takes the secret of its link.
type InvitationID string

// Invitation lets the holder of its link sign in to the panel, once.
type Invitation struct {
	ID     InvitationID
	Tenant TenantID
	Person PersonID // who signs in again by it; "" makes a new person
	Name   string   // of the invited person
	Role   Role     // that they get, or have
	By     PersonID // the admin who made it
	ByName string
	Made   time.Time
	Until  time.Time
}

// What holds for invitations.
const (
	InvitationLife  = 7 * 24 * time.Hour
	InvitationsMost = 100 // of a tenant that are open
	InvitedNameMost = 80  // characters
)

// The refusals about invitations.
var (
	ErrNameTaken  = refusal(Say("Somebody in this team is called that already."), Say("Choose a name by which the others can tell you apart."))
	ErrInvitation = refusal(Say("This invitation cannot be used: it was used already, is older than a week, or was taken back."),
		Say("Ask whoever sent it for a new one."))
	ErrInvited     = refusal(Say("This form was sent before, and the link that it made is used or taken back."), Say("Open the page anew to make another link."))
	ErrInvitations = refusal(Say("So many invitations are open that I make no more."), Say("Take back those that nobody will use."))
	ErrNoLogin     = refusal(Say("This person has not come to the panel by an invitation, so there is no login to renew."),
		Say("Invite them; once they are in, they link their accounts by a code."))
	ErrRenewAdmin = refusal(Say("Only the owner of the token makes a new link for an admin."), Say("Nothing was changed. Ask whoever runs AISTEAM."))
)
