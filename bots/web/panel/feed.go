package panel

import (
	"context"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

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
	Started      bool            // there is a conversation to follow
	Roster       template.HTML   // the agents
	Agent        assistant.Agent // selected
	Projects     []assistant.Project
	Project      assistant.Project // in focus
	Past         pastView
	Slots        []slotView
	HasMore      bool
	Before       int64
	With         assistant.Sentence     // who else takes part
	Pinned       bool                   // it is on top of the list
	Removes      bool                   // the viewer may take it out of everybody's list
	Filed        assistant.Filing       // the viewer's folder
	Folders      []string               // that they have
	Listings     []listingLink          // that the list can show; none where it is always the same
	Removed      assistant.Conversation // that was just taken out of the list; it can be brought back
	Earlier      bool                   // what is shown is not the newest: nothing is followed
	After        int64                  // the log up to here is on the page
	Key          string
	Examples     []string
	Checklist    *checklistView      // nil where nothing of it is shown
	Offers       offers              // whom the message mentioned that leads here, and who were told nothing
	Offered      bool                // the tour is
	Sample       *designCard         // of a plan, while the tour is at it
	Words        string              // that stand in the box
	Replaces     assistant.MessageID // the message that they are a new version of; "" for none
	Unattached   bool                // there were files with them, which a page cannot attach
}

// Conversations lists and finds conversations. Another tenant's are [assistant.ErrNotFound].
type Conversations interface {
	// ListedConversations lists the conversations that began before the given one, newest first. Without a given one it starts with
	// the newest and includes the pinned ones. If a person is named, here as below, only their conversations are listed.
	ListedConversations(ctx context.Context, t assistant.TenantID, who assistant.PersonID, listing assistant.Listing, before assistant.ConversationID, limit int) (pinned, newest []assistant.ConversationLine, err error)
	// SearchConversations finds those in which the words of a text were said.
	SearchConversations(ctx context.Context, t assistant.TenantID, who assistant.PersonID, text string, limit int) ([]assistant.ConversationFound, error)
	// Overview reads a conversation with all that stands around it at once.
	Overview(ctx context.Context, t assistant.TenantID, look assistant.Look) (assistant.Overview, error)
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
	// Membership tells who takes part in one, and who of the team can be invited.
	Membership(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, most int) (assistant.Membership, error)
}

// feed draws conversations, and what stands around them.
type feed struct {
	conversations Conversations
	history       History
	cards         *cards
	waits         *Waits
	checklist     *Checklist // nil: nobody is shown one
	tours         TourKeeper // nil: nobody is shown around
	owner         *owner.Owner
	pages         *pages.Pages
	ids           *assistant.IDs
	now           func() time.Time
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
	return f.show(w, r, assistant.Conversation{Agent: assistant.AgentID(q.Get("agent")), Project: assistant.ProjectID(q.Get("project"))})
}

func (f *feed) showConversation(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.ConversationID](r, "conversation")
	if err != nil {
		return err
	}
	at, err := request.GivenID[assistant.MessageID](r.URL.Query().Get("at"), "message")
	if err != nil {
		return err
	}
	if at != "" {
		return f.leadTo(w, r, id, at)
	}
	return f.show(w, r, assistant.Conversation{ID: id})
}

// show draws a page from a single read: a conversation by id, or the panel without one.
func (f *feed) show(w http.ResponseWriter, r *http.Request, c assistant.Conversation) error {
	v := feedView{Conversation: c, Started: c.ID != ""}
	if v.Started {
		if err := f.editing(r, &v); err != nil {
			return err
		}
	}
	return f.draw(w, r, v)
}

