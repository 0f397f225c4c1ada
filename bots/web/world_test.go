package web_test

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web"
)

const token = "a-token-nobody-would-guess"

// world is a small store, an inbox that appends, and a script that plays the supervisor. Only the tenant's own things
// are found in it.
type world struct {
	ids    *assistant.IDs
	tenant assistant.Tenant
	owner  assistant.Person
	now    func() time.Time

	mu            sync.Mutex
	conversations []assistant.Conversation
	log           map[assistant.ConversationID][]assistant.Message
	unsettled     map[assistant.MessageID]bool
	runs          map[assistant.RunID]assistant.RunView
	plans         map[assistant.PlanID]proposal
	asks          map[assistant.ClarificationID]question
	approvals     map[assistant.ApprovalID]assistant.ApprovalRecord
	projects      []assistant.Project
	secrets       map[assistant.ProjectID]assistant.Secrets
	use           assistant.ProjectUse // what hangs on a project
	remains       assistant.Sentence   // what stays of a deleted project
	kept          map[assistant.ConversationID]kept
	noticed       map[assistant.RunID]bool
	known         map[string]assistant.Received
	acts          []assistant.Act
	inbound       []assistant.Inbound
	listeners     map[chan assistant.News]assistant.ConversationID
	looks, reads  int   // at logs' heads, and of what they gained
	away          error // what every read answers while set
	people        []assistant.Profile
	grants        []assistant.Grant
	sessions      []signedIn
	codes         map[string]assistant.PersonID // that sign in
	addresses     map[string]assistant.PersonID // that are confirmed
	invitations   []invited
	changes       []string // to people, as they were asked for
	servers       []string
	set           assistant.Settings
	policies      []assistant.Policy
	standing      []assistant.StandingYes
	past          []assistant.StandingYes
	deferred      map[assistant.Waits]map[assistant.PersonID]time.Time
	handed        map[assistant.Waits][]assistant.Handed
	reaches       bool              // new addresses of projects are tried
	net           http.RoundTripper // by which sites are reached; nil for the machine's own
	delegations   []assistant.Delegation
	hidden        bool // the checklist is put away
	toured        []assistant.PersonID
	refusal       error // what changes to people are answered while set

	// turn is called, outside the lock, for everything that arrives.
	turn    func(assistant.Message)
	tooMuch bool   // the note is about a bound
	note    string // when set, acts do not take effect and say this
	execute func(assistant.ExecuteRequest) (assistant.ExecuteResult, error)
}

type proposal struct {
	plan         assistant.Plan
	conversation assistant.ConversationID
}

type question struct {
	clarification assistant.Clarification
	conversation  assistant.ConversationID
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return bareWorld()
}

func bareWorld() *world {
	w := &world{
		set: assistant.DefaultSettings(),
		ids: assistant.NewIDs(time.Now, rand.Reader), now: time.Now,
		log:       map[assistant.ConversationID][]assistant.Message{},
		unsettled: map[assistant.MessageID]bool{}, runs: map[assistant.RunID]assistant.RunView{},
		plans: map[assistant.PlanID]proposal{}, asks: map[assistant.ClarificationID]question{},
		kept: map[assistant.ConversationID]kept{}, noticed: map[assistant.RunID]bool{}, approvals: map[assistant.ApprovalID]assistant.ApprovalRecord{}, secrets: map[assistant.ProjectID]assistant.Secrets{},
		known: map[string]assistant.Received{}, listeners: map[chan assistant.News]assistant.ConversationID{},
	}
	w.tenant = assistant.Tenant{ID: assistant.NewID[assistant.TenantID](w.ids), Name: "Blue Harbour Studio"}
	w.owner = assistant.Person{ID: assistant.NewID[assistant.PersonID](w.ids), Tenant: w.tenant.ID, Name: "Robin", Role: assistant.RoleAdmin}
	w.projects = []assistant.Project{{
		ID: assistant.NewID[assistant.ProjectID](w.ids), Tenant: w.tenant.ID, Name: "Aquaverter", Slug: "aquaverter",
		Domain: "aquaverter.ca", Connections: []assistant.Connection{site.Folder()}, Language: "English", At: time.Now(),
	}}
	return w
}

