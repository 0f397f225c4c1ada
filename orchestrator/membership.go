package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// membership is the subject of inviting somebody into a conversation, or of taking them out, with what the log says of it. Only who is
// signed in does either; that they act in the conversation themself is asked of every act, and storage asks the rest once more.
func (i *Inbox) membership(ctx context.Context, act assistant.Act, who assistant.PersonID) (subject, error) {
	if act.Person == "" || act.Conversation == "" {
		return subject{}, fmt.Errorf("change who takes part in %q: %w", act.Conversation, assistant.ErrNotFound)
	}
	by, err := i.store.Person(ctx, act.Tenant, act.Person)
	if err != nil {
		return subject{}, fmt.Errorf("read person %s: %w", act.Person, err)
	}
	of, err := i.store.Person(ctx, act.Tenant, who)
	if err != nil {
		return subject{}, fmt.Errorf("read person %s: %w", who, err)
	}
	s := subject{ref: string(of.ID), conversation: act.Conversation}
	switch b := act.Body.(type) { //nolint:gochecksumtype // the rest change nothing of it
	case assistant.MemberAdded:
		said := assistant.Say("%s invited %s.", by.Name, of.Name)
		b.Person, b.Said = of.ID, assistant.SaidAs("content", said)
		s.body, s.content = b, said.String()
	case assistant.MemberRemoved:
		said := assistant.Say("%s took %s out of the conversation.", by.Name, of.Name)
		if by.ID == of.ID {
			said = assistant.Say("%s left the conversation.", by.Name)
		}
		b.Person, b.Said = of.ID, assistant.SaidAs("content", said)
		s.body, s.content = b, said.String()
	}
	return s, nil
}

// mostMentioned bounds whom a message mentions.
const mostMentioned = 10

// mentioned are those whom words mention, as they are now: of the team, each once, but for whoever says it. Who is none of it is left out, and
// the words are taken all the same.
func (i *Inbox) mentioned(ctx context.Context, in assistant.Inbound) ([]assistant.PersonID, error) {
	var out []assistant.PersonID
	for _, id := range in.Mentions[:min(len(in.Mentions), mostMentioned)] {
		p, err := i.store.Person(ctx, in.Tenant, id)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
		case err != nil:
			return nil, fmt.Errorf("read who is mentioned: %w", err)
		case p.ID != in.Person && p.Role != assistant.RoleGuest && !slices.Contains(out, p.ID): // who has left is a guest
			out = append(out, p.ID)
		}
	}
	return out, nil
}
