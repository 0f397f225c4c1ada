package assistant

import "time"

// OpenIDLoginID names a company login that is linked to somebody, for its person to unlink it.
type OpenIDLoginID string

// OpenIDLogin is a login of a person's company (OpenID Connect) that signs them in here.
type OpenIDLogin struct {
	ID      OpenIDLoginID
	Person  PersonID // whom it was linked to; they may have become somebody else since
	Issuer  string   // whose login it is
	Account string   // what its person knows it by
	Made    time.Time
	Used    time.Time // zero: it was never used
}

// OpenIDProof is an issuer's verified statement about a person who signs in. Issuer and subject together identify the person; the
// rest may change and later belong to another person.
type OpenIDProof struct {
	Issuer, Subject string
	Account         string // what its person knows the login by
	Address         string // of their mail, where the issuer has verified it; "" otherwise
	Name            string // that they are called there
	Newcomer        Role   // with which they come in where they are nobody here yet; "" where nobody new does

	Session time.Duration // how long a session begun by the proof lasts; then the issuer is asked again; 0 is [SessionLife], which is also the maximum
}

// What holds for company logins.
const (
	OpenIDLoginsMost  = 5 // of a person
	OpenIDAccountMost = 254
	OpenIDBegunLife   = 5 * time.Minute // of a sign-in that was begun
	OpenIDSessionLife = 24 * time.Hour  // of a session, where nothing else is set
)

// The refusals about company logins.
var (
	ErrOpenIDBegun    = refusal(Say("This sign-in was started in another browser, or too long ago."), Say("Start again from here."))
	ErrOpenIDStranger = refusal(Say("Nobody here is linked to this company login."),
		Say("Sign in another way and link it under “Sessions”, or ask an admin to invite you."))
	ErrOpenIDTaken  = refusal(Say("This company login is linked to somebody else here."), Say("Sign in at the company with your own login, then link it."))
	ErrOpenIDLogins = refusal(Say("You have linked as many company logins as you can."), Say("Remove one that you do not use."))
)
