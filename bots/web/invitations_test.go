package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// linkOf is the address that a page shows once.
func linkOf(t *testing.T, page string) string {
	t.Helper()
	m := regexp.MustCompile(`<input readonly value="http://[^/"]+([^"]+)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no link in %s", page)
	}
	return m[1]
}

// as signs somebody in.
func (w *world) as(t *testing.T, p assistant.Person) func(*http.Request) {
	t.Helper()
	secret := w.ids.Secret()
	if _, err := w.StartSession(t.Context(), w.tenant.ID, p.ID, secret, assistant.Browser{}); err != nil {
		t.Fatal(err)
	}
	return func(r *http.Request) {
		bare(r)
		r.AddCookie(&http.Cookie{Name: "aisteam_session", Value: secret})
	}
}

// TestAnInvitationThatIsSentTwiceIsOneLink: the same one is shown again, also after going back, until it is used; another name, another form and
// another session make another one.
func TestAnInvitationThatIsSentTwiceIsOneLink(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in, other := cookie(t, h), w.as(t, w.owner)
	key := w.ids.New()
	invite := func(as func(*http.Request), key, name string) string {
		t.Helper()
		code, _, page := fill(t, h, as, "/people/invitations", "name", name, "role", "member", "key", key)
		if code != http.StatusOK {
			t.Fatalf("%d %s", code, page)
		}
		return linkOf(t, page)
	}
	links := map[string]bool{}
	for range 3 {
		links[invite(in, key, "Anna")] = true
	}
	if len(links) != 1 || len(w.invitations) != 1 {
		t.Errorf("%d links of %d invitations", len(links), len(w.invitations))
	}
	for _, one := range []string{invite(in, key, "Ben"), invite(in, w.ids.New(), "Anna"), invite(other, key, "Anna"), invite(in, "", "Anna"), invite(in, "", "Anna")} {
		if links[one] {
			t.Error("another invitation has the link of one before")
		}
		links[one] = true
	}
}

func TestSomebodyIsInvitedAndComes(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	code, _, page := fill(t, h, in, "/people/invitations", "name", `<b>Anna</b>`, "role", "approver")
	if code != http.StatusOK || !strings.Contains(page, "&lt;b&gt;Anna") {
		t.Fatalf("%d %s", code, page)
	}
	link := linkOf(t, page)
	secret := link[strings.Index(link, "=")+1:]
	if again := call(t, h, "GET", "/people", "", in).Body.String(); strings.Contains(again, secret) || !strings.Contains(again, "&lt;b&gt;Anna") {
		t.Error("the link is shown again, or the invitation is not listed")
	}
	for range 3 { // a chat looks at the link before a person does
		got := call(t, h, "GET", link, "", bare)
		if page := got.Body.String(); got.Code != http.StatusOK || len(got.Result().Cookies()) > 0 || !strings.Contains(page, "Blue Harbour Studio invites you") || !strings.Contains(page, "an approver:") || !strings.Contains(page, "Robin") {
			t.Fatalf("%d %s", got.Code, page)
		}
	}
	body := "invitation=" + secret + "&name=Anna+Berg"
	asForm := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	if got := call(t, h, "POST", "/join", body, bare, asForm, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }); got.Code != http.StatusForbidden {
		t.Errorf("another site joins in somebody's name: %d", got.Code)
	}
	got := call(t, h, "POST", "/join", body, bare, asForm)
	c := got.Result().Cookies()
	if got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/" || len(c) != 1 || !c[0].HttpOnly {
		t.Fatalf("%d to %q with %v", got.Code, got.Header().Get("Location"), c)
	}
	anna := func(r *http.Request) { bare(r); r.AddCookie(&http.Cookie{Name: c[0].Name, Value: c[0].Value}) }
	if page := call(t, h, "GET", "/people", "", anna).Body.String(); !strings.Contains(page, "Anna Berg") || strings.Contains(page, "Invite somebody") {
		t.Errorf("her page: %s", page)
	}
	if got := call(t, h, "POST", "/join", body, bare, asForm); got.Code == http.StatusSeeOther || len(got.Result().Cookies()) > 0 || !strings.Contains(got.Body.String(), "cannot be used") {
		t.Errorf("a second time: %d", got.Code)
	}
	if page := call(t, h, "GET", "/people", "", in).Body.String(); strings.Contains(page, `id="invitation-`) || !strings.Contains(page, "has a login of their own") {
		t.Error("the invitation is still open, or the person is not there")
	}
}

