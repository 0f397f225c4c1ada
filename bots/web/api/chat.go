package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// chatWait is how long a chat request waits for its turn; a turn that takes longer goes on without the request.
const chatWait = 55 * time.Second

// chat takes what people say and streams the reply.
type chat struct {
	ingest  *ingest.Ingest
	watches *follow.Watches
	work    Work
	shown   *messages
	owner   *owner.Owner
	ids     *assistant.IDs
	now     func() time.Time
}

type chatRequest struct {
	Conversation *string    `json:"conversationId"`
	Messages     []chatTurn `json:"messages"`
	Agent        string     `json:"activeAgentId"`
	Project      *struct {
		ID string `json:"projectId"`
	} `json:"projectContext"`
	Replaces string               `json:"replaces"` // an earlier message of theirs that this is a new version of
	Mentions []assistant.PersonID `json:"mentions"` // those of the team whom the words mention
	Seen     int64                `json:"seen"`     // the newest seq that the client shows; what came later, the words cannot decide
}

type chatTurn struct {
	ID      string `json:"id"`
	Role    string `json:"role"`
	Content string `json:"content"`
}

// chat takes what a person says and answers with what the turn brought (seed 000 §12.1).
func (c *chat) chat(w http.ResponseWriter, r *http.Request) error {
	in, err := c.read(r)
	if err != nil {
		return err
	}
	if err := c.ingest.Admit(w); err != nil {
		return err
	}
	got, err := c.ingest.Say(r.Context(), in)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), chatWait)
	defer cancel()
	if accepts(r, "text/event-stream") {
		return c.stream(w, r.WithContext(ctx), got)
	}
	answer, err := c.await(ctx, got)
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// read finds the newest words of the person in the request; the rest of its messages is known from the log.
func (c *chat) read(r *http.Request) (ingest.Words, error) {
	var req chatRequest
	if err := request.Decode(r, &req); err != nil {
		return ingest.Words{}, err
	}
	if len(req.Messages) == 0 {
		return ingest.Words{}, request.Malformed(assistant.Say("There is no message."))
	}
	turn := req.Messages[len(req.Messages)-1]
	if turn.Role != string(assistant.AuthorUser) {
		return ingest.Words{}, request.Malformed(assistant.Say(`The last message must be one of role "user".`))
	}
	in := ingest.Words{Agent: assistant.AgentID(req.Agent), Text: turn.Content, Seen: req.Seen, Mentions: req.Mentions}
	for _, id := range in.Mentions {
		if !assistant.ValidID(string(id)) {
			return ingest.Words{}, request.Unknown("person")
		}
	}
	var err error
	if req.Conversation != nil {
		if in.Conversation, err = request.GivenID[assistant.ConversationID](*req.Conversation, "conversation"); err != nil {
			return ingest.Words{}, err
		}
	}
	if req.Project != nil {
		if in.Project, err = request.GivenID[assistant.ProjectID](req.Project.ID, "project"); err != nil {
			return ingest.Words{}, err
		}
	}
	if in.Replaces, err = request.GivenID[assistant.MessageID](req.Replaces, "message"); err != nil {
		return ingest.Words{}, err
	}
	in.Key, err = request.Key(c.ids, r, c.owner.Person.ID, in.Conversation, turn.ID)
	return in, err
}

type chatResponse struct {
	Conversation assistant.ConversationID `json:"conversationId"`
	Messages     []messageJSON            `json:"messages"`
	Thinking     []thinkingJSON           `json:"thinking"`
	Actions      []actionJSON             `json:"actions"` // what it put before people to decide
	Calls        []callJSON               `json:"toolCalls"`
	Agent        assistant.AgentID        `json:"routedAgentId,omitempty"`
	Run          *runCreatedJSON          `json:"runCreated,omitempty"`
	Done         bool                     `json:"done"` // false: the turn goes on; the conversation's events tell its end
}

type thinkingJSON struct {
	Kind    string            `json:"kind"`
	Agent   assistant.AgentID `json:"agentId,omitempty"`
	Summary string            `json:"summary"`
}