func (f *feed) draw(w http.ResponseWriter, r *http.Request, v feedView) error {
	c := v.Conversation
	v.View, v.Key = f.pages.ViewWith(pages.WaitsView{}, "New conversation"), f.ids.New()
	v.Bare = !v.Started
	before, err := request.Number(r, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	seen, err := f.look(r, assistant.Look{Open: c.ID, Before: before, Entries: feedPage, Checklist: !v.Started && f.offersChecklist(), Tour: !v.Started && f.tours != nil})
	if err != nil {
		return err
	}
	v.Checklist = f.steps(seen)
	if v.Started {
		v.Conversation = seen.Open.Conversation
		v.Title = f.titled(v.Conversation)
		v.With = withOthers(f.owner.Person.ID, seen.Members)
	}
	if err := f.surround(r, &v, seen); err != nil {
		return err
	}
	if err := f.showAround(r, &v, seen); err != nil {
		return err
	}
	if v.Started {
		if err := f.fill(r, &v, seen, before); err != nil {
			return err
		}
		if v.Offers, err = f.offers(r.Context(), v.Conversation.ID, mentionedBy(r)); err != nil {
			return err
		}
	}
	f.pages.Render(w, http.StatusOK, "feed", v)
	return nil
}

// look reads what the viewer opens, with the requested part of the list of conversations.
func (f *feed) look(r *http.Request, look assistant.Look) (assistant.Overview, error) {
	past, err := request.GivenID[assistant.ConversationID](r.URL.Query().Get("past"), "conversation")
	if err != nil {
		return assistant.Overview{}, err
	}
	if look.Listing, err = f.listing(r); err != nil {
		return assistant.Overview{}, err
	}
	look.By, look.Past, look.Lines = f.owner.SeesOnly(), past, pastListed+1
	seen, err := f.conversations.Overview(r.Context(), f.owner.Tenant.ID, look)
	return seen, request.Found(err, "conversation")
}

// surround fills what stands around the feed.
func (f *feed) surround(r *http.Request, v *feedView, seen assistant.Overview) error {
	all, err := f.waits.theirs(r.Context(), seen.Waiting)
	if err != nil {
		return err
	}
	v.Waits = pages.ListedWaits(all)
	if v.Past, err = f.list(r, v.Conversation.ID, in(all), seen); err != nil {
		return err
	}
	v.Pinned, v.Filed, v.Folders = seen.Open.Pinned, seen.Filed, seen.Folders
	v.Removes = seen.Theirs || f.owner.Person.Role == assistant.RoleAdmin
	v.Listings = listings(v.Conversation.ID, v.Past.Listing, seen)
	if v.Removed, err = f.removed(r); err != nil {
		return err
	}
	if !v.Started && v.Conversation.Project == "" {
		v.Conversation.Project = v.Past.project()
	}
	v.Projects = seen.Projects
	for _, p := range v.Projects {
		if p.ID == v.Conversation.Project || (v.Conversation.Project == "" && len(v.Projects) == 1) {
			v.Project = p
		}
	}
	agents := f.owner.Seen()
	chosen, ok := f.owner.Agent(v.Conversation.Agent)
	if !ok {
		chosen, _ = f.owner.Agent(assistant.Chief)
	}
	v.Agent = chosen
	v.Examples = examples(agents, chosen)
	v.Roster, err = f.roster(agents, chosen)
	return err
}

// rosterView is what the list of agents is drawn from.
type rosterView struct {
	Agents []assistant.Agent
	Agent  assistant.Agent // selected
}

// roster draws the agents that the viewer may see. What they are offered with depends on whether a model answers just now; nothing else
// of an agent changes under the same id.
func (f *feed) roster(agents []assistant.Agent, chosen assistant.Agent) (template.HTML, error) {
	told := make(telling, 0, 256)
	told.texts(string(chosen.ID))
	for _, a := range agents {
		told.texts(string(a.ID))
		told.list(a.Examples)
	}
	text, err := f.pages.DrawOnce("agents", told.of(), func() any { return rosterView{agents, chosen} })
	return template.HTML(text), err // drawn by html/template
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

// fill draws the stretch of the conversation that was read: the newest, or the one before a position.
func (f *feed) fill(r *http.Request, v *feedView, seen assistant.Overview, before int64) error {
	ctx, in := r.Context(), talkOf(f.owner.Person.ID, seen.Slots)
	in.chosen = assistant.MessageID(r.URL.Query().Get("version"))
	page := seen.Log
	v.HasMore, v.Before, v.Earlier = page.HasMore, page.Before, before > 0
	if n := len(page.Messages); n > 0 {
		v.After = page.Messages[n-1].Seq
	}
	var err error
	v.Slots, err = f.cards.drawSlots(ctx, f.cards.namesBy(ctx, seen.Settings, v.Conversation.Language, seen.Slots), in, page.Messages, seen.Slots)
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
	id, err := request.PathID[assistant.ConversationID](r, "conversation")
	if err != nil {
		return err
	}
	before, err := request.Number(r, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	seen, err := f.look(r, assistant.Look{Open: id, Before: before, Entries: feedPage})
	if err != nil {
		return err
	}
	v := olderView{Conversation: id, HasMore: seen.Log.HasMore, Before: seen.Log.Before}
	names := f.cards.namesBy(r.Context(), seen.Settings, seen.Open.Language, seen.Slots)
	v.Slots, err = f.cards.drawSlots(r.Context(), names, talkOf(f.owner.Person.ID, seen.Slots), seen.Log.Messages, ended(seen.Slots, before))
	if err != nil {
		return err
	}
	f.pages.Render(w, http.StatusOK, "older", v)
	return nil
}

// ended are the messages without those of slots that go on from a position on; 0 is none.
func ended(ms []assistant.Message, before int64) []assistant.Message {
	goesOn := map[assistant.Slot]bool{}
	for _, m := range ms {
		if before > 0 && m.Seq >= before {
			goesOn[slotOf(m)] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(ms), func(m assistant.Message) bool { return goesOn[slotOf(m)] })
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
		return 0, request.Malformed(assistant.Say("Say which version of the plan you have seen."))
	}
	return n, nil
}
