package storage

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// showing is the claims of places that an append makes, so that the appending process can show them what is new at once.
type showing struct {
	surfaces []assistant.Surface
	lease    time.Duration
	token    assistant.ClaimToken // of each of them

	places []taken
	woken  *stmt // the wake, if no place is to be claimed
	upto   int64 // the end of the log after the append
	work   []placed
}

// taken is a place that is behind its log, claimed or not.
type taken struct {
	claim  assistant.DeliveryClaim
	ours   bool
	drafts bool // something was being written there
}

// placed is a message that a place has not been shown.
type placed struct {
	owed
	place assistant.PlaceID
}

// takePlaces queues the wake of the places that are now behind. The same statement claims those that nobody holds and that are
// not waiting for their pace, and closed ones, which somebody may have opened; a second one reads what they have not been shown.
// The log cannot grow in between, because the conversation is locked.
func (t *tx) takePlaces(h head) {
	s := h.shows
	if len(s.surfaces) == 0 {
		s.woken = t.wakePlaces(h.tenant, h.conversation)
		return
	}
	s.upto, s.places, s.work = h.seq, nil, nil
	args := []any{h.conversation, h.tenant, s.token, s.lease}
	for _, of := range s.surfaces {
		args = append(args, of)
	}
	free := `token is null and (ready_at is null or ready_at <= :now or closed) and surface in (` + list(5, len(s.surfaces)) + `)`
	t.each(func(scan func(...any) error) error {
		p := taken{claim: assistant.DeliveryClaim{Tenant: h.tenant, Conversation: h.conversation, Token: s.token}}
		at := &p.claim.Place
		err := scan(&p.claim.PlaceID, &at.Surface, &at.Space, &at.Channel, &at.Thread, &p.claim.Language, &p.claim.Shown, &p.claim.Paced, &p.claim.Closed, &p.claim.Gathers, &p.claim.With, &p.ours, &p.drafts)
		s.places = append(s.places, p)
		return err
	}, `update places set token = case when `+free+` then $3 else token end,
			lease_until = case when `+free+` then :after($4) else lease_until end,
			ready_at = case when `+free+` then null else coalesce(ready_at, :now) end
		where conversation_id = $1 and tenant_id = $2 and not pulls
		returning id, surface, space, channel, thread, `+spokenThere+`, shown, paced, closed, gathers, `+shownWithWords+`, coalesce(token = $3, false),
			exists (select 1 from deliveries d where d.place_id = places.id and d.slot like 'draft:%')`, args...)
	t.each(func(scan func(...any) error) error {
		var o placed
		var err error
		o.message, err = scanMessage(scan, &o.shown.Ref, &o.shown.Hash, &o.shown.Nonce, &o.shown.Withheld, &o.place)
		if o.shown != (assistant.Delivery{}) {
			o.shown.Slot = o.message.Slot
		}
		s.work = append(s.work, o)
		return err
	}, `select `+messageColumns+`, d.ref, d.hash, d.nonce, coalesce(d.withheld, false), w.id
		from places w
		join assistant_messages g on g.conversation_id = w.conversation_id and g.tenant_id = w.tenant_id
		left join deliveries d on d.place_id = w.id and d.slot = g.slot
		where w.conversation_id = $1 and w.tenant_id = $2 and w.token = $3 and g.slot <> '' and g.slot in (
			select t.slot from assistant_messages t where t.conversation_id = w.conversation_id and t.seq > w.shown and t.slot <> '')
		order by g.seq`, h.conversation, h.tenant, s.token)
}

// claims returns the claimed places, each with what it has not been shown. A place with drafts comes without: the order of its
// posts depends on them, as does one that shows what waits elsewhere, too, and [Deliveries.Undelivered] reads it.
func (s *showing) claims() []assistant.DeliveryClaim {
	if s == nil {
		return nil
	}
	var out []assistant.DeliveryClaim
	for _, p := range s.places {
		if !p.ours {
			continue
		}
		if !p.drafts && !p.claim.Gathers {
			var work []owed
			for _, o := range s.work {
				if o.place == p.claim.PlaceID {
					work = append(work, o.owed)
				}
			}
			p.claim.Behind = &assistant.Undelivered{Upto: s.upto, Slots: slots(work, s.upto)}
		}
		out = append(out, p.claim)
	}
	return out
}

// left reports whether a place is behind that was not claimed.
func (s *showing) left() bool {
	if s == nil {
		return false
	}
	for _, p := range s.places {
		if !p.ours {
			return true
		}
	}
	return s.woken != nil && s.woken.rows > 0
}
