package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// conversationsFiled: every person has their own folders and archive, which affect their own list only. They pass to the person
// they become, and end when they leave.
func conversationsFiled(_ *testing.T, w *world) {
	uma := w.person(w.slack("1.0").From)
	var ids []assistant.ConversationID
	for _, title := range []string{"Tulips", "Taxes", "Tea"} {
		c, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: w.owner.ID, Title: title})
		w.ok(err)
		ids = append(ids, c.ID)
	}
	mine := assistant.Listing{Of: w.owner.ID}
	in := func(folder string) assistant.Listing { return assistant.Listing{Of: w.owner.ID, Folder: folder} }
	away := assistant.Listing{Of: w.owner.ID, Archived: true}
	w.lists(mine, ids[2], ids[1], ids[0])
	w.lists(away)

	w.files(w.owner.ID, ids[0], "garden", false)
	w.files(w.owner.ID, ids[1], "Office", true)
	yes, no := true, false
	w.ok(w.Conversations.ChangeConversation(w.ctx, w.tenant, ids[0], assistant.ConversationChange{Pinned: &yes}))
	w.lists(mine, ids[0], ids[2])
	w.lists(in("garden"), ids[0])
	w.lists(in("Office")) // what is put away is in no folder until it is back
	w.lists(away, ids[1])
	w.lists(assistant.Listing{Of: uma.ID}, ids[0], ids[2], ids[1])
	w.lists(assistant.Listing{}, ids[0], ids[2], ids[1])
	looks := func(who assistant.PersonID, open assistant.ConversationID) []any {
		o, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{Listing: assistant.Listing{Of: who}, Open: open})
		w.ok(err)
		return []any{o.Filed, len(o.Folders), o.Archive}
	}
	equal(w, looks(w.owner.ID, ids[0]), []any{assistant.Filing{Folder: "garden"}, 1, true})
	equal(w, looks(w.owner.ID, ids[1]), []any{assistant.Filing{Folder: "Office", Archived: true}, 1, true})
	equal(w, looks(uma.ID, ids[1]), []any{assistant.Filing{}, 0, false})
	found, err := w.Conversations.SearchConversations(w.ctx, w.tenant, w.owner.ID, "taxes", 10)
	w.ok(err)
	equal(w, len(found), 1)

	w.ok(w.Conversations.FileConversation(w.ctx, w.tenant, w.owner.ID, ids[1], assistant.FilingChange{Archived: &no}))
	w.lists(in("Office"), ids[1])
	none := ""
	w.ok(w.Conversations.FileConversation(w.ctx, w.tenant, w.owner.ID, ids[1], assistant.FilingChange{Folder: &none}))
	w.lists(in("Office"))
	w.lists(mine, ids[0], ids[2], ids[1])

	w.is(w.Conversations.FileConversation(w.ctx, id[assistant.TenantID](w), w.owner.ID, ids[0], assistant.FilingChange{Folder: &none}), assistant.ErrNotFound)
	w.is(w.Conversations.FileConversation(w.ctx, w.tenant, uma.ID, id[assistant.ConversationID](w), assistant.FilingChange{Folder: &none}), assistant.ErrNotFound)

	w.filingsGoOver(uma, ids)
}

// filingsGoOver: folders pass to the person somebody becomes by linking accounts.
func (w *world) filingsGoOver(uma assistant.Person, ids []assistant.ConversationID) {
	w.t.Helper()
	w.files(uma.ID, ids[2], "Kitchen", false)
	w.files(uma.ID, ids[0], "Kitchen", true)
	code, err := w.Links.MakeLinkCode(w.ctx, w.tenant, w.owner.ID)
	w.ok(err)
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, uma.ID, code.Code)
	w.ok(err)
	w.lists(assistant.Listing{Of: w.owner.ID, Folder: "Kitchen"}, ids[2])
	w.lists(assistant.Listing{Of: w.owner.ID, Folder: "garden"}, ids[0])
}

func (w *world) files(who assistant.PersonID, c assistant.ConversationID, folder string, archived bool) {
	w.t.Helper()
	w.ok(w.Conversations.FileConversation(w.ctx, w.tenant, who, c, assistant.FilingChange{Folder: &folder, Archived: &archived}))
}

// lists says what a listing has, however it is read.
func (w *world) lists(l assistant.Listing, want ...assistant.ConversationID) {
	w.t.Helper()
	pinned, newest, err := w.Conversations.ListedConversations(w.ctx, w.tenant, "", l, "", 10)
	w.ok(err)
	var got []assistant.ConversationID
	for _, one := range append(pinned, newest...) {
		got = append(got, one.ID)
	}
	equal(w, got, want)
	w.overview(assistant.Look{Listing: l, Lines: 10})
	w.overview(assistant.Look{Listing: l, By: w.owner.ID, Lines: 1})
	if len(want) > 0 {
		w.overview(assistant.Look{Listing: l, Lines: 10, Open: want[0]})
		w.overview(assistant.Look{Listing: l, By: w.owner.ID, Lines: 1, Past: want[len(want)-1]})
	}
}
