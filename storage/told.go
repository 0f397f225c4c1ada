package storage

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// toldKept bounds the things that wait of which it is kept what their bodies say.
const toldKept = 20_000

// told is what the body of something that waits says about it. It is cached, since a body never changes, is mostly a long preview,
// and every page shows how much waits.
type told struct {
	title, why string
	said       assistant.Sentences
	run, card  assistant.RunID
	plan       assistant.PlanID
	rule       *assistant.ApprovalRule
}

// toldOf reads a body.
func toldOf(kind assistant.PendingKind, body []byte) (out told, err error) {
	if kind == assistant.PendingQuestion {
		var b assistant.Clarification
		err = json.Unmarshal(body, &b)
		out.plan = b.Plan
		if out.title = b.Title(""); len(b.Questions) > 0 {
			out.why = b.Questions[0].Text
		}
		return out, err
	}
	var b assistant.Approval
	err = json.Unmarshal(body, &b)
	return told{
		title: b.Title.String(), why: b.Why.String(), run: b.Run, card: b.Card(), rule: b.Rule,
		said: assistant.SentencesOf(assistant.SentenceField{Name: "title", Sentence: &b.Title}, assistant.SentenceField{Name: "why", Sentence: &b.Why}),
	}, err
}

// saidInBody is the table of things that wait whose bodies say what they are; "" where their columns do.
func saidInBody(kind assistant.PendingKind) string {
	switch kind {
	case assistant.PendingQuestion:
		return `clarifications`
	case assistant.PendingApproval:
		return `pending_actions`
	case assistant.PendingPlan, assistant.PendingFailed:
		return ""
	default:
		return ""
	}
}

// tell completes what was read of things that wait by what their bodies say. Those bodies alone are read that were not before, so that it
// is mostly no trip.
func (d *ledger) tell(ctx context.Context, tenant assistant.TenantID, rows *pendingRows) error {
	known, unknown := map[string]told{}, map[assistant.PendingKind][]string{}
	for _, p := range rows.all {
		if saidInBody(p.Kind) == "" {
			continue
		}
		if t, ok := d.told.Get(p.Ref); ok {
			known[p.Ref] = t
		} else {
			unknown[p.Kind] = append(unknown[p.Kind], p.Ref)
		}
	}
	if len(unknown) > 0 {
		if err := d.readBodies(ctx, tenant, unknown, known); err != nil {
			return named(err, "read what waits")
		}
	}
	rows.all = slices.DeleteFunc(rows.all, func(p assistant.Pending) bool { // it is gone since it was listed
		_, ok := known[p.Ref]
		return !ok && saidInBody(p.Kind) != ""
	})
	for i := range rows.all {
		if p := &rows.all[i]; saidInBody(p.Kind) != "" {
			t := known[p.Ref]
			p.Title, p.Why, p.Said, p.Run, p.Card, p.Plan, p.Rule = cmp.Or(p.Title, t.title), t.why, t.said, t.run, t.card, t.plan, t.rule
		}
	}
	return nil
}

// readBodies reads bodies by their kinds and ids, and keeps what they say.
func (d *ledger) readBodies(ctx context.Context, tenant assistant.TenantID, of map[assistant.PendingKind][]string, to map[string]told) error {
	return d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		for kind, ids := range of {
			for some := range slices.Chunk(ids, headsAtOnce) {
				args := []any{tenant}
				for _, id := range some {
					args = append(args, id)
				}
				t.each(func(scan func(...any) error) error {
					var id string
					var body []byte
					if err := scan(&id, &body); err != nil {
						return err
					}
					is, err := toldOf(kind, body)
					if err != nil {
						return named(err, "decode %s %s", kind, id)
					}
					to[id] = is
					d.told.Add(id, is)
					return nil
				}, `select w.id, w.body from `+saidInBody(kind)+` w where w.tenant_id = $1 and w.id in (`+list(2, len(some))+`)`, args...)
			}
		}
		return nil
	})
}