func TestWhatSomebodyDoesIsDoneInTheirNameAndNoOthers(t *testing.T) {
	w := newWorld(t)
	w.turn = func(m assistant.Message) { w.settle(m.ID, m.Conversation) }
	h := w.surface(t)
	robin, anna := cookie(t, h), w.as(t, w.join("Anna", assistant.RoleApprover))
	c := w.start("Robin's")
	approval := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), Title: assistant.Say("Publish"), Tool: "publish_page"}
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: assistant.ApprovalRequested{Approval: approval}})
	if code, _, page := fill(t, h, anna, "/panel/approvals/"+string(approval.ID), "decision", "approved"); code != http.StatusSeeOther {
		t.Fatalf("%d %s", code, page)
	}
	if act := w.lastAct(t); act.Person != w.people[0].ID || act.From.External != string(w.people[0].ID) || act.From.Name != "Anna" {
		t.Errorf("it was done as %+v", act)
	}
	for in, want := range map[*func(*http.Request)]assistant.PersonID{&robin: w.owner.ID, &anna: w.people[0].ID} {
		if code, _, page := fill(t, h, *in, "/panel/messages", "text", "hello", "key", string(want)); code != http.StatusSeeOther {
			t.Fatalf("%d %s", code, page)
		}
		if last := w.inbound[len(w.inbound)-1]; last.Person != want || last.From.External != string(want) {
			t.Errorf("it was said as %+v", last)
		}
		got := call(t, h, "POST", "/api/assistant/chat", `{"messages":[{"id":"api-`+string(want)+`","role":"user","content":"hi"}]}`, *in)
		if last := w.inbound[len(w.inbound)-1]; last.Text != "hi" || last.Person != want {
			t.Errorf("%d: over the API it was said as %+v", got.Code, last)
		}
	}
	// The bearer of the token is its owner, whatever cookie comes along.
	call(t, h, "POST", "/api/assistant/chat", `{"messages":[{"id":"bearer","role":"user","content":"token"}]}`, anna, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) })
	if last := w.inbound[len(w.inbound)-1]; last.Text != "token" || last.Person != w.owner.ID {
		t.Errorf("the token spoke as %+v", last)
	}
}

