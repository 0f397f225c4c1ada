package assistant

import (
	"strings"
	"time"
)

// Profile is a person with the accounts that lead to them.
type Profile struct {
	Person
	Accounts []Account
	Login    bool      // they came to the panel by an invitation
	LeftAt   time.Time // since when they belong to the team no more; zero while they do
	Behind   int       // background tasks of a person who has left that need a new owner
}

// Account is one of a person's accounts.
type Account struct {
	Identity
	Linked bool // it came by a code, and may be taken off again
}

// LinkCode turns the person who enters it into the person who made it.
type LinkCode struct {
	Code  string
	Until time.Time
}

// What holds for codes.
const (
	LinkCodeLife = 10 * time.Minute
	LinkTries    = 5 // wrong codes of a person within LinkCodeLife
)

// codeLetters leaves out whatever people take for one another: 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B.
const (
	codeLetters = "ACDEFGHJKMNPQRTUVWXY34679"
	codeLength  = 8
)

// ReadCode reads a code as people write it: in any case, with spaces or hyphens between. False means that it is none.
func ReadCode(text string) (string, bool) {
	if len(text) > 64 {
		return "", false
	}
	code := strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "\t", "", "`", "").Replace(strings.TrimSpace(text)))
	if len(code) != codeLength || strings.Trim(code, codeLetters) != "" {
		return "", false
	}
	return code, true
}

// String writes the code in two halves.
func (c LinkCode) String() string {
	if len(c.Code) != codeLength {
		return c.Code
	}
	return c.Code[:codeLength/2] + "-" + c.Code[codeLength/2:]
}

// refusal is bad input as an error that stands for itself.
func refusal(message, recovery Sentence) error { return BadInput(message, recovery) }

// The refusals about people, in words for the person alone. Callers may branch on them.
var (
	ErrCode = refusal(Say("That code is not valid: it may be mistyped, used already or too old."),
		Say("Get a new code with your other account; each works once, for ten minutes."))
	ErrOwnCode = refusal(Say("That code is your own."), Say("Enter it with the account that you want to link to this one."))
	ErrTries   = refusal(Say("You have entered %d wrong codes.", LinkTries), Say("Please try again in ten minutes."))
	ErrDemotes = refusal(Say("This account may decide more than the one that the code was made with, so I did not link them."),
		Say("Make the code with this account and enter it with the other one."))
	ErrLastAdmin = refusal(Say("This is the last admin, so the role stays."), Say("Make somebody else an admin first."))
	ErrOwner     = refusal(Say("The panel's token signs in as this person, so they stay an admin."), Say("Nothing was changed. Other people's roles can be changed."))
	ErrGuestRole = refusal(Say("The platform says that this person is a guest, or of another workspace, so no role would have any effect."),
		Say("Nothing was changed. Make them a full member on the platform first."))
	ErrGuest = refusal(Say("You are a guest here, or of another workspace, so I may not work with you."),
		Say("Ask somebody of this workspace to ask me for it; an admin can let guests talk with me under Settings."))
	ErrNotAdmin = refusal(Say("Only an admin may change that."), Say("Ask an admin of this workspace."))
)