func roster() []assistant.Agent {
	return []assistant.Agent{
		{ID: assistant.Chief, Name: "Hans", Title: "Chief AI Officer", Role: "Reads first, plans the work and checks the result.", Category: assistant.CategorySupervisor, Avatar: "🧭", Visible: true, Examples: []string{"Please create a new webpage called Services", "What can this team do?"}},
		{ID: assistant.GrowthLead, Name: "Dana", Title: "Growth Lead", Role: "Finds out how people find the site.", Category: assistant.CategoryLead, Avatar: "📈", Visible: true, Examples: []string{"Audit the home page for search"}},
		{ID: assistant.CreativeLead, Name: "Mak", Title: "Creative Lead", Role: "Gives words and looks a common voice.", Category: assistant.CategoryLead, Avatar: "🎨", Visible: true, Examples: []string{"Rewrite the opening of our About page"}},
		{ID: assistant.TechnicalLead, Name: "Iris", Title: "Technical Lead", Role: "Keeps hosting and integrations sound.", Category: assistant.CategoryLead, Avatar: "🛠️", Visible: true, Examples: []string{"Is our certificate about to expire?"}},
		{ID: assistant.WebEngineer, Name: "Nico", Title: "Web Engineer", Role: "Builds and changes pages.", Category: assistant.CategoryExecution, Avatar: "🧱", Visible: true, Examples: []string{"Change the phone number in the footer"}},
		{ID: assistant.ResearchAgent, Name: "Noor", Title: "Research Agent", Role: "Looks things up and names the source.", Category: assistant.CategoryUtility, Avatar: "🔎", Visible: true, Examples: []string{"Compare three booking tools"}},
	}
}

// surface makes the surface over the world, its answers held against their description.
func (w *world) surface(t *testing.T, change ...func(*web.Config)) http.Handler {
	t.Helper()
	s, err := web.New(w.config(t, change...))
	if err != nil {
		t.Fatal(err)
	}
	return asDescribed(t, s.Handler())
}

func (w *world) config(t *testing.T, change ...func(*web.Config)) web.Config {
	t.Helper()
	c := web.Config{
		Inbox: w, Conversations: w, History: w, Work: w, Approvals: w, Projects: w.editor(), People: w, Members: w, Grants: w, Sessions: w, Codes: w, Invitations: w, Settings: w, Traces: w, Rules: w, Tools: changing, Templates: useful(), Spaces: w, Pending: w, News: w, Executor: w,
		Tenant: w.tenant, Owner: w.owner, Token: token, Roster: bots.Always(roster()), Version: "test",
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Now: w.now, IDs: w.ids,
	}
	for _, f := range change {
		f(&c)
	}
	return c
}

func (w *world) serve(t *testing.T, change ...func(*web.Config)) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(w.surface(t, change...))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	return server
}

// start makes a conversation.
func (w *world) start(title string) assistant.ConversationID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.begin(title)
}

func (w *world) begin(title string) assistant.ConversationID {
	id := assistant.NewID[assistant.ConversationID](w.ids)
	w.conversations = append(w.conversations, assistant.Conversation{
		ID: id, Tenant: w.tenant.ID, Person: w.owner.ID, Title: title, Agent: assistant.Chief, StartedAt: w.now(), UpdatedAt: w.now(),
	})
	return id
}

// add appends a message, projects it a little, and tells the news.
func (w *world) add(c assistant.ConversationID, m assistant.Message) assistant.Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(c, m)
}

func (w *world) append(c assistant.ConversationID, m assistant.Message) assistant.Message {
	m.Tenant, m.Conversation, m.Seq = w.tenant.ID, c, int64(len(w.log[c]))+1
	if m.ID == "" {
		m.ID = assistant.NewID[assistant.MessageID](w.ids)
	}
	if m.At.IsZero() {
		m.At = w.now()
	}
	m.Slot = assistant.SlotOf(m)
	w.log[c] = append(w.log[c], m)
	if b, ok := m.Body.(assistant.PlanProposed); ok {
		w.plans[b.Plan.ID] = proposal{b.Plan, c}
	}
	if b, ok := m.Body.(assistant.Asked); ok {
		w.asks[b.Clarification.ID] = question{b.Clarification, c}
	}
	if b, ok := m.Body.(assistant.ApprovalRequested); ok {
		w.approvals[b.Approval.ID] = assistant.ApprovalRecord{Approval: b.Approval, Conversation: c, Status: assistant.ApprovalPending}
	}
	if b, ok := m.Body.(assistant.ApprovalDecided); ok {
		a := w.approvals[b.Approval]
		a.Status, a.DecidedBy = assistant.ApprovalApproved, m.Person
		w.approvals[b.Approval] = a
	}
	if b, ok := m.Body.(assistant.RunStarted); ok {
		w.runs[b.Run.ID] = assistant.RunView{Run: b.Run, Tasks: b.Tasks}
	}
	if b, ok := m.Body.(assistant.RunFinished); ok {
		v := w.runs[b.Run]
		v.Run.Status = b.Status
		w.runs[b.Run] = v
	}
	w.tell(assistant.News{Conversation: c})
	return m
}

func (w *world) tell(n assistant.News) {
	for ch, c := range w.listeners {
		if c == n.Conversation {
			select {
			case ch <- n:
			default: // news may be lost
			}
		}
	}
}

func (w *world) publish(n assistant.News) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tell(n)
}

