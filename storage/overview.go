package storage

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Overview reads in one trip what the panel shows of a conversation and around it, since pages are opened all day. It returns
// [assistant.ErrNotFound] if the conversation does not exist or the named person took no part in it.
func (d Conversations) Overview(ctx context.Context, tenant assistant.TenantID, look assistant.Look) (assistant.Overview, error) {
	var out assistant.Overview
	var waits *pendingRows
	err := d.in(ctx, mode{tenant: tenant, read: true, given: cmp.Or(optional(look.By), optional(look.Open), optional(look.Past))}, func(t *tx) error {
		out = assistant.Overview{Settings: assistant.DefaultSettings()}
		t.overviewLines(tenant, look, &out)
		waits = t.overviewWork(tenant, look, &out)
		if look.Checklist {
			t.checklist(tenant, &out)
		}
		if look.Tour {
			t.tour(tenant, look.Listing.Of, &out)
		}
		if look.Open != "" && look.Entries > 0 {
			t.stretch(tenant, look.Open, look.Before, look.Entries, &out)
		}
		return nil
	})
	if err == nil && look.Open != "" && out.Open.ID == "" {
		err = assistant.ErrNotFound
	}
	if err == nil {
		err = d.tell(ctx, tenant, waits)
	}
	if err != nil {
		return assistant.Overview{}, named(err, "look at conversation %q", look.Open)
	}
	out.Waiting = waits.sorted()
	sorted(&out, look)
	return out, nil
}

// overviewLines queues reading the conversations: those that are pinned, the newest, and the one that is open.
func (t *tx) overviewLines(tenant assistant.TenantID, look assistant.Look, to *assistant.Overview) {
	before, pinned := look.Past, 0
	if before == "" {
		before, pinned = afterAll, look.Lines
	}
	columns := lineColumns + `, c.pinned_at from assistant_conversations c where c.tenant_id = $1 and `
	listed, args := inListing(look.Listing, []any{tenant, before, look.Lines, null(look.By), null(look.Open), pinned})
	var since []time.Time // of those that are pinned
	t.each(func(scan func(...any) error) error {
		var l assistant.ConversationLine
		var part string
		var at time.Time
		err := scan(append(append([]any{&part}, scanLine(&l)...), &at)...)
		switch part {
		case "pinned":
			i, _ := slices.BinarySearchFunc(since, at, func(a, b time.Time) int { return b.Compare(a) })
			since, to.Pinned = slices.Insert(since, i, at), slices.Insert(to.Pinned, i, l)
		case "newest":
			to.Newest = append(to.Newest, l)
		default:
			to.Open = l
		}
		return err
	}, `select * from (select 'pinned' as part, `+columns+`c.pinned_at is not null and c.removed_at is null and `+memberOf(`$4`)+listed+` order by c.pinned_at desc limit $6) a
		union all select * from (select 'newest' as part, `+columns+`c.id < $2 and c.pinned_at is null and c.removed_at is null and `+memberOf(`$4`)+listed+` order by c.id desc limit $3) b
		union all select 'open', `+columns+`c.id = $5 and `+memberOf(`$4`),
		args...)
}

// overviewWork queues reading what waits, which it returns, the projects, the settings, and the viewer's folders.
func (t *tx) overviewWork(tenant assistant.TenantID, look assistant.Look, to *assistant.Overview) *pendingRows {
	var of string
	args := []any{tenant, failureWaits}
	if look.By != "" {
		args = append(args, look.By)
		of = ` and exists (select 1 from assistant_conversations c where c.id = w.conversation_id and ` + memberOf(`$3`) + `)`
	}
	args = append(args, null(look.Listing.Of), null(look.Open))
	who, open := `$`+ordinal(len(args)-1), `$`+ordinal(len(args))
	rows := &pendingRows{}
	t.each(func(scan func(...any) error) error {
		r, err := scanPending(scan)
		switch {
		case err != nil:
		case r.Kind == "project":
			to.Projects = append(to.Projects, assistant.Project{ID: assistant.ProjectID(r.Ref), Tenant: tenant, Name: r.Thread, Domain: r.of, At: r.Since})
		case r.Kind == "folder":
			to.Folders = append(to.Folders, r.Thread)
		case r.Kind == "archive":
			to.Archive = true
		case r.Kind == "member":
			to.Members = append(to.Members, assistant.Person{ID: assistant.PersonID(r.Ref), Tenant: tenant, Name: r.Thread})
			to.Theirs = to.Theirs || r.of == memberAsked && assistant.PersonID(r.Ref) == look.Listing.Of
		case r.Kind == "filed":
			to.Filed = assistant.Filing{Folder: r.Thread, Archived: r.of != ""}
		case r.Kind == "settings":
			to.Settings, err = assistant.ReadSettings(r.body)
		default:
			err = rows.take(r)
		}
		return err
	}, t.d.pendingSQL(of)+`
		union all select 'project', null, null, null, j.created_at, null, j.domain, j.id, j.name from `+livingProjects+` where j.tenant_id = $1
		union all select 'settings', s.settings, null, null, null, null, '', s.tenant_id, '' from tenants s where s.tenant_id = $1
		union all `+membersSQL(open)+`
		union all `+filingsSQL(who, open), args...)
	return rows
}

