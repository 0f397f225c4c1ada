package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// standing queues reading the standing yeses that are good for something yet. where is about standing_yeses s.
func (t *tx) standing(to *[]assistant.StandingYes, where string, args ...any) {
	t.standings(to, goodYet+` and `+where+` order by s.created_at, s.id`, args...)
}

// goodYet is the condition that a standing yes s is good for something yet, given by p, to what starts work, b, or to nothing of that kind.
const goodYet = `s.ended_at is null and s.used < s.most and s.until_at > :now and ` + tables.Role + ` <> 'guest' and (s.background_id is null or ` + comesAsGiven + `)`

// standings queues reading standing yeses. where is about standing_yeses s, with the order.
func (t *tx) standings(to *[]assistant.StandingYes, where string, args ...any) {
	*to = nil
	t.each(func(scan func(...any) error) error {
		var s assistant.StandingYes
		var as []byte
		var now time.Time
		if err := scan(&s.ID, &s.Person, &s.Project, &s.Tool, &s.Most, &s.Used, &s.Until, &s.CreatedAt, &as, &s.Name, &s.Now, &s.Background, &s.Task, &s.Target, &s.Before, &s.Definition, &now); err != nil {
			return err
		}
		if err := json.Unmarshal(as, &s.As); err != nil {
			return fmt.Errorf("decode by what right somebody decided: %w", err)
		}
		if now.Sub(s.CreatedAt) >= assistant.GroupYesLasts {
			s.As.Groups = nil // who is in the groups was asked too long ago
		}
		*to = append(*to, s)
		return nil
	}, `select s.id, p.id, s.project, s.tool, s.most, s.used, s.until_at, s.created_at, s.capacity, p.name, `+tables.Role+`, b.id, coalesce(b.title, ''), s.target, s.approval_id is null, s.definition, :now
		from standing_yeses s join persons p on p.tenant_id = s.tenant_id
			and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = s.person_id)
			left join `+t.starts.rows+` b on b.id = s.background_id and b.tenant_id = s.tenant_id
		where `+where, args...)
}

// comesAsGiven is the condition that what starts work, b, for the standing yes s still repeats and still wants what it wanted when
// the yes was given. Nobody has approved other words.
const comesAsGiven = `b.lives and b.again and b.words = s.words`

// StandingYeses lists those of the tenant that are good for something yet, oldest first.
func (d Policies) StandingYeses(ctx context.Context, tenant assistant.TenantID) ([]assistant.StandingYes, error) {
	var out []assistant.StandingYes
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.standing(&out, `s.tenant_id = $1`, tenant)
		return nil
	})
	return out, named(err, "list standing yeses")
}

// PastStandings lists those of the tenant that are good for nothing any more, newest first, so that people find by what something
// was done without asking.
func (d Policies) PastStandings(ctx context.Context, tenant assistant.TenantID, most int) ([]assistant.StandingYes, error) {
	var out []assistant.StandingYes
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.standings(&out, `s.tenant_id = $1 and case when `+goodYet+` then 0 else 1 end = 1 order by s.created_at desc, s.id limit $2`, tenant, most)
		return nil
	})
	return out, named(err, "list past standing yeses")
}

