package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/web/follow"
)

// stream answers a chat request with the events of seed 002 until nothing that came of it is at work.
func (c *chat) stream(w http.ResponseWriter, r *http.Request, got assistant.Received) error {
	ctx := r.Context()
	out := follow.Open(w, r, c.now)
	if err := out.SendJSON("conversation", 0, map[string]any{"conversationId": got.Conversation, "messageId": got.Message}); err != nil {
		return nil //nolint:nilerr // as below
	}
	t := &turnEvents{chat: c, out: out, conversation: got.Conversation}
	finished, err := c.watches.Turn(ctx, got, c.work, func(m follow.Moment) error { return t.show(ctx, m) })
	if err != nil {
		return nil //nolint:nilerr // the answer has begun: a reader that has gone cannot be told
	}
	_ = out.SendJSON("done", 0, map[string]any{"conversation_id": got.Conversation, "conversationId": got.Conversation, "finished": finished}) // as above
	return nil
}

// turnEvents turns moments of a conversation into events.
type turnEvents struct {
	chat         *chat
	out          *follow.Stream
	conversation assistant.ConversationID
	draft        string
	held         []assistant.TaskID // begun, and not known to be more than a question
}

func (t *turnEvents) show(ctx context.Context, m follow.Moment) error {
	if m.News != nil {
		return t.delta(links.SafeDraft(m.News.Draft, t.chat.shown.allowed(ctx)))
	}
	for _, msg := range m.Messages {
		if msg.Kind == assistant.KindSystem {
			continue
		}
		if b, ok := msg.Body.(assistant.TaskFinished); ok {
			if err := t.release(ctx, b, msg.Seq-1); err != nil {
				return err
			}
		}
		name, data := t.event(ctx, msg)
		if name == "" {
			continue
		}
		if err := t.out.SendJSON(name, msg.Seq, data); err != nil {
			return err
		}
	}
	if m.Messages == nil {
		return t.out.Beat()
	}
	return nil
}

// delta sends what a draft has gained. A draft that began anew is sent whole.
func (t *turnEvents) delta(draft string) error {
	gained := strings.TrimPrefix(draft, t.draft)
	t.draft = draft
	if gained == "" {
		return nil
	}
	return t.out.SendJSON("text_delta", 0, map[string]string{"content": gained})
}

// event maps a message to seed 002's table. Messages that the table has no row for become a status.
func (t *turnEvents) event(ctx context.Context, m assistant.Message) (string, any) {
	m = t.chat.shown.leading(ctx, m)
	content := map[string]any{"content": m.Content, "agent": m.Agent}
	switch b := m.Body.(type) { //nolint:gochecksumtype // the rest have no row
	case assistant.Said:
		if m.Author == assistant.AuthorUser {
			return "", nil
		}
		t.draft = ""
		return "text", map[string]any{"content": m.Content, "agent": m.Agent, "id": m.ID, "rehearsal": b.Rehearsal, "note": b.Note}
	case assistant.Thought:
		return "thinking", content
	case assistant.Asked:
		return "clarification_needed", wireQuestion(b.Clarification)
	case assistant.PlanProposed:
		if b.AtOnce {
			return "status", content // there is nothing to decide
		}
		return "action_preview", wirePlanAction(b.Plan, t.conversation)
	case assistant.ApprovalRequested:
		return "action_preview", wireAction(b.Approval, t.conversation, assistant.ApprovalPending)
	case assistant.TaskStarted:
		return t.started(ctx, b)
	case assistant.TaskWaiting:
		t.held = slices.DeleteFunc(t.held, func(id assistant.TaskID) bool { return id == b.Task })
		return "status", content
	case assistant.TaskFinished:
		return "tool_result", map[string]any{"task_id": b.Task, "status": b.Status, "result": b.Result, "problem": t.chat.shown.problem(b.Problem)}
	case assistant.Failed:
		return "error", map[string]any{"message": b.Problem.Message, "recovery": b.Problem.Recovery, "category": b.Problem.Side, "id": b.Problem.ID}
	}
	switch {
	case m.Kind == assistant.KindThinking:
		return "thinking", content
	case m.Author == assistant.AuthorUser, m.Content == "":
		return "", nil
	default:
		return "status", content
	}
}

// started is the event of a call. Before the first attempt an action asks whether it may: it is no call until it is at an end, or goes on
// after a yes.
func (t *turnEvents) started(ctx context.Context, b assistant.TaskStarted) (string, any) {
	if b.Attempt < 2 {
		t.held = append(t.held, b.Task)
		return "", nil
	}
	return "tool_call", t.toolCall(ctx, b.Run, b.Task)
}

// release sends the call of a task that was held back.
func (t *turnEvents) release(ctx context.Context, b assistant.TaskFinished, seq int64) error {
	i := slices.Index(t.held, b.Task)
	if i < 0 {
		return nil
	}
	t.held = slices.Delete(t.held, i, i+1)
	return t.out.SendJSON("tool_call", seq, t.toolCall(ctx, b.Run, b.Task))
}

func (t *turnEvents) toolCall(ctx context.Context, run assistant.RunID, task assistant.TaskID) any {
	call := t.chat.call(ctx, run, task)
	return struct {
		Tool  assistant.TaskType `json:"tool"`
		Input json.RawMessage    `json:"input"`
		Task  assistant.TaskID   `json:"task_id"`
	}{call.Tool, call.Input, call.Task}
}

// questionJSON is a clarification in the words of seed 002, whole: its first question also stands at the top.
type questionJSON struct {
	ID        assistant.ClarificationID `json:"id"`
	Question  string                    `json:"question"`
	Reason    string                    `json:"reason,omitempty"`
	Options   []assistant.Option        `json:"options"`
	Intro     string                    `json:"intro,omitempty"`
	Questions []assistant.Question      `json:"questions"`
}

func wireQuestion(c assistant.Clarification) questionJSON {
	out := questionJSON{ID: c.ID, Question: c.Intro, Options: []assistant.Option{}, Intro: c.Intro, Questions: c.Questions}
	if len(c.Questions) > 0 {
		first := c.Questions[0]
		out.Question, out.Reason = first.Text, first.Reason
		out.Options = append(out.Options, first.Options...)
	}
	return out
}
