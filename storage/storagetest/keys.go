package storagetest

import (
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// keyedWords: a key of a person who is signed in is bound to them, to its conversation and to its words. Anything else that comes
// with it is refused and not stored.
func keyedWords(_ *testing.T, w *world) {
	ben := w.somebody("Ben")
	said := assistant.Inbound{Tenant: w.tenant, Place: assistant.Place{Surface: assistant.SurfaceWeb, Channel: "k"}, Person: w.owner.ID, Text: "the\x00 first", Key: "k"}
	first, err := w.Intake.Receive(w.ctx, said)
	w.ok(err)
	again, err := w.Intake.Receive(w.ctx, said)
	w.ok(err)
	first.Known = true
	equal(w, again, first)
	elsewhere := w.quiet()
	for name, change := range map[string]func(*assistant.Inbound){
		"somebody else": func(in *assistant.Inbound) { in.Person = ben },
		"other words":   func(in *assistant.Inbound) { in.Text = "others" },
		"elsewhere":     func(in *assistant.Inbound) { in.Conversation, in.Place.Channel = elsewhere, string(elsewhere) },
	} {
		in := said
		change(&in)
		got, err := w.Intake.Receive(w.ctx, in)
		w.is(err, assistant.ErrKeyUsed)
		equal(w, got, assistant.Received{})
		w.t.Log(name)
	}
	equal(w, []int{len(w.log(first.Conversation)), len(w.log(elsewhere))}, []int{1, 0})
}

// backgroundKeyed: a key is of one person's task with its words.
func backgroundKeyed(_ *testing.T, w *world) {
	ben := w.somebody("Ben")
	of := w.order("task")
	made, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, of)
	w.ok(err)
	same, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, of)
	w.ok(err)
	equal(w, same.ID, made.ID)
	for _, change := range []func(*assistant.BackgroundTask){
		func(b *assistant.BackgroundTask) { b.Owner = ben },
		func(b *assistant.BackgroundTask) { b.Prompt = "others" },
	} {
		other := of
		change(&other.Task)
		_, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, other)
		w.is(err, assistant.ErrKeyUsed)
	}
}

// keyedConversations: a key begins one conversation, however many ask at once, and none begins one each time.
func keyedConversations(_ *testing.T, w *world) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	began := map[assistant.ConversationID]int{}
	for n := range 8 {
		key := []string{"", "k"}[n%2]
		wg.Go(func() {
			c, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: w.owner.ID, Project: w.site.ID, Key: key})
			if err != nil {
				w.t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			began[c.ID]++
		})
	}
	wg.Wait()
	equal(w, len(began), 5)
}
