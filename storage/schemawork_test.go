package storage_test

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
	"github.com/aisteam/aisteam/executor/packs/tickets/store"
	"github.com/aisteam/aisteam/storage/storagetest"
)

// planned leaves an open question, a plan that was sent back, and its second version, open.
func (f *filler) planned() {
	f.t.Helper()
	f.say("1.0", "please create a page called Services")
	f.append(said(assistant.Asked{Clarification: assistant.Clarification{
		ID: fillerID[assistant.ClarificationID](f), Stage: assistant.StageProject, Intro: "Which site?", ExpiresAt: schemaEnd,
		Questions: []assistant.Question{{Key: "project", Text: "Which site?", Reason: "there are two", Free: true}},
	}}))
	plan := assistant.Plan{
		ID: fillerID[assistant.PlanID](f), Version: 1, Project: f.sites[0].ID, Title: "Services", Goal: "a page", RequestedBy: f.owner.ID, Hash: "h1",
		Steps: []assistant.Step{{
			Key: "page", Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Summary: "Create it",
			Parameters: []byte(`{"title":"Services"}`), Effect: assistant.EffectReversible,
		}},
		ExpiresAt: schemaEnd,
	}
	f.append(said(assistant.PlanProposed{Plan: plan}))
	_, err := f.db.Intake.Post(f.t.Context(), assistant.Message{
		Tenant: f.tenant, Conversation: f.held.Conversation, Author: assistant.AuthorUser, Person: f.owner.ID, Kind: assistant.KindSystem,
		Body: assistant.PlanDecided{Plan: plan.ID, Version: 1, Verdict: assistant.VerdictChanges, Note: "shorter"},
	})
	f.ok(err)
	plan.Version, plan.Hash = 2, "h2"
	f.append(said(assistant.PlanProposed{Plan: plan}))
	f.settle(assistant.ModelCall{
		Key: "turn-1/1", Purpose: "plan", Provider: "openai", Model: "gpt-5-mini", Request: "r1", Response: []byte(`{"text":"a plan"}`),
		Usage: assistant.Usage{Input: 10, Cached: 2, Output: 5, Thought: 1}, Took: 1500 * time.Millisecond,
	})
}

// ran leaves a run: one step done with a receipt, one that failed, one that waits for an approval.
func (f *filler) ran() {
	f.t.Helper()
	ctx := f.t.Context()
	f.say("2.0", "go on with the shop")
	run := assistant.Run{
		ID: fillerID[assistant.RunID](f), Conversation: f.held.Conversation, Project: f.sites[1].ID, CreatedBy: assistant.Chief,
		RequestedBy: f.owner.ID, ApprovedBy: f.owner.ID, Title: "Shop", Status: assistant.RunRunning,
	}
	var tasks []assistant.Task
	var ids []assistant.TaskID
	for i, key := range []string{"one", "two", "three"} {
		tasks = append(tasks, assistant.Task{
			ID: fillerID[assistant.TaskID](f), Run: run.ID, Conversation: run.Conversation, Project: run.Project, Key: key, Group: "A", Order: i,
			Owner: assistant.WebEngineer, Status: assistant.TaskOpen, Type: "create_page", Parameters: []byte(`{"title":"` + key + `"}`),
			Summary: "Create " + key, Reversible: true, Effect: assistant.EffectReversible, ApprovedHash: "state-" + key, Team: "a team",
			Preview: &assistant.Preview{Title: assistant.Verbatim(key), Fields: []assistant.Field{{Name: "title", New: key}}, State: "state-" + key},
		})
		ids = append(ids, tasks[i].ID)
	}
	f.append(said(assistant.RunStarted{Run: run, Tasks: tasks}), said(assistant.GroupStarted{Run: run.ID, Group: "A", Tasks: ids}))
	for _, status := range []assistant.TaskStatus{assistant.TaskCompleted, assistant.TaskFailed} {
		k, work, found, err := storagetest.ClaimTask(ctx, f.db.Tasks, f.tenant, time.Minute)
		f.ok(err)
		if !found {
			f.t.Fatal("no task to claim")
		}
		call, _, err := f.db.Calls.StartCall(ctx, k, assistant.ToolCall{
			Key: work.Task.Key, Run: run.ID, Task: k.Task, Project: run.Project, Tool: "create_page", Arguments: work.Task.Parameters, Effect: assistant.EffectReversible,
		})
		f.ok(err)
		end := assistant.TaskFinished{Run: run.ID, Task: k.Task, Status: status}
		if call.State = assistant.CallSettled; status == assistant.TaskCompleted {
			end.Result = assistant.Result{Summary: assistant.Verbatim("Created it"), Fields: assistant.ValuesOf(map[string]string{"url": "https://shop.example/one"}), Undo: true}
			call.Receipt = &assistant.Receipt{Result: end.Result, Undo: []byte(`{"page":7}`)}
		} else {
			end.Problem = &assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("no answer")}
		}
		f.ok(storagetest.SettleTask(ctx, f.db.Tasks, k, &call, assistant.Batch{Messages: []assistant.Message{said(end)}}))
	}
	f.append(said(assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: fillerID[assistant.ApprovalID](f), Run: run.ID, Task: ids[2], Tool: "create_page", Arguments: []byte(`{"title":"three"}`),
		Title: assistant.Say("Create three"), Why: assistant.Say("it moved"), Hash: "card", RequestedBy: f.owner.ID, ExpiresAt: schemaEnd,
		Preview: assistant.Preview{Title: assistant.Say("three"), Fields: []assistant.Field{{Name: "title", New: "three"}}, State: "state-3"},
	}}))
	f.append(said(assistant.StopRequested{Run: run.ID, Task: ids[2]}), said(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}),
		said(assistant.RetryRequested{Run: run.ID, Task: ids[1]}))
	f.settle()
}