func TestAMemberSeesTheirConversations(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	mia := w.join("Mia", assistant.RoleMember)
	in := w.as(t, mia)
	secretly := w.start("Salaries of everybody")
	w.add(secretly, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "zebra", Body: assistant.Said{}})
	hers := w.start("Opening hours")
	w.add(hers, assistant.Message{Author: assistant.AuthorUser, Person: mia.ID, Kind: assistant.KindMessage, Content: "zebra too", Body: assistant.Said{}})
	plan := assistant.Plan{ID: assistant.NewID[assistant.PlanID](w.ids), Version: 1, Title: "Raise"}
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: secretly, Status: assistant.RunRunning}
	ask := assistant.Clarification{ID: assistant.NewID[assistant.ClarificationID](w.ids)}
	approval := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), Title: assistant.Say("Pay")}
	for _, b := range []assistant.Body{assistant.PlanProposed{Plan: plan}, assistant.RunStarted{Run: run}, assistant.Asked{Clarification: ask}, assistant.ApprovalRequested{Approval: approval}} {
		w.add(secretly, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: b})
	}
	for _, path := range []string{"/", "/?q=zebra", "/waiting", "/api/conversations", "/api/assistant/actions", "/panel/find?q=zebra"} {
		if got := call(t, h, "GET", path, "", in); got.Code != http.StatusOK || strings.Contains(got.Body.String(), "Salaries") || strings.Contains(got.Body.String(), string(secretly)) {
			t.Errorf("%s shows what is not hers: %d", path, got.Code)
		}
	}
	for _, path := range []string{"/", "/?q=zebra", "/api/conversations"} {
		if !strings.Contains(call(t, h, "GET", path, "", in).Body.String(), string(hers)) {
			t.Errorf("%s does not show what is hers", path)
		}
	}
	of := string(secretly)
	for _, path := range []string{
		"/c/" + of, "/panel/conversations/" + of + "/older", "/panel/conversations/" + of + "/stream", "/api/conversations/" + of + "/messages",
		"/api/conversations/" + of + "/timeline", "/api/conversations/" + of + "/events", "/api/runs/" + string(run.ID),
	} {
		if got := call(t, h, "GET", path, "", in); got.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
	acts := len(w.acts)
	for _, c := range []struct{ path, fields string }{
		{"/panel/plans/" + string(plan.ID), "decision=approved&version=1"},
		{"/panel/approvals/" + string(approval.ID), "decision=approved"},
		{"/panel/clarifications/" + string(ask.ID), "text=yes"},
		{"/panel/runs/" + string(run.ID) + "/stop", ""},
		{"/panel/conversations/" + of, "do=remove"},
		{"/panel/messages", "text=hi&conversation=" + of},
		{"/panel/messages", "pressed=" + string(assistant.NewID[assistant.MessageID](w.ids)) + "&number=0&conversation=" + of},
	} {
		got := call(t, h, "POST", c.path, c.fields, in, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		if got.Code != http.StatusNotFound {
			t.Errorf("%s: %d %s", c.path, got.Code, got.Body)
		}
	}
	if len(w.acts) != acts {
		t.Errorf("something was done: %+v", w.acts[acts:])
	}
	// An approver is asked, and sees it.
	if got := call(t, h, "GET", "/c/"+of, "", w.as(t, w.join("Ann", assistant.RoleApprover))); got.Code != http.StatusOK {
		t.Errorf("an approver: %d", got.Code)
	}
}

func TestOnlyAdminsInviteAndARoleHoldsAtOnce(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	ada := w.join("Ada", assistant.RoleAdmin)
	in := w.as(t, ada)
	if code, _, page := fill(t, h, in, "/people/invitations", "name", "Bo", "role", "admin"); code != http.StatusOK || linkOf(t, page) == "" {
		t.Fatalf("an admin who was invited: %d", code)
	}
	for _, role := range []assistant.Role{assistant.RoleApprover, assistant.RoleMember} {
		w.people[0].Role = role
		for path, fields := range map[string][]string{
			"/people/invitations":                                         {"name", "Eve", "role", "member"},
			"/people/" + string(ada.ID) + "/login":                        {},
			"/people/invitations/" + string(w.invitations[0].ID) + "/end": {},
			"/settings/tenant":                                            {"approvalHours", "1", "planHours", "1"},
			"/people/" + string(ada.ID) + "/role":                         {"role", "admin"},
			"/settings/projects/" + string(w.projects[0].ID):              {"name", "Hers", "give.site", "folder"},
			"/settings/projects/" + string(w.projects[0].ID) + "/delete":  {},
		} {
			if code, _, page := fill(t, h, in, path, fields...); code != http.StatusForbidden {
				t.Errorf("%s at %s: %d %s", role, path, code, page)
			}
		}
		if page := call(t, h, "GET", "/settings", "", in).Body.String(); strings.Contains(page, `name="domain"`) || !strings.Contains(page, "Only an admin") {
			t.Errorf("%s: the settings show forms that are not theirs", role)
		}
	}
	w.people[0].Role = assistant.RoleGuest
	for _, path := range []string{"/", "/people", "/api/agents"} {
		if got := call(t, h, "GET", path, "", in); got.Code != http.StatusForbidden {
			t.Errorf("a guest at %s: %d", path, got.Code)
		}
	}
	if len(w.invitations) != 1 || w.invitations[0].over {
		t.Errorf("invitations changed: %+v", w.invitations)
	}
}

func TestSigningInElsewhereIsALinkOfOnesOwn(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	mia := w.join("Mia", assistant.RoleMember)
	code, _, page := fill(t, h, w.as(t, mia), "/sessions/elsewhere")
	if code != http.StatusOK {
		t.Fatal(code)
	}
	link := linkOf(t, page)
	at, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	if got := call(t, h, "GET", link, "", bare); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "Sign in as Mia") {
		t.Fatalf("the link shows %d %s", got.Code, got.Body)
	}
	if got := signIn(t, h, url.Values{"code": {at.Query().Get("code")}}); got.Code != http.StatusSeeOther || len(got.Result().Cookies()) != 1 {
		t.Fatalf("%d", got.Code)
	}
	if last := w.sessions[len(w.sessions)-1]; last.Person != mia.ID {
		t.Errorf("it signed in %s", last.Person)
	}
	if got := call(t, h, "GET", link, "", bare); got.Code != http.StatusUnauthorized {
		t.Errorf("a second time: %d", got.Code)
	}
}
