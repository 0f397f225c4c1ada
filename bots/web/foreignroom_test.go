package web_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// canary stands in every word of a foreign room.
const canary = "canary"

// foreignRoom is one of everything that the owner has for themselves, by what it is.
type foreignRoom struct {
	ids map[string]string
	of  assistant.ConversationID
}

// furnished makes the owner's room. One of its actions is for somebody else to decide, who is told of nothing but it.
func (l *lodge) furnished(decides assistant.PersonID) foreignRoom {
	l.t.Helper()
	ctx, tenant, owner, ids := l.t.Context(), l.w.tenant.ID, l.w.owner.ID, l.w.ids
	said := l.says(l.w.owner, "", canary+" of the merger")
	c, _, ok, err := l.db.Mailboxes.Claim(ctx, tenant, time.Minute)
	l.ok(err)
	if !ok {
		l.t.Fatal("nothing to claim")
	}
	until := time.Now().Add(time.Hour)
	plan := assistant.Plan{
		ID: assistant.NewID[assistant.PlanID](ids), Version: 1, Project: l.w.projects[0].ID, Title: canary + " plan", Goal: canary, RequestedBy: owner, Hash: "h", ExpiresAt: until,
		Steps: []assistant.Step{{Key: "page", Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Summary: canary, Parameters: []byte(`{}`), Effect: assistant.EffectReversible}},
	}
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](ids), Conversation: said.Conversation, Project: l.w.projects[0].ID, CreatedBy: assistant.Chief, RequestedBy: owner, ApprovedBy: owner, Title: canary + " run", Status: assistant.RunRunning}
	task := func(key string) assistant.Task {
		return assistant.Task{
			ID: assistant.NewID[assistant.TaskID](ids), Run: run.ID, Conversation: said.Conversation, Project: l.w.projects[0].ID, Key: key, Group: "A", Owner: assistant.WebEngineer,
			Status: assistant.TaskOpen, Type: "create_page", Parameters: []byte(`{}`), Summary: canary, Effect: assistant.EffectReversible,
		}
	}
	one, two := task("one"), task("two")
	ask := assistant.Clarification{ID: assistant.NewID[assistant.ClarificationID](ids), Stage: assistant.StageProject, Questions: []assistant.Question{{Key: "q", Text: canary + "?"}}}
	approval := func(t assistant.Task, title string, rule *assistant.ApprovalRule) assistant.Approval {
		return assistant.Approval{
			ID: assistant.NewID[assistant.ApprovalID](ids), Run: run.ID, Task: t.ID, Tool: "create_page", Arguments: []byte(`{}`), Title: assistant.Verbatim(title), Hash: "card", RequestedBy: owner, Rule: rule, ExpiresAt: until,
			Preview: assistant.Preview{Title: assistant.Verbatim(title)},
		}
	}
	closed := approval(one, canary+" action", &assistant.ApprovalRule{People: []assistant.PersonID{owner}})
	apart := approval(two, "The contact page", &assistant.ApprovalRule{People: []assistant.PersonID{decides}})
	answer := assistant.Message{ID: assistant.NewID[assistant.MessageID](ids), Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: canary + " answer", Body: assistant.Said{Next: []string{canary}}}
	ms := []assistant.Message{answer}
	for _, b := range []assistant.Body{assistant.PlanProposed{Plan: plan}, assistant.Asked{Clarification: ask}, assistant.RunStarted{Run: run, Tasks: []assistant.Task{one, two}}, assistant.ApprovalRequested{Approval: closed}, assistant.ApprovalRequested{Approval: apart}} {
		ms = append(ms, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Content: canary, Body: b})
	}
	l.ok(l.db.Mailboxes.Append(ctx, c, assistant.Batch{Messages: ms}))
	file := assistant.KeptFile{ID: assistant.NewID[assistant.FileID](ids), Tenant: tenant, Person: owner, Conversation: said.Conversation, Name: canary + ".txt", Type: "text/plain", Bytes: []byte(canary)}
	l.ok(l.db.Files.SaveFile(ctx, file))
	timed, err := l.db.Backgrounds.MakeBackground(ctx, tenant, assistant.BackgroundOrder{Key: "timed", Task: assistant.BackgroundTask{
		Owner: owner, Conversation: said.Conversation, Kind: assistant.BackgroundEvent, Title: canary, Prompt: canary, Zone: "Europe/Berlin", Overlap: assistant.OverlapSkip,
	}, Hook: &assistant.HookOrder{Rules: assistant.HookRules{Scheme: assistant.HookUnsigned, Window: 10 * time.Second, Minute: 600}}})
	l.ok(err)
	hook, err := l.db.Backgrounds.MintHookToken(ctx, tenant, owner, timed.ID, "a hook's token", "", 0)
	l.ok(err)
	event, err := l.db.Backgrounds.TakeEvent(ctx, tenant, assistant.HookEvent{Hook: hook.ID, Key: "e", Kind: canary, Payload: `{"` + canary + `":1}`, Size: 12}, hook.Revision)
	l.ok(err)
	return foreignRoom{of: said.Conversation, ids: map[string]string{
		"conversation": string(said.Conversation), "message": string(answer.ID), "run": string(run.ID), "step": string(one.ID), "plan": string(plan.ID), "question": string(ask.ID),
		"approval": string(closed.ID), "file": string(file.ID), "task": string(timed.ID), "event": string(event.ID), "apart": string(apart.ID),
	}}
}

