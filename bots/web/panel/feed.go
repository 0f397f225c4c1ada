package panel

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

const feedPage = 100 // messages of a conversation shown at once

// feedView is the panel itself.
type feedView struct {
	pages.View

	Conversation assistant.Conversation
	Started      bool // there is a conversation to follow
	Agents       []assistant.Agent
	Agent        assistant.Agent // selected
	Projects     []assistant.Project
	Project      assistant.Project // in focus
	Past         pastView
	Waits        waitsView
	Slots        []slotView
	HasMore      bool
	Before       int64
	Pinned       bool                   // it is on top of the list
	Removed      assistant.Conversation // that was just taken out of the list; it can be brought back
	Earlier      bool                   // what is shown is not the newest: nothing is followed
	After        int64                  // the log up to here is on the page
	Key          string
	Examples     []string
	Text         string // words that were not taken and are given back
}

// Conversations lists and finds conversations. Another tenant's are [assistant.ErrNotFound].
type Conversations interface {
	// ListedConversations lists those that began before one of them, the newest first; where it names none, of all, and those
	// that are pinned beside them. Where somebody is named, here as below, those that they took part in.
	ListedConversations(ctx context.Context, t assistant.TenantID, who assistant.PersonID, before assistant.ConversationID, limit int) (pinned, newest []assistant.ConversationLine, err error)
	// SearchConversations finds those in which the words of a text were said.
	SearchConversations(ctx context.Context, t assistant.TenantID, who assistant.PersonID, text string, limit int) ([]assistant.ConversationFound, error)
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
}

// Projects lists projects.
type Projects interface {
	Projects(ctx context.Context, t assistant.TenantID) ([]assistant.Project, error)
}

// feed draws conversations, and what stands around them.
type feed struct {
	conversations Conversations
	history       History
	projects      Projects
	cards         *cards
	waits         *waits
	owner         *owner.Owner
	pages         *pages.Pages
	ids           *assistant.IDs
}

// conversation finds the conversation of the path.
func (f *feed) conversation(r *http.Request) (assistant.Conversation, error) {
	id, err := request.PathID[assistant.ConversationID](r, "conversation")
	if err != nil {
		return assistant.Conversation{}, err
	}
	c, err := f.conversations.Conversation(r.Context(), f.owner.Tenant.ID, id)
	return c, request.Found(err, "conversation")
}

// home shows the panel with no conversation yet.
func (f *feed) home(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	c := assistant.Conversation{Agent: assistant.AgentID(q.Get("agent")), Project: assistant.ProjectID(q.Get("project"))}
	return f.show(w, r, c, false)
}

func (f *feed) showConversation(w http.ResponseWriter, r *http.Request) error {
	c, err := f.conversation(r)
	if err != nil {
		return err
	}
	return f.show(w, r, c, true)
}

func (f *feed) show(w http.ResponseWriter, r *http.Request, c assistant.Conversation, started bool) error {
	v := feedView{View: f.pages.View("New conversation"), Conversation: c, Started: started, Key: f.ids.New()}
	before, err := request.Number(r, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	if err := f.surround(r, &v); err != nil {
		return err
	}
	if started {
		v.Title = titled(c)
		if err := f.fill(r.Context(), &v, before); err != nil {
			return err
		}
	}
	f.pages.Render(w, http.StatusOK, "feed", v)
	return nil
}

// surround fills what stands around the feed.
func (f *feed) surround(r *http.Request, v *feedView) error {
	ctx := r.Context()
	all, err := f.waits.all(ctx)
	if err != nil {
		return err
	}
	v.Waits = listed(all)
	v.View.Waits = len(all)
	if v.Past, err = f.list(r, v.Conversation.ID, in(all)); err != nil {
		return err
	}
	for _, l := range v.Past.Pinned {
		v.Pinned = v.Pinned || l.ID == v.Conversation.ID
	}
	if v.Removed, err = f.removed(r); err != nil {
		return err
	}
	if !v.Started && v.Conversation.Project == "" {
		v.Conversation.Project = v.Past.project()
	}
	if v.Projects, err = f.projects.Projects(ctx, f.owner.Tenant.ID); err != nil {
		return err
	}
	for _, p := range v.Projects {
		if p.ID == v.Conversation.Project || (v.Conversation.Project == "" && len(v.Projects) == 1) {
			v.Project = p
		}
	}
	v.Agents = f.owner.Seen()
	chosen, ok := f.owner.Agent(v.Conversation.Agent)
	if !ok {
		chosen, _ = f.owner.Agent(assistant.Chief)
	}
	v.Agent = chosen
	v.Examples = examples(v.Agents, chosen)
	return nil
}

// examples are the selected agent's prompts, and then one of each other agent's, six in all.
func examples(agents []assistant.Agent, chosen assistant.Agent) []string {
	out := append([]string{}, chosen.Examples...)
	for _, a := range agents {
		if a.ID != chosen.ID && len(a.Examples) > 0 {
			out = append(out, a.Examples[0])
		}
	}
	return out[:min(len(out), 6)]
}

// fill draws the newest stretch of the conversation, or the one before a position.
func (f *feed) fill(ctx context.Context, v *feedView, before int64) error {
	page, err := f.history.Messages(ctx, f.owner.Tenant.ID, v.Conversation.ID, before, feedPage)
	if err != nil {
		return err
	}
	v.HasMore, v.Before, v.Earlier = page.HasMore, page.Before, before > 0
	if n := len(page.Messages); n > 0 {
		v.After = page.Messages[n-1].Seq
	}
	whole := page.Messages
	if page.HasMore || v.Earlier {
		if whole, err = f.cards.whole(ctx, v.Conversation.ID, page.Messages); err != nil {
			return err
		}
	}
	v.Slots, err = f.cards.drawSlots(ctx, v.Conversation.Language, page.Messages, whole)
	return err
}

type olderView struct {
	Conversation assistant.ConversationID
	Slots        []slotView
	HasMore      bool
	Before       int64
}

// older draws what stands before the feed. A slot that goes on within the feed is there already.
func (f *feed) older(w http.ResponseWriter, r *http.Request) error {
	c, err := f.conversation(r)
	if err != nil {
		return err
	}
	before, err := request.Number(r, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	page, err := f.history.Messages(r.Context(), f.owner.Tenant.ID, c.ID, before, feedPage)
	if err != nil {
		return err
	}
	whole, err := f.cards.whole(r.Context(), c.ID, page.Messages)
	if err != nil {
		return err
	}
	v := olderView{Conversation: c.ID, HasMore: page.HasMore, Before: page.Before}
	v.Slots, err = f.cards.drawSlots(r.Context(), c.Language, page.Messages, ended(whole, before))
	if err != nil {
		return err
	}
	f.pages.Render(w, http.StatusOK, "older", v)
	return nil
}

// ended leaves out the slots that go on from a position on; 0 is none.
func ended(ms []assistant.Message, before int64) []assistant.Message {
	goesOn := map[assistant.Slot]bool{}
	for _, m := range ms {
		if before > 0 && m.Seq >= before {
			goesOn[slotOf(m)] = true
		}
	}
	return slices.DeleteFunc(ms, func(m assistant.Message) bool { return goesOn[slotOf(m)] })
}

// address is where a conversation is shown, at one of its slots where that is known.
func address(c assistant.ConversationID, element string) string {
	if element == "" {
		return "/c/" + string(c)
	}
	return "/c/" + string(c) + "#" + element
}

// version reads the version of a plan from a form.
func version(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 {
		return 0, request.Malformed("Say which version of the plan you have seen.")
	}
	return n, nil
}
