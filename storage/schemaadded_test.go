package storage_test

import (
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// added makes what came after schema 49: who decides, a channel's project, somebody who
// decides for another, a hook with an event, a channel whose events start tasks, a task that is told in one, what somebody wants to hear
// and what they were told, an invitation, a record, what a task is allowed before it asks, what is put aside for a call of a model,
// an agent that is defined, a device and an address that are told, where somebody keeps a conversation, a passkey, a company login,
// what somebody has handed to a colleague, who has left, a checklist that is put away, and a tour that has ended.
func (f *filler) added() {
	f.t.Helper()
	ctx := f.t.Context()
	f.ok(f.db.People.SetHearing(ctx, f.tenant, f.owner.ID, assistant.Hearing{QuietFrom: "22:00", QuietTo: "07:30"}.With(assistant.HearPanel, assistant.TopicResults)))
	_, err := f.db.Invitations.Invite(ctx, f.tenant, assistant.Invitation{By: f.owner.ID, Name: "Maya", Role: assistant.RoleApprover}, "an invitation's secret")
	f.ok(err)
	f.ok(f.db.Policies.SavePolicy(ctx, f.tenant, f.owner.ID, assistant.Policy{Project: f.sites[0].ID, Rule: assistant.ApprovalRule{Needed: 2, NotRequester: true}}))
	uma, err := f.db.People.PersonFor(ctx, f.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "Uma"})
	f.ok(err)
	f.ok(f.db.Policies.Delegate(ctx, f.tenant, assistant.Delegation{ID: "00000000-0000-7000-8000-0000000000aa", Person: f.owner.ID, Delegate: uma.ID, Until: time.Now().Add(24 * time.Hour)}))
	f.say("channel", "this channel is about it")
	f.appendAll(assistant.Batch{
		Messages:  []assistant.Message{{Author: assistant.AuthorUser, Person: f.owner.ID, Kind: assistant.KindStatus, Body: assistant.ChannelBound{Project: f.sites[0].ID}}},
		Recording: &assistant.Recording{Recorded: assistant.Recorded{Conversation: f.held.Conversation, Cause: f.mail[0].Message.ID}, Ends: true, Body: []byte("a record")},
	})
	made, err := background(f.db).MakeBackground(ctx, f.tenant, assistant.BackgroundOrder{
		Key: "hook-1", Task: assistant.BackgroundTask{
			Owner: f.owner.ID, Conversation: f.held.Conversation, Project: f.sites[0].ID, Kind: assistant.BackgroundEvent, Title: "Look at payments",
			Prompt: "see what failed", Zone: "Europe/Berlin", Overlap: assistant.OverlapSkip, Ends: time.Now().Add(24 * time.Hour), Left: 3,
		},
		Hook: &assistant.HookOrder{Rules: assistant.HookRules{Scheme: assistant.HookStripe, Filter: `event == "charge.failed"`, Window: 10 * time.Second, Minute: 600}, Secret: "whsec_0123456789"},

		Allows: []assistant.Allowance{{Tool: "create_page", Definition: "a hash", Target: "services", Most: 5, Until: time.Now().Add(24 * time.Hour)}},
	})
	f.ok(err)
	h, err := background(f.db).MintHookToken(ctx, f.tenant, f.owner.ID, made.ID, "a hook's token", "", 0)
	f.ok(err)
	_, err = background(f.db).TakeEvent(ctx, f.tenant, assistant.HookEvent{Hook: h.ID, Key: "evt_1", Kind: "charge.failed", Payload: `{"id":"evt_1"}`, Size: 14}, h.Revision)
	f.ok(err)
	channel := assistant.Channel{Surface: assistant.SurfaceSlack, Space: "T1", ID: "C1", Name: "support"}
	_, err = background(f.db).RuleChannel(ctx, f.tenant, assistant.Actor{Person: f.owner.ID}, assistant.ChannelRule{Channel: channel, Allowed: true})
	f.ok(err)
	_, err = background(f.db).MakeBackground(ctx, f.tenant, assistant.BackgroundOrder{Key: "told-2", Tell: channel, Task: assistant.BackgroundTask{
		Owner: f.owner.ID, Conversation: f.held.Conversation, Kind: assistant.BackgroundOnce, Title: "Look at it", Prompt: "look at it", Zone: "UTC", Overlap: assistant.OverlapQueue, Due: time.Now().Add(24 * time.Hour),
	}})
	f.ok(err)
	f.ok(f.db.Definitions.DefineAgent(ctx, f.tenant, assistant.Agent{
		ID: "florist", Name: "Zelda", Title: "Florist", Role: "Knows flowers.", Category: assistant.CategoryUtility, Avatar: "🌷", Examples: []string{"Which flowers last?"},
		Lead: assistant.DeliveryLead, Ordering: 20, Visible: true,
	}))
	f.ok(f.db.Definitions.DefineAgent(ctx, f.tenant, assistant.Agent{ID: "gardener", Name: "Gus", Category: assistant.CategoryUtility}))
	f.ok(f.db.Definitions.DropAgent(ctx, f.tenant, "gardener"))
	f.spent()
	f.noticed()
	f.reached()
	f.filed()
	f.keyed()
	f.handed()
	f.invited(uma.ID)
	f.left()
	f.ok(f.db.Tenants.PutChecklistAway(ctx, f.tenant, f.owner.ID))
	f.ok(f.db.People.EndTour(ctx, f.tenant, f.owner.ID))
	f.ok(f.db.Models.SetModel(ctx, f.tenant, f.owner.ID, assistant.ModelSettings{
		Provider: assistant.ProviderOpenAI, BaseURL: "https://models.example/v1", Model: "strong", Fast: "fast", Key: "sk-of-the-fixture",
	}))
	f.ok(f.db.Parts.SetPart(ctx, f.tenant, f.owner.ID, assistant.PartSettings{
		Part: assistant.SetupDiscord, Given: map[string]string{"application": "12"}, Secrets: map[string]assistant.Secret{"token": "a token of the fixture"},
	}))
}

