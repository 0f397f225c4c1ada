package assistant

import (
	"strconv"
	"time"
)

// Allowance is what somebody lets a background task do without asking, before it has asked for anything: with one tool, to one target
// where they name one, so often, until then. It is kept as a [StandingYes] of whoever says it, which nobody's approval made.
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
	Used int        `json:"used"`
	Most int        `json:"most"`
}
