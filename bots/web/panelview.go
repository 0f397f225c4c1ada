package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

const (
	feedPage   = 100 // messages of a conversation shown at once
	pastListed = 40  // conversations
)

// view is what every page shows.
type view struct {
	Title     string
	Tenant    string
	Version   string
	Rehearsal bool
	SignedIn  bool
}

func (s *Surface) bare(title string) view {
	return view{Title: title, Tenant: s.Tenant.Name, Version: s.Version, Rehearsal: s.Rehearsal}
}

// feedView is the panel itself.
type feedView struct {
	view

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
	Earlier      bool  // what is shown is not the newest: nothing is followed
	After        int64 // the log up to here is on the page
	Key          string
	Examples     []string
	Text         string // words that were not taken and are given back
}

// pastView is a stretch of the list of conversations, the newest first.
type pastView struct {
	Listed []assistant.Conversation
	Before assistant.ConversationID // what is older than this is not listed yet; "" where nothing is
	Here   assistant.ConversationID // that is open
}

// past reads a stretch of the list.
func (s *Surface) past(ctx context.Context, before, here assistant.ConversationID) (pastView, error) {
	all, err := s.Conversations.ConversationsBefore(ctx, s.Tenant.ID, before, pastListed+1)
	v := pastView{Listed: all[:min(len(all), pastListed)], Here: here}
	if len(all) > pastListed {
		v.Before = v.Listed[pastListed-1].ID
	}
	return v, err
}

// morePast draws the next stretch of the list.
func (s *Surface) morePast(w http.ResponseWriter, r *http.Request) error {
	before, err := givenID[assistant.ConversationID](r.URL.Query().Get("before"), "conversation")
	if err != nil {
		return err
	}
	here, err := givenID[assistant.ConversationID](r.URL.Query().Get("here"), "conversation")
	if err != nil {
		return err
	}
	v, err := s.past(r.Context(), before, here)
	if err != nil {
		return err
	}
	s.pages.render(w, http.StatusOK, "past", v)
	return nil
}

// home shows the panel with no conversation yet.
func (s *Surface) home(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	c := assistant.Conversation{Agent: assistant.AgentID(q.Get("agent")), Project: assistant.ProjectID(q.Get("project"))}
	return s.showFeed(w, r, c, false)
}

func (s *Surface) showConversation(w http.ResponseWriter, r *http.Request) error {
	c, err := s.conversation(r)
	if err != nil {
		return err
	}
	return s.showFeed(w, r, c, true)
}

func (s *Surface) showFeed(w http.ResponseWriter, r *http.Request, c assistant.Conversation, started bool) error {
	v := feedView{view: s.bare("New conversation"), Conversation: c, Started: started, Key: s.IDs.New()}
	v.SignedIn = true
	past, err := givenID[assistant.ConversationID](r.URL.Query().Get("past"), "conversation")
	if err != nil {
		return err
	}
	before, err := number(r, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	if v.Past, err = s.past(r.Context(), past, c.ID); err != nil {
		return err
	}
	if err := s.surround(r.Context(), &v); err != nil {
		return err
	}
	if started {
		if v.Title = c.Title; v.Title == "" {
			v.Title = "Conversation"
		}
		if err := s.fill(r.Context(), &v, before); err != nil {
			return err
		}
	}
	s.pages.render(w, http.StatusOK, "feed", v)
	return nil
}

// surround fills what stands around the feed.
func (s *Surface) surround(ctx context.Context, v *feedView) error {
	var err error
	if v.Projects, err = s.Projects.Projects(ctx, s.Tenant.ID); err != nil {
		return err
	}
	if v.Waits.List, err = s.waits(ctx); err != nil {
		return err
	}
	for _, p := range v.Projects {
		if p.ID == v.Conversation.Project || (v.Conversation.Project == "" && len(v.Projects) == 1) {
			v.Project = p
		}
	}
	for _, a := range s.Roster {
		if a.Visible || a.ID == assistant.Chief {
			v.Agents = append(v.Agents, a)
		}
	}
	chosen, ok := s.agent(v.Conversation.Agent)
	if !ok {
		chosen, _ = s.agent(assistant.Chief)
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
func (s *Surface) fill(ctx context.Context, v *feedView, before int64) error {
	page, err := s.History.Messages(ctx, s.Tenant.ID, v.Conversation.ID, before, feedPage)
	if err != nil {
		return err
	}
	v.HasMore, v.Before, v.Earlier = page.HasMore, page.Before, before > 0
	if n := len(page.Messages); n > 0 {
		v.After = page.Messages[n-1].Seq
	}
	whole := s.stored(ctx, v.Conversation.ID)
	if !page.HasMore && !v.Earlier {
		whole = func(slot assistant.Slot) ([]assistant.Message, error) { return ofSlot(page.Messages, slot), nil }
	}
	v.Slots, err = s.drawSlots(ctx, page.Messages, whole)
	return err
}

func ofSlot(ms []assistant.Message, slot assistant.Slot) []assistant.Message {
	var out []assistant.Message
	for _, m := range ms {
		if slotOf(m) == slot {
			out = append(out, m)
		}
	}
	return out
}

type olderView struct {
	Conversation assistant.ConversationID
	Slots        []slotView
	HasMore      bool
	Before       int64
}

// older draws what stands before the feed. A slot that goes on within the feed is there already.
func (s *Surface) older(w http.ResponseWriter, r *http.Request) error {
	c, err := s.conversation(r)
	if err != nil {
		return err
	}
	before, err := number(r, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	page, err := s.History.Messages(r.Context(), s.Tenant.ID, c.ID, before, feedPage)
	if err != nil {
		return err
	}
	whole := s.stored(r.Context(), c.ID)
	v := olderView{Conversation: c.ID, HasMore: page.HasMore, Before: page.Before}
	v.Slots, err = s.drawSlots(r.Context(), page.Messages, func(slot assistant.Slot) ([]assistant.Message, error) {
		ms, err := whole(slot)
		if n := len(ms); n > 0 && before > 0 && ms[n-1].Seq >= before {
			return nil, err
		}
		return ms, err
	})
	if err != nil {
		return err
	}
	s.pages.render(w, http.StatusOK, "older", v)
	return nil
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
		return 0, malformed("Say which version of the plan you have seen.")
	}
	return n, nil
}
