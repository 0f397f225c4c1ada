package storage

import "github.com/aisteam/aisteam/assistant"

// ruling is a tenant's rules about who decides, as the gate needs them. Most tenants have none, and then nothing is read.
type ruling struct {
	set, stands bool
	policies    []assistant.Policy
	standing    []assistant.StandingYes
	yeses       map[assistant.ApprovalID][]assistant.Yes // to what tasks in hand do
}

// rulings queues reading it. The tenant's tasks are in hand by then.
func (t *tx) rulings(tenant assistant.TenantID, r *ruling) {
	if r.stands {
		t.standing(&r.standing, `s.tenant_id = $1`, tenant)
	}
	if r.set {
		t.policies(tenant, &r.policies)
		t.yeses(func(y assistant.Yes) { r.yeses[y.Approval] = append(r.yeses[y.Approval], y) },
			`y.tenant_id = $1 and y.approval_id in (select k.approval_id from assistant_tasks k where k.tenant_id = $1 and k.token is not null)`, tenant)
	}
}

// tell gives a task in hand what of it is about the task.
func (r ruling) tell(w *assistant.TaskWork) {
	w.Policies, w.Standing, w.Yeses = r.policies, r.standing, r.yeses[w.Task.Approval]
}
