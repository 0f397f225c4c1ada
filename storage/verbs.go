package storage

// The verbs are grouped by subject. A group only gives access to its verbs: all of them work through the one ledger, and a
// transaction of one group may write the rows of another.
type (
	// Tenants are who is served: what holds for the whole of a tenant, its team and the servers bound to it.
	Tenants struct{ *ledger }
	// People are the persons of a tenant, their accounts on the surfaces and their roles.
	People struct{ *ledger }
	// Grants are the roles that a platform's groups give.
	Grants struct{ *ledger }
	// Links make two accounts one person, by a code.
	Links struct{ *ledger }
	// Sessions are the browsers in which people are signed in, and the codes they sign in with.
	Sessions struct{ *ledger }
	// Reaches are where people are told of something while they look at nothing.
	Reaches struct{ *ledger }
	// Passkeys are the keys by which people sign in with what their device or their password manager holds.
	Passkeys struct{ *ledger }
	// OpenID are the logins of people's companies, by which they sign in.
	OpenID struct{ *ledger }
	// Invitations are the links by which people come to the panel.
	Invitations struct{ *ledger }
	// Projects are what agents may work on: their connections, and the secrets that open them.
	Projects struct{ *ledger }

	// Conversations are the logs, as they are read.
	Conversations struct{ *ledger }
	// Places are where conversations happen, and what was heard there.
	Places struct{ *ledger }
	// Intake adds to the log without a claim: what people say and do.
	Intake struct{ *ledger }
	// Mailboxes are conversations with mail: one worker claims one, reads its situation and writes by its claim.
	Mailboxes struct{ *ledger }

	// Runs are the approved work, as it is looked at.
	Runs struct{ *ledger }
	// Decisions are the plans, approvals and questions put to people.
	Decisions struct{ *ledger }
	// Policies say who decides on actions and what people have approved for good.
	Policies struct{ *ledger }
	// Tasks are claimed, worked on and written by workers.
	Tasks struct{ *ledger }
	// Calls are the log of tool and model calls, from which work continues after a crash.
	Calls struct{ *ledger }
	// Recordings are what turns and tasks received from outside, from which they can be replayed.
	Recordings struct{ *ledger }
	// Timers are what comes due, and what was left lying.
	Timers struct{ *ledger }

	// Deliveries are what places have been shown, drafts included.
	Deliveries struct{ *ledger }
	// Files are those that people sent and agents made.
	Files struct{ *ledger }
	// Packs are the tables that packs keep: the verbs on them are those of the packs' own stores.
	Packs struct{ *ledger }
	// Spending is what models cost.
	Spending struct{ *ledger }
	// Failures are reports to operators of what went wrong.
	Failures struct{ *ledger }

	// Definitions are the agents that are defined while the product runs.
	Definitions struct{ *ledger }

	// Models are the language models that tenants have set, and the keys to them.
	Models struct{ *ledger }
	// Parts are the parts of the installation that admins have set, and their secrets.
	Parts struct{ *ledger }

	// Installs are the Slack workspaces that the app is installed in, and their tokens.
	Installs struct{ *ledger }
	// Replicas are the processes on this database, and what they agree on.
	Replicas struct{ *ledger }
	// Health is how the database is, as operators see it.
	Health struct{ *ledger }
)

// Verbs are the verbs of all groups in one value, for a consumer whose port asks for several subjects, and for wrappers.
type Verbs struct {
	tenantVerbs
	personVerbs
	grantVerbs
	linkVerbs
	sessionVerbs
	reachVerbs
	passkeyVerbs
	openIDVerbs
	invitationVerbs
	projectVerbs
	conversationVerbs
	placeVerbs
	intakeVerbs
	mailboxVerbs
	runVerbs
	decisionVerbs
	policyVerbs
	taskVerbs
	callVerbs
	recordingVerbs
	timerVerbs
	deliveryVerbs
	fileVerbs
	packVerbs
	spendingVerbs
	failureVerbs
	definitionVerbs
	modelVerbs
	partVerbs
	installVerbs
	replicaVerbs
	healthVerbs
}

// The groups by names that no verb has, so that embedding them hides none: [Sessions] is a verb of [Sessions], too.
type (
	tenantVerbs       = Tenants
	personVerbs       = People
	grantVerbs        = Grants
	linkVerbs         = Links
	sessionVerbs      = Sessions
	reachVerbs        = Reaches
	passkeyVerbs      = Passkeys
	openIDVerbs       = OpenID
	invitationVerbs   = Invitations
	projectVerbs      = Projects
	conversationVerbs = Conversations
	placeVerbs        = Places
	intakeVerbs       = Intake
	mailboxVerbs      = Mailboxes
	runVerbs          = Runs
	decisionVerbs     = Decisions
	policyVerbs       = Policies
	taskVerbs         = Tasks
	callVerbs         = Calls
	recordingVerbs    = Recordings
	timerVerbs        = Timers
	deliveryVerbs     = Deliveries
	fileVerbs         = Files
	packVerbs         = Packs
	spendingVerbs     = Spending
	failureVerbs      = Failures
	definitionVerbs   = Definitions
	modelVerbs        = Models
	partVerbs         = Parts
	installVerbs      = Installs
	replicaVerbs      = Replicas
	healthVerbs       = Health
)

// grouped gives a ledger its groups.
func grouped(l *ledger) *DB {
	d := &DB{
		ledger:  l,
		Tenants: Tenants{l}, People: People{l}, Grants: Grants{l}, Links: Links{l}, Sessions: Sessions{l}, Reaches: Reaches{l}, Passkeys: Passkeys{l}, OpenID: OpenID{l}, Invitations: Invitations{l}, Projects: Projects{l},
		Conversations: Conversations{l}, Places: Places{l}, Intake: Intake{l}, Mailboxes: Mailboxes{l},
		Runs: Runs{l}, Decisions: Decisions{l}, Policies: Policies{l}, Tasks: Tasks{l}, Calls: Calls{l}, Recordings: Recordings{l}, Timers: Timers{l},
		Deliveries: Deliveries{l}, Files: Files{l}, Packs: Packs{l}, Spending: Spending{l}, Failures: Failures{l}, Definitions: Definitions{l}, Models: Models{l}, Parts: Parts{l},
		Installs: Installs{l}, Replicas: Replicas{l}, Health: Health{l},
	}
	d.Verbs = Verbs{
		d.Tenants, d.People, d.Grants, d.Links, d.Sessions, d.Reaches, d.Passkeys, d.OpenID, d.Invitations, d.Projects, d.Conversations, d.Places, d.Intake, d.Mailboxes, d.Runs, d.Decisions,
		d.Policies, d.Tasks, d.Calls, d.Recordings, d.Timers, d.Deliveries, d.Files, d.Packs, d.Spending, d.Failures, d.Definitions, d.Models, d.Parts, d.Installs, d.Replicas, d.Health,
	}
	return d
}
