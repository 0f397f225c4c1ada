package storage

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Defer keeps until when a person wants to see no more of something that waits; the zero time shows it to them again. It waits all
// the same, and nobody else sees anything of it.
func (d Decisions) Defer(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, a assistant.Deferral) error {
	err := d.in(ctx, mode{tenant: tenant, given: valid(string(by), a.Ref)}, func(t *tx) error {
		var p assistant.Person
		t.living(tenant, by, &p)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.exec(`delete from deferrals where tenant_id = $1 and `+ofPerson(`person_id`, `$2`)+` and (until_at <= :now or kind = $3 and ref = $4 and version = $5)`,
			tenant, p.ID, string(a.Kind), a.Ref, a.Version)
		if !a.Until.IsZero() {
			t.exec(`insert into deferrals (tenant_id, person_id, kind, ref, version, until_at, set_at) values ($1, $2, $3, $4, $5, $6, :now)`,
				tenant, p.ID, string(a.Kind), a.Ref, a.Version, a.Until)
		}
		return nil
	})
	return named(err, "put off %s %s", a.Kind, a.Ref)
}

// deferredKind marks the rows, among those of what waits, that say who has put off what.
const deferredKind = "deferred"

// deferredSQL reads them for the tenant $1, in the columns of what waits.
func deferredSQL() string {
	return ` union all select '` + deferredKind + `', null, null, ` + tables.Survivor(`f.person_id`) + `, f.set_at, f.until_at, f.kind, f.ref, cast(f.version as text)
		from deferrals f where f.tenant_id = $1 and f.until_at > :now`
}

// pendingRows are the things that wait, with who has put each off and who has handed it to whom.
type pendingRows struct {
	all      []assistant.Pending
	deferred map[assistant.Waits]map[assistant.PersonID]time.Time
	handed   map[assistant.Waits][]assistant.Handed
}

// take takes a row.
func (p *pendingRows) take(r pendingRow) error {
	if r.Kind != deferredKind && r.Kind != handedKind {
		err := r.decode()
		p.all = append(p.all, r.Pending)
		return err
	}
	version, err := strconv.Atoi(r.Thread)
	if err != nil {
		return fmt.Errorf("read what was put off or handed: %w", err)
	}
	of := assistant.Waits{Kind: assistant.PendingKind(r.of), Ref: r.Ref, Version: version}
	if r.Kind == handedKind {
		p.hand(of, r)
		return nil
	}
	if p.deferred == nil {
		p.deferred = map[assistant.Waits]map[assistant.PersonID]time.Time{}
	}
	if p.deferred[of] == nil {
		p.deferred[of] = map[assistant.PersonID]time.Time{}
	}
	p.deferred[of][r.RequestedBy] = r.Until
	return nil
}

// sorted is all of it, oldest first.
func (p *pendingRows) sorted() []assistant.Pending {
	for i := range p.all {
		p.all[i].Deferred = p.deferred[p.all[i].Waits()]
		if p.all[i].Handed = p.handed[p.all[i].Waits()]; len(p.all[i].Handed) > 1 {
			slices.SortFunc(p.all[i].Handed, earliestHanded)
		}
	}
	slices.SortFunc(p.all, oldestFirst)
	return p.all
}
