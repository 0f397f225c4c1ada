package assistant

import "time"

// Install is the app in a workspace of a platform, or in all workspaces of an organisation, with the token that was given
// for it.
type Install struct {
	Tenant     TenantID // whose it is
	Enterprise string   // the organisation, "" outside of one
	Team       string   // the workspace, "" for all of the organisation's
	App        string
	Name       string // of the workspace or the organisation
	BotUser    string
	BotID      string
	Tokens     Tokens
	Scopes     []string
	By         string // the platform's id of who installed it
	At         time.Time
}

// Whole tells whether the install is for all of an organisation.
func (i Install) Whole() bool { return i.Team == "" }

// Space is the workspace, or the organisation, that the install is for.
func (i Install) Space() string {
	if i.Whole() {
		return i.Enterprise
	}
	return i.Team
}

// Served is a workspace that an install serves, and whose it is.
type Served struct {
	Tenant TenantID
	Space  string
}

// Tokens are what opens a workspace. They never reach a model, a log, a card or an error.
type Tokens struct {
	Access  string
	Refresh string        // good for one use; "" where tokens do not rotate
	Life    time.Duration // from when they were given, when they are new; 0 is for ever
	Expires time.Time     // when they are read back; zero is never
	At      time.Time     // when they were given
}

// String hides the tokens from anything that prints them.
func (Tokens) String() string { return "[hidden]" }

// GoString hides the tokens from %#v.
func (Tokens) GoString() string { return "[hidden]" }

// InstallClaim is a living hold on an install's refresh token.
type InstallClaim struct {
	Install Install
	Token   string
}
