// Package people is the panel's pages of who is who, who is signed in, what is kept of them and what they were not shown.
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
