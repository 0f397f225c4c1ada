package web_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// kept is what people made of a conversation.
type kept struct {
	pinned, removed bool
	filed           map[assistant.PersonID]assistant.Filing
}

func (w *world) ListedConversations(ctx context.Context, t assistant.TenantID, who assistant.PersonID, listing assistant.Listing, before assistant.ConversationID, limit int) (pinned, newest []assistant.ConversationLine, err error) {
	all, err := w.ConversationsBefore(ctx, t, who, before, 1_000_000)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range all {
		line := assistant.ConversationLine{Conversation: c, Pinned: w.kept[c.ID].pinned}
		for _, v := range w.runs {
			here := v.Run.Conversation == c.ID && v.Run.Status == assistant.RunRunning
			line.Working, line.Waiting = line.Working || here && !v.Waits(), line.Waiting || here && v.Waits()
		}
		switch {
		case w.kept[c.ID].removed, !lists(listing, w.kept[c.ID].filed[listing.Of]):
		case line.Pinned && before == "":
			pinned = append(pinned, line)
		case !line.Pinned && len(newest) < limit:
			newest = append(newest, line)
		}
	}
	return pinned, newest, err
}

// lists tells whether a listing has what somebody keeps in some place.
func lists(l assistant.Listing, f assistant.Filing) bool {
	return f.Archived == l.Archived && (l.Folder == "" || l.Folder == f.Folder)
}

func (w *world) FileConversation(_ context.Context, _ assistant.TenantID, who assistant.PersonID, id assistant.ConversationID, change assistant.FilingChange) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := w.kept[id]
	f := k.filed[who]
	if change.Folder != nil {
		f.Folder = *change.Folder
	}
	if change.Archived != nil {
		f.Archived = *change.Archived
	}
	k.filed = map[assistant.PersonID]assistant.Filing{who: f}
	w.kept[id] = k
	return nil
}

func (w *world) Overview(ctx context.Context, t assistant.TenantID, look assistant.Look) (assistant.Overview, error) {
	var out assistant.Overview
	if look.Open != "" {
		c, err := w.Conversation(ctx, t, look.Open)
		w.mu.Lock()
		partOf := w.partOf(look.By, look.Open)
		w.mu.Unlock()
		if err == nil && !partOf {
			err = assistant.ErrNotFound
		}
		if err == nil && look.Entries > 0 {
			out.Log, err = w.Messages(ctx, t, look.Open, look.Before, look.Entries)
		}
		if n := len(out.Log.Messages); err == nil && n > 0 {
			out.Slots, err = w.SlotsWithin(ctx, t, look.Open, out.Log.Messages[0].Seq, out.Log.Messages[n-1].Seq)
		}
		if err != nil {
			return assistant.Overview{}, err
		}
		out.Open, out.Theirs = assistant.ConversationLine{Conversation: c, Pinned: w.kept[c.ID].pinned}, c.Person == look.Listing.Of
	}
	var errs [4]error
	out.Pinned, out.Newest, errs[0] = w.ListedConversations(ctx, t, look.By, look.Listing, look.Past, look.Lines)
	out.Waiting, errs[1] = w.Pending(ctx, t)
	out.Projects, errs[2] = w.Projects(ctx, t)
	out.Settings, errs[3] = w.Settings(ctx, t)
	w.mu.Lock()
	defer w.mu.Unlock()
	out.Filed = w.kept[look.Open].filed[look.Listing.Of]
	for _, p := range append([]assistant.Profile{{Person: w.owner}}, w.people...) {
		if look.Open != "" && w.partOf(p.ID, look.Open) {
			out.Members = append(out.Members, p.Person)
		}
	}
	for _, k := range w.kept {
		f := k.filed[look.Listing.Of]
		out.Archive = out.Archive || f.Archived
		if f.Folder != "" && !f.Archived && !slices.Contains(out.Folders, f.Folder) {
			out.Folders = append(out.Folders, f.Folder)
		}
	}
	slices.Sort(out.Folders)
	if look.Checklist {
		out.Checklist = w.firstSteps()
	}
	out.Tour = look.Tour && !slices.Contains(w.toured, look.Listing.Of)
	out.Waiting = slices.DeleteFunc(out.Waiting, func(p assistant.Pending) bool { return !w.partOf(look.By, p.Conversation) })
	return out, errors.Join(errs[:]...)
}

