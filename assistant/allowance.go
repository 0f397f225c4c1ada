package assistant

import (
	"strconv"
	"time"
)

// Allowance is a person's permission, in advance, for a background task to do something without asking: with one tool, on one
// target if they name one, so often, and until a time. It is stored as a [StandingYes] of that person which stems from no approval.
type Allowance struct {
	Tool       TaskType  `json:"tool"`
	Definition string    `json:"definition,omitempty"` // of that tool, where a connection defines it
	Target     string    `json:"target,omitempty"`     // as they call it; "" is whatever the tool changes
	Most       int       `json:"most"`
	Until      time.Time `json:"until"`
}

// GrantOf names the standing yes that an allowance comes to, for a task that was read as it says.
func GrantOf(b BackgroundID, was string, a Allowance) StandingID {
	return StandingID(idOf("standing yes", string(b), was, Bound(a.Tool, a.Definition), a.Target, strconv.Itoa(a.Most), strconv.FormatInt(a.Until.Unix(), 10)))
}

// AllowedUse is by whose standing yes something was done without asking, and which of how many times that was.
type AllowedUse struct {
	ID   StandingID `json:"id,omitempty"` // of that; "" of what earlier versions did
	By   string     `json:"by,omitempty"`
	At   time.Time  `json:"at,omitzero"` // when it was given; zero of what earlier versions did
	Used int        `json:"used"`
	Most int        `json:"most"`
}
