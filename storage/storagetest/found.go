package storagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// conversationsKept: conversations are named, pinned, removed and brought back, and another tenant changes none.
func conversationsKept(_ *testing.T, w *world) {
	var ids []assistant.ConversationID
	for range 3 {
		c, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: w.owner.ID})
		w.ok(err)
		ids = append(ids, c.ID)
	}
	listed := func() (pinned, newest []assistant.ConversationID) {
		p, n, err := w.Conversations.ListedConversations(w.ctx, w.tenant, "", assistant.Listing{}, "", 10)
		w.ok(err)
		w.overview(assistant.Look{Lines: 10, Open: ids[0]})
		w.overview(assistant.Look{Lines: 1, Past: ids[2], Open: ids[1]})
		for _, l := range p {
			pinned = append(pinned, l.ID)
		}
		for _, l := range n {
			newest = append(newest, l.ID)
		}
		return pinned, newest
	}
	is := func(wantPinned, wantNewest []assistant.ConversationID) {
		pinned, newest := listed()
		equal(w, pinned, wantPinned)
		equal(w, newest, wantNewest)
	}
	is(nil, []assistant.ConversationID{ids[2], ids[1], ids[0]})
	yes, no := true, false
	w.ok(w.Conversations.ChangeConversation(w.ctx, w.tenant, ids[0], assistant.ConversationChange{Title: "Spring", Pinned: &yes}))
	w.ok(w.Conversations.ChangeConversation(w.ctx, w.tenant, ids[1], assistant.ConversationChange{Removed: &yes, By: w.owner.ID}))
	is([]assistant.ConversationID{ids[0]}, []assistant.ConversationID{ids[2]})
	c, err := w.Conversations.Conversation(w.ctx, w.tenant, ids[0])
	w.ok(err)
	equal(w, c.Title, "Spring")
	w.ok(w.Conversations.ChangeConversation(w.ctx, w.tenant, ids[0], assistant.ConversationChange{Pinned: &no}))
	w.ok(w.Conversations.ChangeConversation(w.ctx, w.tenant, ids[1], assistant.ConversationChange{Removed: &no, By: w.owner.ID}))
	is(nil, []assistant.ConversationID{ids[2], ids[1], ids[0]})
	_, older, err := w.Conversations.ListedConversations(w.ctx, w.tenant, "", assistant.Listing{}, ids[1], 10)
	w.ok(err)
	equal(w, len(older), 1)

	other := id[assistant.TenantID](w)
	w.is(w.Conversations.ChangeConversation(w.ctx, other, ids[0], assistant.ConversationChange{Title: "Mine"}), assistant.ErrNotFound)
}

// conversationsRemoved: the person a conversation was begun for and admins take it out of everybody's lists and bring it back.
// Invited members, people who decide on it and others cannot.
func conversationsRemoved(_ *testing.T, w *world) {
	anna, ben, cleo := w.somebody("anna"), w.somebody("ben"), w.somebody("cleo")
	c := w.talk(anna)
	w.ok(w.byPerson(c, anna, assistant.MemberAdded{Person: ben, Title: "The prices"}))
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, cleo, assistant.RoleApprover))
	does := func(by assistant.PersonID, removed bool) error {
		return w.Conversations.ChangeConversation(w.ctx, w.tenant, c, assistant.ConversationChange{Removed: &removed, By: by})
	}
	listed := func() int {
		_, newest, err := w.Conversations.ListedConversations(w.ctx, w.tenant, anna, assistant.Listing{Of: anna}, "", 10)
		w.ok(err)
		return len(newest)
	}
	for who, theirs := range map[assistant.PersonID]bool{anna: true, ben: false, cleo: false, w.owner.ID: false} {
		o, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{Open: c, Lines: 10, Listing: assistant.Listing{Of: who}})
		w.ok(err)
		equal(w, o.Theirs, theirs)
	}
	for _, by := range []assistant.PersonID{ben, cleo, "", id[assistant.PersonID](w)} {
		w.is(does(by, true), assistant.ErrNotRemover)
		equal(w, listed(), 1)
	}
	w.ok(does(anna, true))
	equal(w, listed(), 0)
	w.is(does(ben, false), assistant.ErrNotRemover)
	equal(w, listed(), 0)
	w.ok(does(w.owner.ID, false))
	equal(w, listed(), 1)
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, anna, w.code(ben).Code)
	w.ok(err)
	w.ok(does(ben, true)) // who was Anna
}

// conversationsFound: what was said is found by how its words begin, whatever the case, and nothing is read as a query.
func conversationsFound(_ *testing.T, w *world) {
	said := func(text string) assistant.ConversationID {
		c, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: w.owner.ID})
		w.ok(err)
		_, err = w.Intake.Post(w.ctx, assistant.Message{
			Tenant: w.tenant, Conversation: c.ID, Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{},
		})
		w.ok(err)
		return c.ID
	}
	var long strings.Builder // more words than Postgres indexes of one text
	for i := range 250_000 {
		fmt.Fprintf(&long, "word%d ", i)
	}
	said(long.String())
	heating, garden := said("The heating engineer comes on Tuesday: Grüße!"), said("Tulips for the garden, 50% off")
	found := func(text string) []assistant.ConversationID {
		all, err := w.Conversations.SearchConversations(w.ctx, w.tenant, "", text, 10)
		w.ok(err)
		var out []assistant.ConversationID
		for _, f := range all {
			out = append(out, f.ID)
		}
		return out
	}
	for text, want := range map[string][]assistant.ConversationID{
		"heat": {heating}, "TUESDAY eng": {heating}, "grüß": {heating}, "the": {garden, heating}, "tulips heating": nil, "50% off": {garden},
		"": nil, `"`: nil, "' or 1=1 --": nil, "NOT & | ! heat*": nil, "heat*": {heating},
	} {
		if got := found(text); len(got) != len(want) || len(want) > 0 && got[0] != want[0] {
			w.t.Errorf("%q finds %v, not %v", text, got, want)
		}
	}
	all, err := w.Conversations.SearchConversations(w.ctx, w.tenant, "", "heat", 10)
	w.ok(err)
	equal(w, []int64{all[0].At, all[0].Seq}, []int64{1, 1}) // which of how many messages it is
	yes := true
	w.ok(w.Conversations.ChangeConversation(w.ctx, w.tenant, garden, assistant.ConversationChange{Title: "Blumenzwiebeln"}))
	equal(w, found("zwiebel"), []assistant.ConversationID{garden})
	w.ok(w.Conversations.ChangeConversation(w.ctx, w.tenant, garden, assistant.ConversationChange{Removed: &yes, By: w.owner.ID}))
	equal(w, len(found("tulips"))+len(found("zwiebel")), 0)
	none, err := w.Conversations.SearchConversations(w.ctx, id[assistant.TenantID](w), "", "heat", 10)
	w.ok(err)
	equal(w, len(none), 0)
}
