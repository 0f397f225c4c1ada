package assistant

import "time"

// Tenant is one Slack workspace or Discord server (or several, linked) and its people, projects and settings.
type Tenant struct {
	ID   TenantID
	Name string
}

// Role says what a person may decide within a tenant.
type Role string

// The roles, each including those below it.
const (
	RoleAdmin    Role = "admin"
	RoleApprover Role = "approver"
	RoleMember   Role = "member"
	RoleGuest    Role = "guest" // of the platform's, or of another workspace: talks where an admin allows it, and decides nothing
)

// Standing is what a platform says of an account within the workspace or server it is met in.
type Standing string

// The standings. Surfaces without guests say nothing of it, and what was said last holds then.
const (
	StandingUnsaid  Standing = ""
	StandingMember  Standing = "member"
	StandingGuest   Standing = "guest"   // a guest, or one of another workspace
	StandingGone    Standing = "gone"    // it is there no more: deactivated, or gone from the server
	StandingUnknown Standing = "unknown" // it could not be asked: nothing is decided until it can
)

// Outside tells whether the platform says that the account is nobody's of the team: a guest's, or there no more.
func (s Standing) Outside() bool { return s == StandingGuest || s == StandingGone }

// Person is someone of a tenant, however many platforms they come from.
type Person struct {
	ID     PersonID
	Tenant TenantID
	Name   string
	Role   Role
	Zone   string // IANA time zone, "" when unknown
	Left   bool   // they belong to the team no more, and have the rights of a guest

	Language Language // that they read the panel in; "" if nobody has said
}

// Identity is a person's account on one platform.
type Identity struct {
	Surface  Surface
	Space    string // workspace or server, "" where the surface has none
	External string // the platform's id of the account
	Name     string
	Zone     string   // IANA time zone, "" when the platform does not say
	Language Language // of the account, "" when the platform does not say
	Groups   []string // the platform's ids of the groups or roles the account has now, where the surface has verified them
	GroupsIn string   // workspace or server that the groups are of, "" for Space
	Standing Standing // in the workspace or server, where the surface has asked
}

// Actor is who does something: a person, and the account that they do it through, which may raise or lower what they may do.
type Actor struct {
	Person PersonID
	From   Identity
}

// Project is what work is done on. What opens its connections is kept apart and never loaded with it.
type Project struct {
	ID       ProjectID
	Tenant   TenantID
	Name     string
	Slug     string // part of addresses, unique within the tenant
	Domain   string
	Allowed  []TaskType // task types allowed for the project; none listed means all of the catalogue
	Language string     // the site's main language, "" when unknown
	At       time.Time

	Connections []Connection // what the project can be worked on through, at most one of a kind
}

// ProjectUse counts what hangs on a project.
type ProjectUse struct {
	Conversations int // that go on about it
	Plans         int // that wait for a decision
	Runs          int // that have not ended
}

// ProjectIDOf is the id of the project that a form of that key adds: the same however often it is sent.
func ProjectIDOf(t TenantID, key string) ProjectID { return ProjectID(idOf("project", string(t), key)) }