func (w *world) SearchConversations(_ context.Context, _ assistant.TenantID, who assistant.PersonID, text string, limit int) ([]assistant.ConversationFound, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []assistant.ConversationFound
	for _, c := range slices.Backward(w.conversations) {
		found := assistant.ConversationFound{ConversationLine: assistant.ConversationLine{Conversation: c}}
		found.Seq = int64(len(w.log[c.ID]))
		hit := strings.Contains(strings.ToLower(c.Title), strings.ToLower(text))
		for _, m := range w.log[c.ID] {
			if m.Kind == assistant.KindMessage && strings.Contains(strings.ToLower(m.Content), strings.ToLower(text)) {
				hit, found.Text, found.Slot, found.At = true, m.Content, m.Slot, m.Seq
			}
		}
		if hit && w.partOf(who, c.ID) && !w.kept[c.ID].removed && len(out) < limit {
			out = append(out, found)
		}
	}
	return out, w.away
}

func (w *world) ChangeConversation(_ context.Context, _ assistant.TenantID, id assistant.ConversationID, change assistant.ConversationChange) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := slices.IndexFunc(w.conversations, func(c assistant.Conversation) bool { return c.ID == id })
	if i < 0 {
		return assistant.ErrNotFound
	}
	if change.Title != "" {
		w.conversations[i].Title = change.Title
	}
	k := w.kept[id]
	if change.Pinned != nil {
		k.pinned = *change.Pinned
	}
	if change.Removed != nil {
		if by, err := w.person(change.By); err != nil || by.Role != assistant.RoleAdmin && w.conversations[i].Person != by.ID {
			return assistant.ErrNotRemover
		}
		k.removed = *change.Removed
	}
	w.kept[id] = k
	return nil
}

func (w *world) Pending(context.Context, assistant.TenantID) ([]assistant.Pending, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	settled := map[string]bool{}
	for _, log := range w.log {
		for _, m := range log {
			switch b := m.Body.(type) { //nolint:gochecksumtype // the rest settle nothing
			case assistant.PlanDecided:
				settled[string(b.Plan)] = true
			case assistant.ApprovalDecided:
				settled[string(b.Approval)] = true
			case assistant.Answered:
				settled[string(b.Clarification)] = true
			}
		}
	}
	var out []assistant.Pending
	add := func(kind assistant.PendingKind, ref string, version int, c assistant.ConversationID, title string) {
		if !settled[ref] {
			out = append(out, assistant.Pending{Kind: kind, Ref: ref, Version: version, Conversation: c, Thread: "Create a Services page", Title: title, RequestedBy: w.owner.ID, Since: w.now()})
		}
	}
	for id, p := range w.plans {
		add(assistant.PendingPlan, string(id), p.plan.Version, p.conversation, p.plan.Title)
	}
	for id, q := range w.asks {
		add(assistant.PendingQuestion, string(id), 0, q.conversation, q.clarification.Title(""))
	}
	for id, a := range w.approvals {
		if add(assistant.PendingApproval, string(id), 0, a.Conversation, a.Title.String()); !settled[string(id)] {
			one := &out[len(out)-1]
			one.Run, one.Rule, one.Card, one.Until, one.RequestedBy = a.Run, a.Rule, a.Card(), a.ExpiresAt, cmp.Or(a.RequestedBy, one.RequestedBy)
		}
	}
	for id, v := range w.runs {
		if v.Run.Status == assistant.RunFailed && !w.noticed[id] {
			add(assistant.PendingFailed, string(id), 0, v.Run.Conversation, v.Run.Title)
		}
	}
	slices.SortFunc(out, func(a, b assistant.Pending) int { return strings.Compare(a.Ref, b.Ref) })
	for i := range out {
		out[i].Deferred, out[i].Handed = w.deferred[out[i].Waits()], w.handed[out[i].Waits()]
	}
	return out, w.away
}

func (w *world) Defer(_ context.Context, _ assistant.TenantID, by assistant.PersonID, d assistant.Deferral) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.deferred == nil {
		w.deferred = map[assistant.Waits]map[assistant.PersonID]time.Time{}
	}
	if w.deferred[d.Waits] = map[assistant.PersonID]time.Time{by: d.Until}; d.Until.IsZero() {
		delete(w.deferred, d.Waits)
	}
	return nil
}

func (w *world) Hand(_ context.Context, _ assistant.TenantID, h assistant.Handed) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.handed == nil {
		w.handed = map[assistant.Waits][]assistant.Handed{}
	}
	w.handed[h.Waits] = slices.DeleteFunc(w.handed[h.Waits], func(o assistant.Handed) bool { return o.From == h.From || o.From == h.To })
	if h.To != "" {
		h.At = w.now()
		w.handed[h.Waits] = append(w.handed[h.Waits], h)
		delete(w.deferred[h.Waits], h.To)
	}
	return nil
}

func (w *world) NoticeRun(_ context.Context, _ assistant.TenantID, id assistant.RunID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.noticed[id] = true
	return nil
}
