package storagetest

import (
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// modelFacts: the newest of each kind is known of each model, of each tenant for itself.
func modelFacts(_ *testing.T, w *world) {
	fact := func(model string, what assistant.ModelWhat, detail string) {
		w.t.Helper()
		w.ok(w.Failures.KeepModelFact(w.ctx, w.tenant, assistant.ModelFact{Provider: "openai", Model: model, What: what, Detail: detail}))
	}
	fact("gpt-5-mini", assistant.ModelTested, "ok")
	fact("gpt-5-mini", assistant.ModelTested, "key\x00")
	fact("gpt-5-mini", assistant.ModelAnswered, "")
	fact("gpt-5", assistant.ModelRerouted, "gpt-6")
	all, err := w.Failures.ModelFacts(w.ctx, w.tenant)
	w.ok(err)
	known := map[string]string{}
	for _, f := range all {
		if f.At.IsZero() {
			w.t.Errorf("%+v has no time", f)
		}
		known[f.Model+" "+string(f.What)] = f.Detail
	}
	equal(w, known, map[string]string{"gpt-5-mini tested": "key", "gpt-5-mini answered": "", "gpt-5 rerouted": "gpt-6"})
}

// modelNotices: if eight come with the same notice at once, one tells it, in the one conversation for model notices, and its reader
// is sent it.
func modelNotices(_ *testing.T, w *world) {
	o, err := w.Failures.Operator(w.ctx, w.tenant)
	w.ok(err)
	equal(w, o.Person, w.owner.ID)
	tell := func(key string) (n int) {
		w.t.Helper()
		var all sync.WaitGroup
		var mu sync.Mutex
		for range 8 {
			all.Go(func() {
				told, err := w.Failures.TellOfModel(w.ctx, w.tenant, o.Person, assistant.ModelNotice{Provider: "openai", Model: "gpt-5-mini", Key: key, Title: "The model gpt-5-mini", Words: "It ends: " + key})
				if err != nil {
					w.t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if told {
					n++
				}
			})
		}
		all.Wait()
		return n
	}
	equal(w, []any{tell("2026-12-11/30"), tell("2026-12-11/30"), tell("2026-12-11/7")}, []any{1, 0, 1})
	due := w.told()
	equal(w, len(due), 2)
	a, err := w.Timers.Telling(w.ctx, due[0])
	w.ok(err)
	equal(w, []any{a.Topic, a.To.Person, a.Beside, due[0].Conversation == due[1].Conversation}, []any{assistant.TopicFailures, o.Person, true, true})
	ms, err := w.Conversations.MessagesAfter(w.ctx, w.tenant, due[0].Conversation, 0, 10)
	w.ok(err)
	if len(ms) != 2 || ms[0].Content != "It ends: 2026-12-11/30" || ms[1].Content != "It ends: 2026-12-11/7" {
		w.t.Errorf("the conversation has %+v", ms)
	}
	bob := w.person(assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U-bob", Name: "Bob"})
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, bob.ID, assistant.RoleAdmin))
	o, err = w.Failures.Operator(w.ctx, w.tenant)
	w.ok(err)
	equal(w, o.Person, bob.ID) // who has an account to be sent it by
}
