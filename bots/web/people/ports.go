// Package people holds the panel's pages about people: the team, who is signed in, what is stored of them, and what could not be
// delivered to them.
package people

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Members keeps who is who in the tenant. What is refused says why in an [assistant.Trouble].
type Members interface {
	Profiles(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Profile, error)
	SetRole(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID, role assistant.Role) error
	Unlink(ctx context.Context, t assistant.TenantID, by assistant.PersonID, account assistant.Identity) error
	LinkCodes
	Leavers
}

// Leavers takes people out of the team, in the name of an admin.
type Leavers interface {
	Leaving(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error)
	Remove(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error)
	// HandOver gives the tasks of a person who has left to another person, or ends them if none is named.
	HandOver(ctx context.Context, t assistant.TenantID, by, from, to assistant.PersonID) (tasks int, err error)
}

// LinkCodes makes two accounts one person's by a code.
type LinkCodes interface {
	MakeLinkCode(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.LinkCode, error)
	LinkCodeMaker(ctx context.Context, t assistant.TenantID, as assistant.PersonID, code string) (assistant.Person, error)
	RedeemLinkCode(ctx context.Context, t assistant.TenantID, as assistant.PersonID, code string) (assistant.Person, error)
}

// Grants keeps the roles that platforms' groups have. Only an admin changes them.
type Grants interface {
	Grants(ctx context.Context, t assistant.TenantID) ([]assistant.Grant, error)
	SaveGrant(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.Grant) error
	DropGrant(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.Grant) error
}