// keyed makes a passkey, a company login, and a session that has an address.
func (f *filler) keyed() {
	f.t.Helper()
	_, err := f.db.Passkeys.SavePasskey(f.t.Context(), f.tenant, assistant.Passkey{Person: f.owner.ID, Key: "a key's name", Name: "my phone", Public: []byte(`{"counter":1}`)})
	f.ok(err)
	f.ok(f.db.OpenID.LinkOpenID(f.t.Context(), f.tenant, f.owner.ID, assistant.OpenIDProof{Issuer: "https://login.example", Subject: "olga-1", Account: "olga@example.com"}))
	f.ok(f.db.OpenID.BeginOpenID(f.t.Context(), f.tenant, strings.Repeat("a", 43), strings.Repeat("b", 43), []byte(`{"nonce":"n"}`)))
	_, err = f.db.Sessions.StartSession(f.t.Context(), f.tenant, f.owner.ID, strings.Repeat("s", 26), assistant.Browser{Says: "Firefox", Address: "203.0.113.7"})
	f.ok(err)
}

// invited makes a conversation into which somebody was invited.
func (f *filler) invited(who assistant.PersonID) {
	f.t.Helper()
	ctx := f.t.Context()
	c, err := f.db.Conversations.StartConversation(ctx, f.tenant, assistant.Beginning{Person: f.owner.ID, Title: "The prices"})
	f.ok(err)
	_, err = f.db.Intake.Post(ctx, assistant.Message{
		Tenant: f.tenant, Conversation: c.ID, Author: assistant.AuthorUser, Person: f.owner.ID, Kind: assistant.KindStatus, Content: "Olga invited Uma.", Body: assistant.MemberAdded{Person: who, Title: c.Title},
	})
	f.ok(err)
}

// handed makes a plan that is put before a colleague.
func (f *filler) handed() {
	f.t.Helper()
	ctx := f.t.Context()
	uma, err := f.db.People.PersonFor(ctx, f.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "Uma"})
	f.ok(err)
	all, err := f.db.Decisions.Pending(ctx, f.tenant)
	f.ok(err)
	for _, p := range all {
		if p.Kind == assistant.PendingPlan {
			f.ok(f.db.Decisions.Hand(ctx, f.tenant, assistant.Handed{Waits: p.Waits(), Conversation: p.Conversation, From: f.owner.ID, To: uma.ID}))
			return
		}
	}
	f.t.Fatal("no plan waits")
}

