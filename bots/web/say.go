package web

import (
	"context"
	"errors"

	"github.com/aisteam/aisteam/assistant"
)

// words is what a person sends, from the API or the panel.
type words struct {
	conversation assistant.ConversationID // "" starts one
	agent        assistant.AgentID        // "" leaves the conversation's
	project      assistant.ProjectID      // "" leaves the conversation's
	text         string
	key          string
	seen         int64            // the newest of the log that the person's client had drawn; 0 where it does not say
	files        []assistant.File // kept already
}

// say checks the words and gives them to the inbox, in a new conversation where none is named. A new conversation that is
// asked for twice under the same key is the same conversation.
func (s *Surface) say(ctx context.Context, in words) (assistant.Received, error) {
	if in.seen < 0 {
		return assistant.Received{}, malformed("seen is not a position in the conversation.")
	}
	text, err := clean(in.text, "message", textLimit)
	if err != nil {
		return assistant.Received{}, err
	}
	if text == "" && len(in.files) == 0 {
		return assistant.Received{}, malformed("The message is empty.")
	}
	if err := s.checkFocus(ctx, in.agent, in.project); err != nil {
		return assistant.Received{}, err
	}
	channel := in.key
	if in.conversation != "" {
		if _, err := s.Conversations.Conversation(ctx, s.Tenant.ID, in.conversation); err != nil {
			return assistant.Received{}, found(err, "conversation")
		}
		channel = string(in.conversation)
	}
	return s.Inbox.Receive(ctx, assistant.Inbound{
		Tenant:       s.Tenant.ID,
		Place:        assistant.Place{Surface: assistant.SurfaceWeb, Channel: channel},
		Conversation: in.conversation,
		From:         s.identity(),
		Person:       s.Owner.ID,
		Change:       assistant.ChangeSaid,
		Text:         text,
		Files:        in.files,
		Key:          in.key,
		Agent:        in.agent,
		Project:      in.project,
		Seen:         in.seen,
	})
}

// checkFocus refuses agents and projects that do not exist here.
func (s *Surface) checkFocus(ctx context.Context, a assistant.AgentID, p assistant.ProjectID) error {
	if a != "" {
		if _, ok := s.agent(a); !ok {
			return malformed("There is no agent " + shorten(string(a), 60) + ".")
		}
	}
	if p == "" {
		return nil
	}
	_, err := s.Projects.Project(ctx, s.Tenant.ID, p)
	return found(err, "project")
}

// settled tells whether a message's mail has been handled. A message without mail has nothing to wait for.
func (s *Surface) settled(ctx context.Context, id assistant.MessageID) (bool, error) {
	done, err := s.History.Settled(ctx, s.Tenant.ID, id)
	if errors.Is(err, assistant.ErrNotFound) {
		return true, nil
	}
	return done, err
}