// stretch queues reading the messages right before a position, and all others of the slots that they touch. One more is read than
// is shown: it tells whether there are older ones. Other messages of the slots are not looked for by the index of seq, which would read
// the whole conversation.
func (t *tx) stretch(tenant assistant.TenantID, id assistant.ConversationID, before int64, entries int, to *assistant.Overview) {
	if before <= 0 {
		before = 1 << 62
	}
	const of = ` from assistant_messages g where g.conversation_id = $1 and g.tenant_id = $2 and `
	const first = `(select coalesce(min(n.seq), $3) from (select s.seq from assistant_messages s
		where s.conversation_id = $1 and s.tenant_id = $2 and s.seq < $3 order by s.seq desc limit $4) n)`
	to.Log.Before, to.Slots = before, make([]assistant.Message, 0, entries+1)
	t.each(func(scan func(...any) error) error {
		var within bool
		to.Slots = append(to.Slots, assistant.Message{Tenant: tenant, Conversation: id})
		m := &to.Slots[len(to.Slots)-1]
		err := scanMessageIn(m, scan, &within)
		if within {
			to.Log.Before = min(to.Log.Before, m.Seq)
		}
		return err
	}, `select `+messageColumnsIn+`, true`+of+`g.seq >= `+first+` and g.seq < $3
		union all select `+messageColumnsIn+`, false`+of+`g.slot <> '' and (g.seq + 0 >= $3 or g.seq + 0 < `+first+`) and g.slot in (
			select s.slot from assistant_messages s where s.conversation_id = $1 and s.tenant_id = $2 and s.seq >= `+first+` and s.seq < $3 and s.slot <> '')`,
		id, tenant, before, entries+1)
}

// sorted puts what each statement read into its order, and takes the stretch out of what was read with it.
func sorted(o *assistant.Overview, look assistant.Look) {
	slices.SortFunc(o.Projects, func(a, b assistant.Project) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	slices.SortFunc(o.Members, func(a, b assistant.Person) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(o.Folders, func(a, b string) int {
		return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
	})
	slices.SortFunc(o.Newest, func(a, b assistant.ConversationLine) int { return cmp.Compare(b.ID, a.ID) })
	slices.SortFunc(o.Slots, func(a, b assistant.Message) int { return cmp.Compare(a.Seq, b.Seq) })
	ms := stretchOf(o.Slots, o.Log.Before, look.Before)
	if len(ms) > look.Entries {
		ms = ms[len(ms)-look.Entries:]
		o.Log.HasMore = true
	}
	o.Log.Messages, o.Log.Before = ms, 0
	touched := map[assistant.Slot]bool{}
	for _, m := range ms {
		touched[m.Slot] = true
	}
	if len(ms) > 0 {
		o.Log.Before = ms[0].Seq
	}
	o.Slots = only(o.Slots, func(m assistant.Message) bool { return touched[m.Slot] })
}

// stretchOf are the messages from a position up to another; 0 is the end of the log.
func stretchOf(ms []assistant.Message, from, before int64) []assistant.Message {
	first := slices.IndexFunc(ms, func(m assistant.Message) bool { return m.Seq >= from })
	if first < 0 {
		return nil
	}
	ms = ms[first:]
	if last := slices.IndexFunc(ms, func(m assistant.Message) bool { return before > 0 && m.Seq >= before }); last >= 0 {
		ms = ms[:last]
	}
	return slices.Clip(ms)
}

// only returns the messages that satisfy a condition. It does not modify the given slice, which others read too.
func only(ms []assistant.Message, is func(assistant.Message) bool) []assistant.Message {
	for len(ms) > 0 && !is(ms[0]) {
		ms = ms[1:]
	}
	if i := slices.IndexFunc(ms, func(m assistant.Message) bool { return !is(m) }); i < 0 {
		return ms
	}
	out := make([]assistant.Message, 0, len(ms))
	for _, m := range ms {
		if is(m) {
			out = append(out, m)
		}
	}
	return out
}
