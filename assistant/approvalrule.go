package assistant

import "time"

// ApprovalRule says who decides on an action and how many yeses it takes. The zero rule is the default: one yes of an approver, an
// admin, or, where members may, the person who asked.
type ApprovalRule struct {
	Roles        []Role      `json:"roles,omitempty"`        // people with one of them or a higher one
	People       []PersonID  `json:"people,omitempty"`       // these, whatever their role is; no guest gains by it
	Groups       []GroupRef  `json:"groups,omitempty"`       // members of one of them at that moment
	Needed       int         `json:"needed,omitempty"`       // so many different people have to say yes; 0 is one
	NotRequester bool        `json:"notRequester,omitempty"` // the person who asked does not count
	Escalate     *Escalation `json:"escalate,omitempty"`     // who else may decide when it is about to expire
}

// Escalation lets more people decide shortly before an action expires.
type Escalation struct {
	To      []PersonID `json:"to"`
	Minutes int        `json:"minutes"` // before its end
}

// GroupRef names a group of a platform: a Slack user group, a Discord role.
type GroupRef struct {
	Surface Surface `json:"surface"`
	Space   string  `json:"space,omitempty"` // workspace or server; "" takes the group in whichever of the tenant's it is
	Group   string  `json:"group"`
}

// The bounds of a rule.
const (
	MaxNeeded     = 5
	MaxDeciders   = 20
	MaxEscalation = MaxApprovalHours * 60 // minutes
)

// Count is how many yeses the rule takes.
func (r *ApprovalRule) Count() int {
	if r == nil || r.Needed < 1 {
		return 1
	}
	return r.Needed
}

// Named are the people that the rule names.
func (r *ApprovalRule) Named() []PersonID {
	if r == nil {
		return nil
	}
	out := append([]PersonID(nil), r.People...)
	if r.Escalate != nil {
		out = append(out, r.Escalate.To...)
	}
	return out
}

// Check says what of a rule cannot be, in words for who gave it.
func (r *ApprovalRule) Check() error {
	const again = "Nothing was changed. Correct it and save again."
	listed := len(r.Roles)+len(r.People)+len(r.Groups) > 0
	switch {
	case r.Needed < 0 || r.Needed > MaxNeeded:
		return refusal(Say("So many people cannot be asked to approve: take a number from 1 to 5."), Say(again))
	case len(r.People) > MaxDeciders || len(r.Groups) > MaxDeciders || r.Escalate != nil && len(r.Escalate.To) > MaxDeciders:
		return refusal(Say("A rule names at most 20 people and 20 groups."), Say(again))
	case len(r.Roles) == 0 && len(r.Groups) == 0 && listed && len(r.People) < r.Count():
		return refusal(Say("The rule wants more people to approve than it names, so nothing could ever be approved."), Say(again))
	case r.Escalate != nil && (r.Escalate.Minutes < 1 || r.Escalate.Minutes > MaxEscalation || len(r.Escalate.To) == 0):
		return refusal(Say("More people may decide from 1 minute to a week before the end, and the rule has to say who."), Say(again))
	}
	for _, role := range r.Roles {
		if !role.Valid() {
			return refusal(Say("A rule knows the roles member, approver and admin."), Say(again))
		}
	}
	for _, g := range r.Groups {
		if g.Surface != SurfaceSlack && g.Surface != SurfaceDiscord || g.Group == "" {
			return refusal(Say("A group is one of Slack or of Discord, named by the platform's id of it."), Say(again))
		}
	}
	return nil
}

// Policy is a rule with what it holds for: the narrowest that fits an action decides who decides on it.
type Policy struct {
	Project ProjectID    `json:"projectId,omitempty"` // "" for every project
	Tool    TaskType     `json:"tool,omitempty"`      // "" for every tool
	Rule    ApprovalRule `json:"rule"`
	SetBy   PersonID     `json:"setBy,omitempty"`
	SetAt   time.Time    `json:"setAt,omitzero"`
}

// Capacity is the right by which a person decided, as of that moment. Only code sets it; it is never read from a payload.
type Capacity struct {
	Role   Role       `json:"role"`
	Groups []GroupRef `json:"groups,omitempty"` // of those that the rule names
	Late   bool       `json:"late,omitempty"`   // it was so near to the end that the rule let more people decide
	For    PersonID   `json:"for,omitempty"`    // whoever they decided for, whose role this is; "" for themself
}

// Yes is one person's approval of an action that may take several.
type Yes struct {
	Approval ApprovalID
	Person   PersonID
	As       Capacity
	At       time.Time
}

// Voice is the person whose yes it is: the person who said it, or the one they said it for.
func (y Yes) Voice() PersonID {
	if y.As.For != "" {
		return y.As.For
	}
	return y.Person
}

// Shares tells whether one and the same person takes part in both, with their words or with their voice: such yeses count once.
func (y Yes) Shares(other Yes) bool {
	return y.Person == other.Person || y.Person == other.Voice() || y.Voice() == other.Person || y.Voice() == other.Voice()
}

// StandingYes is "always": a named person has approved every use of a tool in a project, so often and until then. It is never of
// what cannot be undone. One that was given to a background task is good for what that task wants to do to that target, as long as
// it wants done what it wanted then; work that nobody asked for just now has no other.
type StandingYes struct {
	ID         StandingID `json:"id"`
	Person     PersonID   `json:"personId,omitempty"`
	Name       string     `json:"person,omitempty"` // as they are called now
	Project    ProjectID  `json:"projectId,omitempty"`
	Tool       TaskType   `json:"tool,omitempty"`
	Definition string     `json:"-"` // of that tool, where a connection defines it: to another one it is no yes

	Background BackgroundID `json:"backgroundTaskId,omitempty"` // whose actions it is for; "" of what people ask for
	Task       string       `json:"backgroundTask,omitempty"`   // its title
	Target     string       `json:"target,omitempty"`           // what may be changed; "" without a background task
	Before     bool         `json:"before,omitempty"`           // it was given before anything was asked for, see [Allowance]: "" is any target then

	Most      int       `json:"most"` // uses
	Used      int       `json:"used"`
	Until     time.Time `json:"until"`
	CreatedAt time.Time `json:"createdAt,omitzero"`
	As        Capacity  `json:"as"` // by what right it was given
	Now       Role      `json:"-"`  // the person's own role today
}

// StandingOf names the standing yes that comes of an approval: there is one for each.
func StandingOf(a ApprovalID) StandingID { return StandingID(idOf("standing yes", string(a))) }

// These are the defaults of a standing yes.
const (
	StandingUses = 20
	StandingDays = 30
)

// GroupYesLasts is how long a standing yes lasts if its giver may decide only through a platform's group. Membership cannot be
// checked without them, so they are asked again.
const GroupYesLasts = 24 * time.Hour