// waiting leaves mail that nobody took, and a place that has been shown a part of its log.
func (f *filler) waiting() {
	f.t.Helper()
	ctx := f.t.Context()
	c, found, err := f.db.Deliveries.ClaimDelivery(ctx, f.tenant, []assistant.Surface{assistant.SurfaceSlack}, time.Minute)
	f.ok(err)
	if !found {
		f.t.Fatal("no place to claim")
	}
	_, err = f.db.Deliveries.Intend(ctx, c, []assistant.Delivery{{Slot: "said:1", Nonce: "n1"}}, assistant.Pace{})
	f.ok(err)
	_, err = f.db.Deliveries.ReleaseDelivery(ctx, c, []assistant.Delivery{{Slot: "said:1", Ref: "171.1", Hash: "h", Nonce: "n1"}}, 2, 0)
	f.ok(err)
	_, err = f.db.Intake.Receive(ctx, assistant.Inbound{
		Tenant: f.tenant, Person: f.owner.ID, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Text: "what waits?", Key: "web-1",
	})
	f.ok(err)
	_, err = f.db.Conversations.StartConversation(ctx, f.tenant, assistant.Beginning{Person: f.owner.ID, Agent: assistant.WebEngineer, Project: f.sites[0].ID})
	f.ok(err)
}

func (f *filler) things() {
	f.t.Helper()
	ctx := f.t.Context()
	_, err := store.New(f.db.Packs).CreateTicket(ctx, f.tenant, "ticket-1", tickets.Ticket{Project: f.sites[0].ID, Title: "Logo", Body: "It’s blurred", Priority: "high"})
	f.ok(err)
	f.ok(f.db.Files.SaveFile(ctx, assistant.KeptFile{
		ID: fillerID[assistant.FileID](f), Tenant: f.tenant, Name: "a.txt", Type: "text/plain", Bytes: []byte("hello\x00\xff"),
	}))
	f.ok(f.db.Places.MarkHeard(ctx, f.tenant, assistant.SurfaceSlack, schemaStart))
	_, err = f.db.Replicas.TakeTurn(ctx, f.tenant, "sweep", time.Hour)
	f.ok(err)
	f.ok(f.db.Installs.SpendNonce(ctx, f.tenant, "nonce-1", time.Hour))
	_, err = background(f.db).MakeBackground(ctx, f.tenant, assistant.BackgroundOrder{Key: "background-1", Task: assistant.BackgroundTask{
		Owner: f.owner.ID, Conversation: f.held.Conversation, Project: f.sites[0].ID, Kind: assistant.BackgroundRecurring, Title: "Look at the audit",
		Prompt: "check the audit", Schedule: "0 9 * * *", Zone: "Europe/Berlin", Overlap: assistant.OverlapSkip, Due: f.now().Add(24 * time.Hour),
	}})
	f.ok(err)
}