// EndStanding revokes a standing yes. Only the person who gave it and admins may; others get [assistant.ErrNotAdmin]. Revoking one
// that is already over is no error.
func (d Policies) EndStanding(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.StandingID) error {
	err := d.in(ctx, mode{tenant: tenant, retry: true, given: valid(string(by), string(id))}, func(t *tx) error {
		var actor assistant.Person
		var of assistant.PersonID
		t.lockPeople(tenant)
		t.living(tenant, by, &actor)
		t.need(assistant.ErrNotFound, []any{&of}, `select `+tables.Survivor(`s.person_id`)+` from standing_yeses s where s.id = $1 and s.tenant_id = $2`, id, tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if of != actor.ID && actor.Role != assistant.RoleAdmin {
			return assistant.ErrNotAdmin
		}
		t.exec(`update standing_yeses set ended_at = :now, ended_by = $3 where id = $1 and tenant_id = $2 and ended_at is null`, id, tenant, actor.ID)
		return nil
	})
	return named(err, "end standing yes %s", id)
}

// UseStanding counts one use of a standing yes by a task in hand, and binds the task to what it was used for, in one transaction
// behind the claim, and tells how often it has been used with that. The same use counts once. [assistant.ErrDecided]: it was taken
// back, used up or is over meanwhile.
func (d Policies) UseStanding(ctx context.Context, c assistant.TaskClaim, id assistant.StandingID, hash string) (used int, err error) {
	err = d.in(ctx, mode{tenant: c.Tenant, given: valid(id)}, func(t *tx) error {
		var one int64
		t.heldTask(c)
		t.need(assistant.ErrDecided, []any{&used}, `update standing_yeses set used = used + 1 where id = $2 and tenant_id = $1 and ended_at is null and used < most and until_at > :now
			and exists (select 1 from persons p where p.id = `+tables.Survivor(`person_id`)+` and `+tables.Role+` <> 'guest')
			and not exists (select 1 from standing_uses u where u.standing_id = $2 and u.task_id = $3 and u.hash = $4)
			and (select k.effect from assistant_tasks k where k.id = $3) = 'reversible'
			and (background_id is null and `+startOfRun(`(select k.run_id from assistant_tasks k where k.id = $3)`)+` is null
				or exists (select 1 from `+t.starts.rows+` b, standing_yeses s where s.id = $2 and b.id = s.background_id and `+comesAsGiven+`
					and b.id = `+startOfRun(`(select k.run_id from assistant_tasks k where k.id = $3)`)+`))
			returning used`, c.Tenant, id, c.Task, hash)
		t.exec(`insert into standing_uses (tenant_id, standing_id, task_id, hash, used_at) select $1, s.id, $3, $4, :now from standing_yeses s
			where s.id = $2 and s.tenant_id = $1 on conflict (standing_id, task_id, hash) do nothing`, c.Tenant, id, c.Task, hash)
		t.need(assistant.ErrFenced, []any{&one}, `select 1 from assistant_tasks where id = $1 and tenant_id = $2`, c.Task, c.Tenant)
		t.exec(`update assistant_tasks set approved_hash = $3, definition = (select s.definition from standing_yeses s where s.id = $4), updated_at = :now
			where id = $1 and tenant_id = $2`, c.Task, c.Tenant, hash, id)
		return nil
	})
	return used, named(err, "use standing yes %s", id)
}

// approvedForGood stores an "always": the approver of the action has approved similar ones, as often and as long as it says. For a
// background task's action it covers that task with its present words, and that target.
func (t *tx) approvedForGood(m assistant.Message, id assistant.ApprovalID, s assistant.StandingYes) error {
	if err := valid(s.ID); err != nil {
		return err
	}
	capacity, err := asJSON(s.As)
	if err != nil {
		return err
	}
	t.must(assistant.ErrNotFound, `insert into standing_yeses (id, tenant_id, approval_id, person_id, project, tool, most, until_at, capacity, created_at, background_id, target, words, definition)
		select $2, $1, a.id, $3, coalesce(cast(k.project_id as text), ''), a.tool_name, $4, $5, $6, :now, b.id, $9, coalesce(b.words, ''), coalesce(a.body ->> 'definition', '') from pending_actions a
			left join assistant_tasks k on k.id = a.task_id
			left join `+t.starts.rows+` b on b.tenant_id = $1 and b.id = `+startOfRun(`a.run_id`)+`
		where a.id = $7 and a.conversation_id = $8 and not a.irreversible and coalesce(cast(b.id as text), '') = $10`,
		m.Tenant, s.ID, null(m.Person), s.Most, s.Until, capacity, id, m.Conversation, tables.Clean(s.Target), string(s.Background))
	return nil
}
