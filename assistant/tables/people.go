package tables

import (
	"github.com/aisteam/aisteam/assistant"
)

// Survivor is the person behind an id, for the select lists of statements: what was written in the name of somebody who
// turned out to be another person belongs to that one, also when it was written after they were linked.
func Survivor(column string) string {
	return `coalesce((select coalesce(q.merged_into, q.id) from persons q where q.id = ` + column + `), ` + column + `)`
}

// Owned is the condition that a row is a person's whose id is an argument: it names them, or somebody who has become them since by
// joining two accounts.
func Owned(column, person string) string {
	return column + ` in (select o.id from persons o where coalesce(o.merged_into, o.id) = ` + person + `)`
}

// Role is the role that the person p has now: what every statement about rights asks. Whoever has left is a guest, and so is
// somebody all of whose accounts are guests' or are there no more, unless the token signs in as them.
const Role = `case when p.left_at is not null or (select count(*) > 0 and count(*) = count(z.guest_at) from identities z
	where z.person_id = p.id) and not exists (select 1 from tenants o where o.tenant_id = p.tenant_id and o.owner = p.id)
	then 'guest' else p.role end`

// PersonColumns are those of the person p that [PersonDests] takes.
const PersonColumns = `p.id, p.tenant_id, p.name, ` + Role + `, p.zone, p.left_at is not null`

// PersonDests are where they go.
func PersonDests(p *assistant.Person) []any {
	return []any{&p.ID, &p.Tenant, &p.Name, &p.Role, &p.Zone, &p.Left}
}

// LivingPerson ends a query for the person that an id stands for now. Its first argument is the tenant.
func LivingPerson(id string) string {
	return ` from persons p where p.tenant_id = $1 and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = ` + id + `)`
}
