package assistant

import "time"

// SessionID names somebody's session on the panel. It opens nothing: that takes the session's secret.
type SessionID string

// Session is a browser in which a person has signed in to the panel. Only a hash of its secret is kept.
type Session struct {
	ID     SessionID
	Tenant TenantID
	Person PersonID
	Name   string // of the person, as they are called now
	Role   Role   // that the person has now

	Language Language // that the person has chosen, "" for none

	Zone       string // of the person, "" when unknown
	ZoneChosen bool   // by the person: whatever the browser says, it stays

	Browser string // what the browser says of itself, and from which address it signed in, "" where that was not kept: for people to
	Address string // tell their sessions apart, and for nothing else
	Made    time.Time
	Seen    time.Time // within a minute or so
	Until   time.Time // the end, whatever happens; a session that is not used ends sooner
}

// Browser describes the client that a person signs in with.
type Browser struct {
	Says    string // of itself
	Address string // that it came from, as people read it
}

// What holds for sessions, and for the codes that begin one.
const (
	SessionLife    = 30 * 24 * time.Hour // from signing in
	SessionIdle    = 7 * 24 * time.Hour  // without a request
	SessionsMost   = 100                 // of one person; the one that was not used for longest makes room
	SignInCodeLife = 10 * time.Minute

	MailedCodeLife  = 15 * time.Minute // of one that was sent by mail
	MailedCodeEvery = time.Minute      // one person is sent no more
)

// ErrNotYourSession refuses to end a session in the name of somebody who is neither its person nor an admin.
var ErrNotYourSession = refusal(Say("That is another person's session."), Say("Its person or an admin can end it."))
