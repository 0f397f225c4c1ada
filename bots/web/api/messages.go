package api

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/projects"
)

// messageJSON is a message as the API shows it: what is private to operators is not there.
type messageJSON struct {
	ID        assistant.MessageID `json:"id"`
	Seq       int64               `json:"seq"`
	Role      assistant.Author    `json:"role"`
	Agent     assistant.AgentID   `json:"agentId,omitempty"`
	Kind      assistant.Kind      `json:"kind"`
	Type      string              `json:"type"`
	Content   string              `json:"content"`
	Run       assistant.RunID     `json:"runId,omitempty"`
	CreatedAt time.Time           `json:"createdAt"`
	Body      json.RawMessage     `json:"body,omitempty"`
}

// messages shows messages as the API does.
type messages struct {
	owner *owner.Owner
	hosts *projects.Hosts
	shelf *files.Shelf
}

// allowed are the hosts that agents may link to.
func (s *messages) allowed(ctx context.Context) []string { return s.hosts.Of(ctx, s.owner.Tenant.ID) }

// leading is the message with words that lead nowhere but to the hosts that agents may link to, as on its card. What people
// wrote stays as they wrote it.
func (s *messages) leading(ctx context.Context, m assistant.Message) assistant.Message {
	if m.Author != assistant.AuthorUser {
		m.Content = links.Safe(m.Content, s.allowed(ctx))
	}
	return m
}

func (s *messages) wire(ctx context.Context, m assistant.Message) (messageJSON, error) {
	m = s.leading(ctx, s.shelf.Present(ctx, []assistant.Message{m})[0])
	out := messageJSON{
		ID: m.ID, Seq: m.Seq, Role: m.Author, Agent: m.Agent, Kind: m.Kind, Content: m.Content, Run: m.Run, CreatedAt: m.At.UTC(),
	}
	if m.Body == nil {
		return out, nil
	}
	raw, err := assistant.EncodeBody(s.private(m.Body))
	if err != nil {
		return out, fmt.Errorf("message %s: %w", m.ID, err)
	}
	out.Type, out.Body = m.Body.Type(), raw
	return out, nil
}

// private returns a body as the caller may read it: what an operator has to fix is for admins alone.
func (s *messages) private(b assistant.Body) assistant.Body {
	switch b := b.(type) { //nolint:gochecksumtype // the rest have no problem
	case assistant.Failed:
		b.Problem = *s.problem(&b.Problem)
		return b
	case assistant.TaskFinished:
		b.Problem = s.problem(b.Problem)
		return b
	case assistant.Undone:
		b.Tasks = slices.Clone(b.Tasks)
		for i := range b.Tasks {
			b.Tasks[i].Problem = s.problem(b.Tasks[i].Problem)
		}
		return b
	default:
		return b
	}
}

func (s *messages) problem(p *assistant.Problem) *assistant.Problem {
	if p == nil || s.owner.Person.Role == assistant.RoleAdmin {
		return p
	}
	out := *p
	out.Mend = assistant.Sentence{}
	return &out
}

// wireAll leaves out what is not shown.
func (s *messages) wireAll(ctx context.Context, ms []assistant.Message) ([]messageJSON, error) {
	out := []messageJSON{}
	for _, m := range ms {
		if m.Kind == assistant.KindSystem {
			continue
		}
		j, err := s.wire(ctx, m)
		if err != nil {
			return nil, err
		}
		out = append(out, j)
	}
	return out, nil
}
