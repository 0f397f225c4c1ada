package web

import (
	"github.com/aisteam/aisteam/bots/web/address"
	"github.com/aisteam/aisteam/bots/web/api"
	"github.com/aisteam/aisteam/bots/web/deciding"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/login"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/bots/web/operations"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/panel"
	"github.com/aisteam/aisteam/bots/web/passkeys"
	"github.com/aisteam/aisteam/bots/web/people"
	"github.com/aisteam/aisteam/bots/web/settings"
	"github.com/aisteam/aisteam/bots/web/trace"
)

// The ports of the rooms, under the names that the caller who assembles them uses. What several rooms need is combined here; each
// room declares the part it uses.
type (
	// Approvals reads the actions that wait for a person.
	Approvals = api.Approvals
	// People knows who is who.
	People = owner.People
	// Settings keeps what holds for the whole tenant.
	Settings = settings.Whole
	// Traces reads what runs did.
	Traces = trace.Kept
	// Rules keeps who decides on actions.
	Rules = deciding.Rules
	// Spaces keeps which servers act in the tenant.
	Spaces = settings.Spaces
	// Pending lists all that waits for people.
	Pending = panel.Pending
	// Notices lists what people were told outside its conversation.
	Notices = panel.Notices
	// Checklist is what the checklist of the first steps goes by.
	Checklist = panel.Checklist
	// TourKeeper keeps who is offered the tour no more.
	TourKeeper = panel.TourKeeper
	// ChecklistKeeper keeps that it is shown no more.
	ChecklistKeeper = panel.ChecklistKeeper
	// Reaches keep where people are told while they look at nothing.
	Reaches = people.Reaches
	// Devices can be told something with no page open.
	Devices = people.Devices
	// MailedCodes stores the codes that sign people in by mail.
	MailedCodes = login.MailedCodes
	// Uploads opens files that were uploaded on the panel.
	Uploads = files.Uploads
	// Library lists and deletes what is kept.
	Library = files.Library
	// News gives the news of conversations.
	News = follow.News
	// Executor does one task outside a plan.
	Executor = api.Executor
	// Members keeps who is who in the tenant.
	Members = people.Members
	// Grants keeps the roles that platforms' groups have.
	Grants = people.Grants
	// Failures lists what platforms did not show as it was meant.
	Failures = people.Failures
	// Setups tells how the installation is set up, and tries it.
	Setups = settings.Setups
	// Models sets the model that answers.
	Models = settings.Models
	// Parts sets the parts of the installation that a form is filled in for.
	Parts = settings.Parts
	// Spent tells what models have cost today.
	Spent = settings.Spent
	// Load tells what goes on in the tenant.
	Load = operations.Load
	// Works lists what a team works on.
	Works = operations.Works
	// Zones keeps where people's browsers stand.
	Zones = login.Zones
	// SignInCodes keeps codes by which people sign in elsewhere.
	SignInCodes = people.SignInCodes
)

// Conversations lists, finds and keeps conversations.
type Conversations interface {
	api.Conversations
	panel.Conversations
	panel.Keeps
	Rooms
}

// Sessions stores who is signed in.
type Sessions interface {
	login.Sessions
	people.SessionList
}

// Passkeys keeps the keys by which people sign in.
type Passkeys interface {
	passkeys.Kept
	login.PasskeySessions
	people.PasskeyList
	address.Holders
}

// OpenID keeps the logins of people's companies, and sign-ins that were begun by them.
type OpenID interface {
	openid.Kept
	login.OpenIDSessions
	people.OpenIDList
}

// Mailer sends people mail.
type Mailer interface {
	people.Mailer
	login.Mailer
}

// Invitations keeps the links by which people come to the panel.
type Invitations interface {
	login.Invited
	people.Invitations
}

// History reads conversations' logs.
type History interface {
	follow.History
	panel.History
}

// Work reads what is planned, asked and done.
type Work interface {
	ingest.Work
	panel.Work
}
