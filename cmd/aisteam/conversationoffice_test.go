package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aisteam/aisteam/internal/servers"
)

type talkKeyType struct{}

var talkKey talkKeyType

// conversed is the state of one conversation of [TestConversations], with the office it is played in.
type conversed struct {
	*script

	env      func(*testing.T) []string
	model    *scriptedModel
	scripted bool   // it brings what the model says
	opening  string // what is said first
	alone    bool
	database string // of an office of its own; "" is the embedded one
	people   map[string]colleague
	task     string // the background task that was made last
}

// colleague is somebody else who is signed in.
type colleague struct {
	id     string
	client *http.Client
}

func talkOf(ts *testscript.TestScript) *conversed {
	o, _ := ts.Value(talkKey).(*conversed)
	return o
}

// officeOf is the state of a conversation that is alone in its office.
func officeOf(ts *testscript.TestScript) *conversed {
	o := talkOf(ts)
	if !o.alone {
		ts.Fatalf("only a conversation that begins with “alone” changes the office")
	}
	return o
}

func officeVerbs() map[string]verb {
	return map[string]verb{
		"alone": cmdAlone, "joins": cmdJoins, "cannot": cmdCannot, "always": cmdAlways, "rule": cmdRule, "setting": cmdSetting,
		"passes": cmdPasses, "restarts": cmdRestarts, "tell": cmdTell, "works": cmdWorks, "goes": cmdGoes,
		"task": cmdTask, "due": cmdDue, "hook": cmdHook,
	}
}

func cmdAlone(ts *testscript.TestScript, _ bool, args []string) {
	o := talkOf(ts)
	env := o.env(o.t)
	for _, line := range env {
		o.database, _ = strings.CutPrefix(line, "DATABASE_URL=")
	}
	if o.scripted {
		env = append(env, o.model.env()...)
	}
	c := newChild(scriptTB{o.t, ts}, append(env, args...)...)
	ts.Defer(c.kill)
	ts.Defer(func() { repeats(scriptTB{o.t, ts}, c) })
	c.startReady()
	o.child, o.alone, o.people = c, true, map[string]colleague{}
}

var (
	joinLink   = regexp.MustCompile(`value="[^"]*/join\?invitation=([^"]+)"`)
	personLine = regexp.MustCompile(`<li id="person-([^"]+)"><div class="who"><strong>([^<]*)</strong>`)
)

func cmdJoins(ts *testscript.TestScript, _ bool, args []string) {
	o, name := officeOf(ts), args[0]
	owner := o.browser(ts)
	o.opens(ts, owner, "/login", url.Values{"token": {testToken}})
	page := o.opens(ts, owner, "/people/invitations", url.Values{"name": {name}, "role": {args[1]}})
	link := joinLink.FindStringSubmatch(page)
	if link == nil {
		ts.Fatalf("there is no link for %s", name)
	}
	secret, err := url.QueryUnescape(html.UnescapeString(link[1]))
	ts.Check(err)
	guest := o.browser(ts)
	o.opens(ts, guest, "/join", url.Values{"invitation": {secret}, "name": {name}})
	for _, p := range personLine.FindAllStringSubmatch(o.opens(ts, owner, "/people", nil), -1) {
		if p[2] == name {
			o.people[name] = colleague{p[1], guest}
			return
		}
	}
	ts.Fatalf("%s is nobody", name)
}

func (o *conversed) person(ts *testscript.TestScript, name string) colleague {
	p, ok := o.people[name]
	if !ok {
		ts.Fatalf("%s has not joined", name)
	}
	return p
}

func (o *conversed) browser(ts *testscript.TestScript) *http.Client {
	jar, err := cookiejar.New(nil)
	ts.Check(err)
	return &http.Client{Jar: jar, Timeout: patience}
}