// state is all that could be changed of a foreign room.
func (l *lodge) state(room foreignRoom) string {
	l.t.Helper()
	ctx, tenant := l.t.Context(), l.w.tenant.ID
	var out bytes.Buffer
	c, err := l.db.Conversations.Conversation(ctx, tenant, room.of)
	l.ok(err)
	pinned, newest, err := l.db.Conversations.ListedConversations(ctx, tenant, "", assistant.Listing{}, "", 100)
	l.ok(err)
	lines := slices.DeleteFunc(append(pinned, newest...), func(one assistant.ConversationLine) bool { return one.ID != room.of })
	page, err := l.db.Conversations.Messages(ctx, tenant, room.of, 0, 100)
	l.ok(err)
	task, err := l.db.Backgrounds.Background(ctx, tenant, assistant.BackgroundID(room.ids["task"]))
	l.ok(err)
	hook, err := l.db.Backgrounds.Hook(ctx, tenant, task.ID)
	l.ok(err)
	files, err := l.db.Files.FilesOf(ctx, tenant, room.of)
	l.ok(err)
	events, err := l.db.Backgrounds.HookEvents(ctx, tenant, task.ID, 10)
	l.ok(err)
	among, err := l.db.Conversations.Membership(ctx, tenant, room.of, 100)
	l.ok(err)
	in := 0
	for _, e := range l.executed {
		if e.Conversation == room.of {
			in++
		}
	}
	acts := 0
	for _, a := range l.acts {
		if a.Conversation == room.of {
			acts++
		}
	}
	fmt.Fprint(&out, c, lines, among.Members, len(page.Messages), task, hook, files, len(events), in, acts)
	return out.String()
}

// guest is somebody of another workspace who has got hold of a session.
func (l *lodge) guest() (assistant.Person, func(*http.Request)) {
	l.t.Helper()
	p, err := l.db.People.PersonFor(l.t.Context(), l.w.tenant.ID, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UGUS", Name: "Gus", Standing: assistant.StandingGuest})
	l.ok(err)
	secret := l.w.ids.Secret()
	_, err = l.db.Sessions.StartSession(l.t.Context(), l.w.tenant.ID, p.ID, secret, assistant.Browser{})
	l.ok(err)
	return p, func(r *http.Request) { bare(r); r.AddCookie(&http.Cookie{Name: "aisteam_session", Value: secret}) }
}