// settle says that a message's mail has been handled.
func (w *world) settle(m assistant.MessageID, c assistant.ConversationID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.unsettled, m)
	w.tell(assistant.News{Conversation: c})
}

// unheard is how much news no listener has taken yet.
func (w *world) unheard(c assistant.ConversationID) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for ch, of := range w.listeners {
		if of == c {
			n += len(ch)
		}
	}
	return n
}

func (w *world) listening(c assistant.ConversationID) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, of := range w.listeners {
		if of == c {
			n++
		}
	}
	return n
}

func (w *world) lastAct(t *testing.T) assistant.Act {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.acts) == 0 {
		t.Fatal("nobody has done anything")
	}
	return w.acts[len(w.acts)-1]
}

func (w *world) Receive(_ context.Context, in assistant.Inbound) (assistant.Received, error) {
	w.mu.Lock()
	if got, ok := w.known[in.Key]; ok {
		w.mu.Unlock()
		got.Known = true
		return got, nil
	}
	first, theirs := w.versionOf(in)
	if !theirs {
		w.mu.Unlock()
		return assistant.Received{}, assistant.ErrNotTheirs
	}
	w.inbound = append(w.inbound, in)
	c := in.Conversation
	if c == "" {
		c = w.begin(in.Text[:min(len(in.Text), 60)])
		w.conversations[len(w.conversations)-1].Person = in.Person
	}
	m := w.append(c, assistant.Message{Author: assistant.AuthorUser, Person: in.Person, Kind: assistant.KindMessage, Content: in.Text, Body: assistant.Said{Files: in.Files, Mentions: in.Mentions, Replaces: first}})
	got := assistant.Received{Conversation: c, Message: m.ID, Person: in.Person, Seq: m.Seq}
	w.known[in.Key] = got
	w.unsettled[m.ID] = true
	turn := w.turn
	w.mu.Unlock()
	if turn != nil {
		turn(m)
	}
	return got, nil
}

// versionOf is the first version of what words are said instead of, where that is theirs.
func (w *world) versionOf(in assistant.Inbound) (assistant.MessageID, bool) {
	for _, m := range w.log[in.Conversation] {
		if said, ok := m.Body.(assistant.Said); ok && m.ID == in.Replaces && m.Person == in.Person && said.Background == "" {
			return cmp.Or(said.Replaces, m.ID), true
		}
	}
	return "", in.Replaces == ""
}

func (w *world) Act(_ context.Context, act assistant.Act) (assistant.Outcome, error) {
	w.mu.Lock()
	w.acts = append(w.acts, act)
	if w.note != "" {
		defer w.mu.Unlock()
		return assistant.Outcome{Note: w.note, TooMuch: w.tooMuch}, nil
	}
	m := w.append(act.Conversation, assistant.Message{Author: assistant.AuthorUser, Person: act.Person, Kind: assistant.KindStatus, Body: act.Body})
	turn := w.turn
	w.mu.Unlock()
	if turn != nil {
		turn(m)
	}
	return assistant.Outcome{Done: true, Conversation: act.Conversation, Message: m.ID}, nil
}

func (w *world) Execute(_ context.Context, r assistant.ExecuteRequest) (assistant.ExecuteResult, error) {
	return w.execute(r)
}

func (w *world) Listen(ctx context.Context, c assistant.ConversationID) <-chan assistant.News {
	ch := make(chan assistant.News, 16)
	w.mu.Lock()
	w.listeners[ch] = c
	w.mu.Unlock()
	context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.listeners, ch)
		close(ch)
	})
	return ch
}

func (w *world) ConversationsBefore(_ context.Context, _ assistant.TenantID, who assistant.PersonID, before assistant.ConversationID, limit int) ([]assistant.Conversation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := slices.Clone(w.conversations)
	if i := slices.IndexFunc(out, func(c assistant.Conversation) bool { return c.ID == before }); i >= 0 {
		out = out[:i]
	}
	out = slices.DeleteFunc(out, func(c assistant.Conversation) bool { return !w.partOf(who, c.ID) })
	slices.Reverse(out)
	return out[:min(limit, len(out))], w.away
}

func (w *world) Conversation(_ context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conversations {
		if c.ID == id && c.Tenant == t {
			return c, w.away
		}
	}
	return assistant.Conversation{}, assistant.ErrNotFound
}

func (w *world) Messages(_ context.Context, _ assistant.TenantID, id assistant.ConversationID, before int64, limit int) (assistant.Page, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var ms []assistant.Message
	for _, m := range w.log[id] {
		if before == 0 || m.Seq < before {
			ms = append(ms, m)
		}
	}
	page := assistant.Page{HasMore: len(ms) > limit}
	page.Messages = ms[max(0, len(ms)-limit):]
	if len(page.Messages) > 0 {
		page.Before = page.Messages[0].Seq
	}
	return page, w.away
}

