package assistant

// Leaving is what ends, or passes to others, when a person leaves the team.
type Leaving struct {
	Person      PersonID `json:"personId"`
	Name        string   `json:"name"`
	Left        bool     `json:"left"`              // they have left already
	Standing    int      `json:"standingApprovals"` // what they have approved for good
	Delegations int      `json:"delegations"`       // to them or by them
	Tasks       int      `json:"tasks"`             // background tasks that pause until somebody takes them over
	Hooks       int      `json:"hooks"`             // of these, those that other systems or channels begin
	Sessions    int      `json:"sessions"`          // browsers that are signed in
	Invitations int      `json:"invitations"`       // that they have made, or that are for them
	Waiting     int      `json:"waiting"`           // plans, questions and actions that wait for a decision and are theirs to give
	Talks       int      `json:"conversations"`     // that they are in; they stay, without them
	Titles      []string `json:"titles,omitempty"`  // of their background tasks, the first of them
}

// LeavingTitles bounds how many of the person's background tasks are named.
const LeavingTitles = 10

// What cannot be done with somebody who leaves, or has left.
var (
	ErrLastAdminLeaves = refusal(Say("This is the last admin, so they cannot be removed."), Say("Make somebody else an admin first."))
	ErrOwnerLeaves     = refusal(Say("The panel's token signs in as this person, so they cannot be removed."), Say("Nothing was changed. Other people can be removed."))
	ErrNotLeft         = refusal(Say("This person has not left, so their automations stay theirs."), Say("Ask them to change their automations, or remove the person first."))
	ErrTakesOver       = refusal(Say("That person cannot take over automations."), Say("Name somebody of this team who is no guest and has not left."))
)
