package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Slots reads slots of several conversations at once, in the order requested. Empty slots are left out.
func (d Conversations) Slots(ctx context.Context, tenant assistant.TenantID, at []assistant.SlotAt) ([]assistant.SlotRead, error) {
	found := map[assistant.SlotAt]*assistant.SlotRead{}
	args := []any{tenant}
	for _, a := range at {
		if err := valid(a.Conversation); err != nil {
			return nil, named(err, "read %d slots", len(at))
		}
		args = append(args, a.Conversation)
	}
	for _, a := range at {
		args = append(args, a.Slot)
	}
	if len(at) == 0 {
		return nil, nil
	}
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		clear(found)
		t.each(func(scan func(...any) error) error {
			var spoken assistant.Language
			m, err := scanMessage(scan, &spoken)
			of := assistant.SlotAt{Conversation: m.Conversation, Slot: m.Slot}
			if found[of] == nil {
				found[of] = &assistant.SlotRead{SlotAt: of, Language: spoken}
			}
			found[of].Messages = append(found[of].Messages, m)
			return err
		}, `select `+messageColumns+`, (select c.language from assistant_conversations c where c.id = g.conversation_id) from assistant_messages g
			where g.tenant_id = $1 and g.slot <> '' and g.conversation_id in (`+list(2, len(at))+`) and g.slot in (`+list(2+len(at), len(at))+`)
			order by g.conversation_id, g.seq`, args...)
		return nil
	})
	out := make([]assistant.SlotRead, 0, len(found))
	for _, a := range at {
		if read := found[a]; read != nil {
			out = append(out, *read)
			delete(found, a) // asked for twice, it is read once
		}
	}
	return out, named(err, "read %d slots", len(at))
}