func (w *world) MessagesAfter(_ context.Context, _ assistant.TenantID, id assistant.ConversationID, seq int64, limit int) ([]assistant.Message, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reads++
	if w.away != nil {
		return nil, w.away
	}
	ms := w.log[id]
	ms = ms[min(int(seq), len(ms)):]
	return slices.Clone(ms[:min(limit, len(ms))]), nil
}

func (w *world) Heads(_ context.Context, _ assistant.TenantID, ids []assistant.ConversationID) (map[assistant.ConversationID]int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.looks++
	if w.away != nil {
		return nil, w.away
	}
	heads := map[assistant.ConversationID]int64{}
	for _, id := range ids {
		heads[id] = int64(len(w.log[id]))
	}
	return heads, nil
}

func (w *world) SlotMessages(_ context.Context, _ assistant.TenantID, id assistant.ConversationID, s assistant.Slot) ([]assistant.Message, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []assistant.Message
	for _, m := range w.log[id] {
		if m.Slot == s {
			out = append(out, m)
		}
	}
	return out, nil
}

func (w *world) Slots(ctx context.Context, t assistant.TenantID, at []assistant.SlotAt) (out []assistant.SlotRead, err error) {
	for _, a := range at {
		ms, _ := w.SlotMessages(ctx, t, a.Conversation, a.Slot)
		c, err := w.Conversation(ctx, t, a.Conversation)
		if err == nil && len(ms) > 0 {
			out = append(out, assistant.SlotRead{SlotAt: a, Language: c.Language, Messages: ms})
		}
	}
	return out, nil
}

func (w *world) SlotsWithin(_ context.Context, _ assistant.TenantID, id assistant.ConversationID, from, to int64) ([]assistant.Message, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	touched := map[assistant.Slot]bool{}
	for _, m := range w.log[id] {
		if m.Seq >= from && m.Seq <= to {
			touched[m.Slot] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(w.log[id]), func(m assistant.Message) bool { return !touched[m.Slot] }), w.away
}

func (w *world) Settled(_ context.Context, _ assistant.TenantID, id assistant.MessageID) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.unsettled[id], nil
}

func (w *world) Run(_ context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	v, ok := w.runs[id]
	if !ok || t != w.tenant.ID {
		return v, assistant.ErrNotFound
	}
	return v, nil
}

func (w *world) Runs(_ context.Context, _ assistant.TenantID, id assistant.ConversationID) ([]assistant.RunView, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []assistant.RunView
	for _, v := range w.runs {
		if v.Run.Conversation == id {
			out = append(out, v)
		}
	}
	return out, nil
}

func (w *world) Plan(_ context.Context, _ assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, ok := w.plans[id]
	if !ok || p.plan.Version != version {
		return assistant.Plan{}, "", "", assistant.ErrNotFound
	}
	return p.plan, assistant.PlanOpen, p.conversation, nil
}

func (w *world) Clarification(_ context.Context, _ assistant.TenantID, id assistant.ClarificationID) (assistant.Clarification, assistant.ConversationID, assistant.PersonID, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	q, ok := w.asks[id]
	if !ok {
		return assistant.Clarification{}, "", "", false, assistant.ErrNotFound
	}
	return q.clarification, q.conversation, w.owner.ID, true, nil
}

func (w *world) Approvals(_ context.Context, _ assistant.TenantID) ([]assistant.ApprovalRecord, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []assistant.ApprovalRecord
	for _, a := range w.approvals {
		out = append(out, a)
	}
	return out, nil
}

func (w *world) Approval(_ context.Context, _ assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	a, ok := w.approvals[id]
	if !ok {
		return a, assistant.ErrNotFound
	}
	return a, nil
}

func (w *world) Projects(_ context.Context, _ assistant.TenantID) ([]assistant.Project, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.projects), w.away
}

func (w *world) Project(_ context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.Project, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.projects {
		if p.ID == id && p.Tenant == t {
			return p, nil
		}
	}
	return assistant.Project{}, assistant.ErrNotFound
}

func (w *world) Person(_ context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Person, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if t != w.tenant.ID {
		return assistant.Person{}, assistant.ErrNotFound
	}
	return w.person(id)
}

func (w *world) PeopleNamed(ctx context.Context, t assistant.TenantID, ids []assistant.PersonID) (map[assistant.PersonID]assistant.Person, error) {
	out := map[assistant.PersonID]assistant.Person{}
	for _, id := range ids {
		if p, err := w.Person(ctx, t, id); err == nil {
			out[id] = p
		}
	}
	return out, nil
}

// call sends a request with the token as a bearer token.
func call(t *testing.T, h http.Handler, method, path, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, f := range change {
		f(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// rehearses is a house where the offline model alone answers.
func rehearses(assistant.TenantID) bool { return true }