// opens opens a page, or posts a form.
func (o *conversed) opens(ts *testscript.TestScript, as *http.Client, path string, form url.Values) string {
	method := http.MethodGet
	if form != nil {
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(o.t.Context(), method, o.child.url(path), strings.NewReader(form.Encode()))
	ts.Check(err)
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := as.Do(req)
	ts.Check(err)
	defer res.Body.Close()
	page := readAll(res.Body)
	if res.StatusCode != http.StatusOK {
		ts.Fatalf("%s answers %d: %s", path, res.StatusCode, page)
	}
	return page
}

func cmdCannot(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	var answer json.RawMessage
	status := s.api(ts).call(http.MethodPost, "/api/approvals/"+s.asked(ts, args[0]), map[string]any{"decision": args[1]}, &answer)
	if want := strings.Join(args[2:], " "); status < 400 || status >= 500 || !strings.Contains(string(answer), want) {
		ts.Fatalf("it answers %d %s", status, answer)
	}
}

func cmdAlways(ts *testscript.TestScript, _ bool, args []string) {
	s := state(ts)
	s.posts(ts, "/api/approvals/"+s.asked(ts, args[0]), map[string]any{"decision": "approved", "always": true}, http.StatusOK)
}

// cmdTask makes a background task that tells its results in the conversation, and goes on in a way while the time before is at work.
func cmdTask(ts *testscript.TestScript, _ bool, args []string) {
	o, made := officeOf(ts), struct{ ID string }{}
	body := map[string]any{"prompt": args[0], "schedule": "every day at 9", "conversationId": o.conversation}
	if len(args) > 1 {
		body["overlap"] = args[1]
	}
	if status := o.api(ts).call(http.MethodPost, "/api/tasks", body, &made); status != http.StatusCreated {
		ts.Fatalf("the task is answered with %d", status)
	}
	o.task = made.ID
}

// cmdHook makes a background task that an event begins, and tells its hook of one.
func cmdHook(ts *testscript.TestScript, _ bool, args []string) {
	o := talkOf(ts)
	var made struct {
		ID   string
		Hook struct{ URL string }
	}
	body := map[string]any{"prompt": args[0], "conversationId": o.conversation, "event": map[string]any{"window": "1s"}}
	if status := o.api(ts).call(http.MethodPost, "/api/tasks", body, &made); status != http.StatusCreated {
		ts.Fatalf("the task is answered with %d", status)
	}
	o.task = made.ID
	_, token, _ := strings.Cut(made.Hook.URL, "/api/hooks/")
	if status := o.api(ts).call(http.MethodPost, "/api/hooks/"+token, json.RawMessage(args[1]), nil); status >= http.StatusMultipleChoices {
		ts.Fatalf("the event is answered with %d", status)
	}
}

// cmdDue lets the newest background task begin now.
func cmdDue(ts *testscript.TestScript, _ bool, _ []string) {
	o := officeOf(ts)
	o.posts(ts, "/api/tasks/"+o.task+"/run", nil, http.StatusOK)
}

func cmdRule(ts *testscript.TestScript, _ bool, args []string) {
	o, rule := officeOf(ts), args[1]
	for name, p := range o.people {
		rule = strings.ReplaceAll(rule, "%"+name+"%", p.id)
	}
	o.puts(ts, "/api/approvals/rules", map[string]any{"tool": args[0], "rule": json.RawMessage(rule)})
}

func cmdSetting(ts *testscript.TestScript, _ bool, args []string) {
	officeOf(ts).puts(ts, "/api/settings", json.RawMessage(args[0]))
}

func (o *conversed) puts(ts *testscript.TestScript, path string, body any) {
	var answer json.RawMessage
	if status := o.api(ts).call(http.MethodPut, path, body, &answer); status != http.StatusOK {
		ts.Fatalf("%s answers %d %s", path, status, answer)
	}
}

func cmdRestarts(ts *testscript.TestScript, _ bool, _ []string) {
	o := officeOf(ts)
	o.child.kill()
	o.child.startReady()
}

func cmdPasses(ts *testscript.TestScript, _ bool, args []string) {
	o := officeOf(ts)
	passed, err := time.ParseDuration(args[0])
	ts.Check(err)
	o.child.kill()
	if o.database != "" {
		c, err := pgx.Connect(o.t.Context(), servers.Superuser(o.database))
		ts.Check(err)
		defer c.Close(o.t.Context())
		ages(scriptTB{o.t, ts}, c, passed)
		_, err = c.Exec(o.t.Context(), `update pending_actions set body = jsonb_set(body::jsonb, '{expiresAt}', to_jsonb(expires_at)) where status = 'pending'`)
		ts.Check(err)
	} else {
		ts.Check(agesEmbedded(o.t, filepath.Join(o.child.data, "aisteam.db"), passed))
	}
	o.child.startReady()
}

// agesEmbedded is [ages] for the embedded database, whose times are numbers of microseconds, and whose other numbers are smaller.
func agesEmbedded(tb testing.TB, file string, passed time.Duration) error {
	tb.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	rows, err := db.QueryContext(tb.Context(), `select format('update "%w" set "%w" = "%w" - ? where "%w" > 1000000000000000', m.name, c.name, c.name, c.name)
		from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and lower(c.type) = 'integer'`)
	if err != nil {
		return fmt.Errorf("list what is a time: %w", err)
	}
	defer rows.Close()
	var changes []string
	for rows.Next() {
		var change string
		if err := rows.Scan(&change); err != nil {
			return fmt.Errorf("list what is a time: %w", err)
		}
		changes = append(changes, change)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list what is a time: %w", err)
	}
	const shown = `update pending_actions set body = json_set(body, '$.expiresAt', strftime('%Y-%m-%dT%H:%M:%fZ', expires_at / 1000000.0, 'unixepoch')) where status = 'pending'`
	for _, change := range changes {
		if _, err := db.ExecContext(tb.Context(), change, passed.Microseconds()); err != nil {
			return fmt.Errorf("%s: %w", change, err)
		}
	}
	if _, err := db.ExecContext(tb.Context(), shown); err != nil { // an action says until when it waits, too
		return fmt.Errorf("age what waits: %w", err)
	}
	return nil
}

func cmdTell(ts *testscript.TestScript, _ bool, args []string) {
	o, text := officeOf(ts), strings.Join(args, " ")
	a := o.api(ts)
	ended, begun := make(chan struct{}), o.conversation
	go func() {
		defer close(ended)
		o.child.posts(begun, text)
	}()
	ts.Defer(func() { <-ended })
	if o.conversation != "" {
		return
	}
	if err := until(o.t.Context(), patience, func() bool {
		var all struct{ Conversations []struct{ ID string } }
		a.call(http.MethodGet, "/api/conversations", nil, &all)
		for _, c := range all.Conversations {
			o.conversation = c.ID
		}
		return o.conversation != ""
	}); err != nil {
		ts.Fatalf("no conversation begins: %v", err)
	}
}

// posts says something, whatever comes of it: who waits for it looks at the conversation.
func (c *child) posts(conversation, text string) {
	raw, err := json.Marshal(map[string]any{"conversationId": conversation, "messages": []any{map[string]string{"role": "user", "content": text}}})
	if err != nil {
		return
	}
	req, err := http.NewRequestWithContext(c.tb.Context(), http.MethodPost, c.url("/api/assistant/chat"), strings.NewReader(string(raw)))
	if err != nil {
		return
	}
	req.Header.Set("Authorization", "Bearer "+testToken)
	req.Header.Set("Content-Type", "application/json")
	if res, err := http.DefaultClient.Do(req); err == nil {
		_ = res.Body.Close()
	}
}

func cmdWorks(ts *testscript.TestScript, _ bool, _ []string) {
	o := talkOf(ts)
	if err := until(o.t.Context(), patience, func() bool { return o.model.pondering(o.opening) }); err != nil {
		ts.Fatalf("the model is not at work: %v", err)
	}
}

func cmdGoes(ts *testscript.TestScript, _ bool, _ []string) {
	o := talkOf(ts)
	close(o.model.goesOn(o.opening))
}