// callJSON is the use of a tool that came to an end.
type callJSON struct {
	Tool    assistant.TaskType   `json:"tool"`
	Input   json.RawMessage      `json:"input"`
	Task    assistant.TaskID     `json:"task_id"`
	Status  assistant.TaskStatus `json:"status"`
	Result  assistant.Result     `json:"result"`
	Problem *assistant.Problem   `json:"problem"`
}

type runCreatedJSON struct {
	ID    assistant.RunID `json:"runId"`
	Title string          `json:"title"`
}

// await waits until nothing that comes of the message is at work, or time is up, and gathers it.
func (c *chat) await(ctx context.Context, got assistant.Received) (chatResponse, error) {
	out := chatResponse{Conversation: got.Conversation, Messages: []messageJSON{}, Thinking: []thinkingJSON{}, Actions: []actionJSON{}, Calls: []callJSON{}}
	done, err := c.watches.Turn(ctx, got, c.work, func(m follow.Moment) error {
		for _, msg := range m.Messages {
			if err := c.add(ctx, &out, msg); err != nil {
				return err
			}
		}
		return nil
	})
	out.Done = done
	return out, err
}

// add adds a message in the form in which the caller may see it.
func (c *chat) add(ctx context.Context, to *chatResponse, m assistant.Message) error {
	switch b := m.Body.(type) { //nolint:gochecksumtype // the rest are told as messages
	case assistant.Routed:
		if len(b.To) > 0 {
			to.Agent = b.To[0]
		}
	case assistant.RunStarted:
		to.Run = &runCreatedJSON{b.Run.ID, b.Run.Title}
	case assistant.PlanProposed:
		if !b.AtOnce {
			to.Actions = append(to.Actions, wirePlanAction(b.Plan, to.Conversation))
		}
	case assistant.ApprovalRequested:
		to.Actions = append(to.Actions, wireAction(b.Approval, to.Conversation, assistant.ApprovalPending))
	case assistant.TaskFinished:
		call := c.call(ctx, b.Run, b.Task)
		call.Status, call.Result, call.Problem = b.Status, b.Result, c.shown.problem(b.Problem)
		to.Calls = append(to.Calls, call)
	}
	switch {
	case m.Kind == assistant.KindThinking:
		to.Thinking = append(to.Thinking, thinkingJSON{phaseOf(m), m.Agent, c.shown.leading(ctx, m).Content})
	case m.Kind == assistant.KindMessage && m.Author != assistant.AuthorUser, proposes(m):
		j, err := c.shown.wire(ctx, m)
		if err != nil {
			return err
		}
		if to.Agent == "" {
			to.Agent = m.Agent
		}
		to.Messages = append(to.Messages, j)
	}
	return nil
}

// call is the use of a tool that a task is.
func (c *chat) call(ctx context.Context, run assistant.RunID, task assistant.TaskID) callJSON {
	call := callJSON{Task: task, Input: object(nil)}
	view, err := c.work.Run(ctx, c.owner.Tenant.ID, run)
	if err != nil {
		return call
	}
	for _, t := range view.Tasks {
		if t.ID == task {
			call.Tool, call.Input = t.Type, object(t.Parameters)
		}
	}
	return call
}

// proposes tells whether a message says what an agent at work wants to do; its turn says nothing else.
func proposes(m assistant.Message) bool {
	b, ok := m.Body.(assistant.RunStarted)
	return ok && b.Run.Session != ""
}

func phaseOf(m assistant.Message) string {
	if b, ok := m.Body.(assistant.Thought); ok && b.Phase != "" {
		return string(b.Phase)
	}
	if _, ok := m.Body.(assistant.Routed); ok {
		return string(assistant.PhaseRouting)
	}
	return "thinking"
}

// accepts tells whether the client prefers a media type by naming it.
func accepts(r *http.Request, media string) bool {
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		if name, _, _ := strings.Cut(part, ";"); strings.EqualFold(strings.TrimSpace(name), media) {
			return true
		}
	}
	return false
}
