package ingest

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Words is what a person sends, from the API or the panel.
type Words struct {
	Conversation assistant.ConversationID // "" starts one
	Agent        assistant.AgentID        // "" leaves the conversation's
	Project      assistant.ProjectID      // "" leaves the conversation's
	Text         string
	Key          string
	Seen         int64                // the newest of the log that the person's client had drawn; 0 where it does not say
	Files        []assistant.File     // kept already
	Replaces     assistant.MessageID  // an earlier message of theirs that this is a new version of; "" for none
	Mentions     []assistant.PersonID // those of the team whom the words mention
}

// Say checks the words and gives them to the inbox, in a new conversation where none is named. A new conversation that is
// asked for twice under the same key is the same conversation.
func (i *Ingest) Say(ctx context.Context, in Words) (assistant.Received, error) {
	if in.Seen < 0 {
		return assistant.Received{}, request.Malformed(assistant.Say("seen is not a position in the conversation."))
	}
	text, err := request.Clean(in.Text, "message", request.TextLimit)
	if err != nil {
		return assistant.Received{}, err
	}
	if text == "" && len(in.Files) == 0 {
		return assistant.Received{}, request.Malformed(assistant.Say("The message is empty."))
	}
	if err := i.CheckFocus(ctx, in.Agent, in.Project); err != nil {
		return assistant.Received{}, err
	}
	channel := in.Key
	if in.Conversation != "" {
		if _, err := i.Conversations.Conversation(ctx, i.Owner.Tenant.ID, in.Conversation); err != nil {
			return assistant.Received{}, request.Found(err, "conversation")
		}
		channel = string(in.Conversation)
	}
	return i.Inbox.Receive(ctx, assistant.Inbound{
		Tenant:       i.Owner.Tenant.ID,
		Place:        assistant.Place{Surface: assistant.SurfaceWeb, Channel: channel},
		Conversation: in.Conversation,
		From:         i.Owner.Identity(),
		Person:       i.Owner.Person.ID,
		Change:       assistant.ChangeSaid,
		Text:         text,
		Files:        in.Files,
		Key:          in.Key,
		Agent:        in.Agent,
		Project:      in.Project,
		Seen:         in.Seen,
		Replaces:     in.Replaces,
		Mentions:     in.Mentions,
	})
}

// CheckFocus refuses agents and projects that do not exist here.
func (i *Ingest) CheckFocus(ctx context.Context, a assistant.AgentID, p assistant.ProjectID) error {
	if a != "" {
		if _, ok := i.Owner.Agent(a); !ok {
			return request.Malformed(assistant.Say("There is no agent %s.", request.Shorten(string(a), 60)))
		}
	}
	if p == "" {
		return nil
	}
	_, err := i.Projects.Project(ctx, i.Owner.Tenant.ID, p)
	return request.Found(err, "project")
}
