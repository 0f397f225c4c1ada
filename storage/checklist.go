package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// PutChecklistAway ends that the checklist of the first steps is shown, for all admins of the tenant. Only an admin does it; when it was put away
// already, it stays so.
func (d Tenants) PutChecklistAway(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID) error {
	return named(d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
		t.exec(`update tenants set checklist_away_at = coalesce(checklist_away_at, :now) where tenant_id = $1`, tenant)
		return nil
	}), "put the checklist away")
}

// checklist queues reading which of the first steps are done, unless the checklist was dismissed. A step that was found done is not
// looked for again.
func (t *tx) checklist(tenant assistant.TenantID, to *assistant.Overview) {
	t.each(func(scan func(...any) error) error {
		to.Checklist = &assistant.Checklist{}
		return scan(&to.Checklist.Connected, &to.Checklist.Invited, &to.Checklist.Answered)
	}, `select
		exists (select 1 from connections k join `+livingProjects+` on j.id = k.project_id where k.tenant_id = $1 and k.kind <> $2),
		1 < (select count(*) from (select 1 from persons p where p.tenant_id = $1 and p.merged_into is null and p.left_at is null limit 2) here)
			or exists (select 1 from invitations v where v.person_id is null and `+openInvitation+`),
		exists (select 1 from assistant_conversations c join assistant_messages g on g.conversation_id = c.id and g.tenant_id = $1
			where c.tenant_id = $1 and g.author = $3 and g.body_type = $4)
		from tenants n where n.tenant_id = $1 and n.checklist_away_at is null`, tenant, site.KindFolder, assistant.AuthorAssistant, assistant.Said{}.Type())
}
