package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// chatWait is how long a chat request waits for its turn; a turn that takes longer goes on without the request.
const chatWait = 55 * time.Second

type chatRequest struct {
	Conversation *string    `json:"conversationId"`
	Messages     []chatTurn `json:"messages"`
	Agent        string     `json:"activeAgentId"`
	Project      *struct {
		ID string `json:"projectId"`
	} `json:"projectContext"`
	Seen int64 `json:"seen"` // the newest seq that the client shows; what came later, the words cannot decide
}

type chatTurn struct {
	ID      string `json:"id"`
	Role    string `json:"role"`
	Content string `json:"content"`
}

// chat takes what a person says and answers with what the turn brought (seed 000 §12.1).
func (s *Surface) chat(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readChat(r)
	if err != nil {
		return err
	}
	if err := s.admit(w); err != nil {
		return err
	}
	got, err := s.say(r.Context(), in)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), chatWait)
	defer cancel()
	if accepts(r, "text/event-stream") {
		return s.chatStream(ctx, w, got)
	}
	answer, err := s.awaitTurn(ctx, got)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, answer)
	return nil
}

// readChat finds the newest words of the person in the request; the rest of its messages is known from the log.
func (s *Surface) readChat(r *http.Request) (words, error) {
	var req chatRequest
	if err := decode(r, &req); err != nil {
		return words{}, err
	}
	if len(req.Messages) == 0 {
		return words{}, malformed("There is no message.")
	}
	turn := req.Messages[len(req.Messages)-1]
	if turn.Role != string(assistant.AuthorUser) {
		return words{}, malformed(`The last message must be one of role "user".`)
	}
	in := words{agent: assistant.AgentID(req.Agent), text: turn.Content, seen: req.Seen}
	var err error
	if req.Conversation != nil {
		if in.conversation, err = givenID[assistant.ConversationID](*req.Conversation, "conversation"); err != nil {
			return words{}, err
		}
	}
	if req.Project != nil {
		if in.project, err = givenID[assistant.ProjectID](req.Project.ID, "project"); err != nil {
			return words{}, err
		}
	}
	in.key, err = s.requestKey(r, turn.ID)
	return in, err
}

type chatResponse struct {
	Conversation assistant.ConversationID `json:"conversationId"`
	Messages     []messageJSON            `json:"messages"`
	Thinking     []thinkingJSON           `json:"thinking"`
	Agent        assistant.AgentID        `json:"routedAgentId,omitempty"`
	Run          *runCreatedJSON          `json:"runCreated,omitempty"`
	Done         bool                     `json:"done"` // false: the turn goes on; the conversation's events tell its end
}

type thinkingJSON struct {
	Kind    string            `json:"kind"`
	Agent   assistant.AgentID `json:"agentId,omitempty"`
	Summary string            `json:"summary"`
}

type runCreatedJSON struct {
	ID    assistant.RunID `json:"runId"`
	Title string          `json:"title"`
}

// awaitTurn waits until the message's mail is handled, or time is up, and gathers what came of it.
func (s *Surface) awaitTurn(ctx context.Context, got assistant.Received) (chatResponse, error) {
	out := chatResponse{Conversation: got.Conversation, Messages: []messageJSON{}, Thinking: []thinkingJSON{}}
	done, err := s.followTurn(ctx, got, func(m moment) error {
		for _, msg := range m.messages {
			if err := s.add(ctx, &out, msg); err != nil {
				return err
			}
		}
		return nil
	})
	out.Done = done
	return out, err
}

// add takes what a message is to whoever asked.
func (s *Surface) add(ctx context.Context, c *chatResponse, m assistant.Message) error {
	if b, ok := m.Body.(assistant.Routed); ok && len(b.To) > 0 {
		c.Agent = b.To[0]
	}
	if b, ok := m.Body.(assistant.RunStarted); ok {
		c.Run = &runCreatedJSON{b.Run.ID, b.Run.Title}
	}
	switch {
	case m.Kind == assistant.KindThinking:
		c.Thinking = append(c.Thinking, thinkingJSON{phaseOf(m), m.Agent, s.leading(ctx, m).Content})
	case m.Kind == assistant.KindMessage && m.Author != assistant.AuthorUser:
		j, err := s.wireMessage(ctx, m)
		if err != nil {
			return err
		}
		if c.Agent == "" {
			c.Agent = m.Agent
		}
		c.Messages = append(c.Messages, j)
	}
	return nil
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