// left makes somebody whose account is there no more, and somebody whom an admin has removed.
func (f *filler) left() {
	f.t.Helper()
	ctx := f.t.Context()
	gone := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U8", Name: "Gil"}
	_, err := f.db.People.PersonFor(ctx, f.tenant, gone)
	f.ok(err)
	gone.Standing = assistant.StandingGone
	_, err = f.db.People.KeepStanding(ctx, f.tenant, gone)
	f.ok(err)
	ray, err := f.db.People.PersonFor(ctx, f.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U9", Name: "Ray"})
	f.ok(err)
	_, err = f.db.People.Remove(ctx, f.tenant, f.owner.ID, ray.ID)
	f.ok(err)
}

// spent makes a call of a model that no turn records, with what it kept in a cache and without a known price, and what is put aside for
// another one.
func (f *filler) spent() {
	f.t.Helper()
	ctx := f.t.Context()
	f.ok(f.db.Spending.Spend(ctx, f.tenant, assistant.ModelCall{
		Key: "beside/1", Person: f.owner.ID, Conversation: f.held.Conversation, Purpose: "draft", Provider: "openai", Model: "unheard-of-1", Response: []byte("{}"),
		Usage: assistant.Usage{Input: 900, Cached: 300, CacheWritten: 200, Output: 40}, Unpriced: true,
	}))
	set := assistant.DefaultSettings()
	set.DailyCents = 500
	f.ok(f.db.Tenants.SaveSettings(ctx, f.tenant, f.owner.ID, set))
	_, err := f.db.Spending.Reserve(ctx, f.tenant, f.owner.ID, "00000000-0000-7000-8000-0000000000bb", 250_000)
	f.ok(err)
}

// noticed makes what came of a background task something that its owner is told on the panel.
func (f *filler) noticed() {
	f.t.Helper()
	ctx := f.t.Context()
	b, err := background(f.db).MakeBackground(ctx, f.tenant, assistant.BackgroundOrder{Key: "told-1", Task: assistant.BackgroundTask{
		Owner: f.owner.ID, Conversation: f.held.Conversation, Kind: assistant.BackgroundOnce, Title: "Look at prices", Prompt: "look at prices", Zone: "Europe/Berlin",
		Overlap: assistant.OverlapSkip, Due: time.Unix(1_000_000_000, 0),
	}})
	f.ok(err)
	due := func(kind assistant.TimerKind) (out assistant.Timer) {
		all, err := f.db.Timers.DueTimers(ctx, 100)
		f.ok(err)
		for _, t := range all {
			if t.Kind == kind {
				out = t
			}
		}
		return out
	}
	fired, err := background(f.db).FireBackground(ctx, assistant.Firing{Due: due(assistant.TimerBackground)})
	f.ok(err)
	_, err = f.db.Intake.Post(ctx, assistant.Message{
		Tenant: f.tenant, Conversation: b.Conversation, Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Content: "they are as they were",
		Body: assistant.Said{Topic: assistant.TopicResults}, Cause: fired.Messages[0].ID,
	})
	f.ok(err)
	_, err = f.db.Timers.Tell(ctx, due(assistant.TimerTold), assistant.TellStep{Keep: true, Next: schemaEnd})
	f.ok(err)
}

// reached makes a device and an address by which people are told, the key that they are told with, and what waits to be told there.
func (f *filler) reached() {
	f.t.Helper()
	ctx := f.t.Context()
	_, err := f.db.Reaches.SaveReach(ctx, f.tenant, assistant.Reach{
		Person: f.owner.ID, Surface: assistant.SurfacePush, Name: "Firefox on Android", Language: assistant.German, To: `{"endpoint":"https://push.example/1","keys":{"auth":"a","p256dh":"b"}}`,
	}, "")
	f.ok(err)
	_, err = f.db.Reaches.SaveReach(ctx, f.tenant, assistant.Reach{Person: f.owner.ID, Surface: assistant.SurfaceMail, Name: "olga@example.com", To: "olga@example.com"}, strings.Repeat("c", 26))
	f.ok(err)
	_, err = f.db.Reaches.PushKey(ctx, f.tenant, "a key for push services")
	f.ok(err)
}

// filed puts a conversation into somebody's folder, and away.
func (f *filler) filed() {
	f.t.Helper()
	folder, yes := "Spring", true
	f.ok(f.db.Conversations.FileConversation(f.t.Context(), f.tenant, f.owner.ID, f.held.Conversation, assistant.FilingChange{Folder: &folder, Archived: &yes}))
}
