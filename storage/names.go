package storage

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Names on cards and pages say who has decided, so no two people of a tenant share one. A person can only choose a free name, and
// people with the same name on a platform are told apart by their account.

// nameFree refuses a name that somebody has already, however it is written. The caller holds the people's lock.
func (t *tx) nameFree(ctx context.Context, tenant assistant.TenantID, name string) error {
	taken := false
	t.each(func(scan func(...any) error) error {
		var other string
		err := scan(&other)
		taken = taken || strings.EqualFold(spaced(other), spaced(name))
		return err
	}, `select name from persons where tenant_id = $1 and merged_into is null and left_at is null`, tenant)
	if err := t.flush(ctx); err != nil {
		return err
	}
	if taken {
		return assistant.ErrNameTaken
	}
	return nil
}

func spaced(name string) string { return strings.Join(strings.Fields(name), " ") }

// ownName is the SQL of a person's display name: their account's name, with the surface and account added if another person has the
// same name. All arguments are SQL parameters; the surface is spelled as people write it.
func ownName(tenant, id, name, surface, account string) string {
	text := `cast(` + name + ` as text)`
	by := text + ` || ' (' || cast(` + surface + ` as text)`
	taken := func(as string) string {
		return `exists (select 1 from persons o where o.tenant_id = ` + tenant + ` and o.id <> ` + id + ` and o.merged_into is null and o.left_at is null and o.name <> '' and lower(o.name) = lower(` + as + `))`
	}
	return `case when not ` + taken(text) + ` then ` + text + ` when not ` + taken(by+` || ')'`) + ` then ` + by + ` || ')'
		else ` + by + ` || ' ' || cast(` + account + ` as text) || ')' end`
}

// written is a surface as people write it.
func written(s assistant.Surface) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(string(s[:1])) + string(s[1:])
}

// called tells whether a person is called by the name of an account, with or without what tells them apart.
func called(person, account string) bool {
	return person == "" || person == account || strings.HasPrefix(person, account+" (") && strings.HasSuffix(person, ")")
}
