package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web"
)

// target is the panel and the API over a small world, in which nothing takes long.
type target struct {
	*world

	handler http.Handler
	ids     map[string]string // of what there is, by what stands for it in a path
	files   *fileShelf
}

// fileShelf keeps files.
type fileShelf struct{ kept []assistant.KeptFile }

func (s *fileShelf) SaveFile(_ context.Context, f assistant.KeptFile) error {
	s.kept = append(s.kept, f)
	return nil
}

func (s *fileShelf) File(context.Context, assistant.TenantID, assistant.FileID) (assistant.KeptFile, error) {
	return assistant.KeptFile{}, assistant.ErrNotFound
}

func newTarget(f *testing.F) *target {
	f.Helper()
	to := &target{world: bareWorld(), files: &fileShelf{}}
	s := tell(to.world, "")
	s2, err := web.New(web.Config{
		Inbox: to.world, Conversations: to.world, History: to.world, Work: to.world, Approvals: to.world, Projects: to.editor(), People: to.world,
		Members: to.world, Grants: to.world, Sessions: to.world, Files: to.files, Tenant: to.tenant, Owner: to.owner, Token: token, Roster: bots.Always(roster()), Version: "test",
		Log: slog.New(slog.DiscardHandler), Now: time.Now, IDs: to.world.ids,
	})
	if err != nil {
		f.Fatal(err)
	}
	to.handler = s2.Handler()
	to.ids = map[string]string{"conversation": string(s.conversation), "approval": string(s.approval), "project": string(to.projects[0].ID)}
	for id := range to.plans {
		to.ids["plan"] = string(id)
	}
	for id := range to.asks {
		to.ids["ask"] = string(id)
	}
	for id := range to.runs {
		to.ids["run"] = string(id)
	}
	return to
}

// clear forgets what was done before.
func (x *target) clear() {
	x.acts, x.inbound, x.changes, x.files.kept = nil, nil, nil, nil
	clear(x.known)
	clear(x.unsettled)
	x.note = "not now"
}

// send sends a request in the owner's name. Whatever it is, it is our answer and no breakdown.
func (x *target) send(t *testing.T, method, path, kind string, body []byte, change func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	x.clear()
	r := httptest.NewRequestWithContext(context.Background(), method, "/", bytes.NewReader(body))
	r.URL.Path = path
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header["Content-Type"] = []string{kind}
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	x.handler.ServeHTTP(w, r)
	if w.Code >= http.StatusInternalServerError && w.Code != http.StatusNotImplemented {
		t.Errorf("%s %s is answered %d: %.300s", method, path, w.Code, w.Body)
	}
	if !utf8.Valid(w.Body.Bytes()) {
		t.Errorf("%s %s: not UTF-8", method, path)
	}
	for _, in := range x.inbound {
		if in.Key == "" || in.Person != x.owner.ID || utf8.RuneCountInString(in.Text) > 16_000 || strings.Contains(in.Text, "\x00") || !utf8.ValidString(in.Text) {
			t.Errorf("taken: %+v", in)
		}
	}
	for _, a := range x.acts {
		if a.Body == nil || a.Person != x.owner.ID {
			t.Errorf("done: %+v", a)
		}
	}
	return w
}

// FuzzAPI sends anything to the routes that take JSON: what is refused is refused in plain words, and leaves nothing.
func FuzzAPI(f *testing.F) {
	to := newTarget(f)
	paths := []string{
		"/api/assistant/actions/" + to.ids["approval"] + "/approve", "/api/approvals/" + to.ids["approval"], "/api/plans/" + to.ids["plan"] + "/decide",
		"/api/clarifications/" + to.ids["ask"] + "/answer", "/api/projects/" + to.ids["project"], "/api/assistant/chat", "/api/presses",
	}
	for i, s := range []string{
		`{"note":"fine"}`, `{"decision":"approved","arguments":{"title":"x"}}`, `{"decision":"changes","version":1,"note":"shorter"}`, `{"values":{"audience":"all"},"text":"you choose"}`,
		`{"name":"x","wordpress":{"url":"https://u:p@x.example","user":"a","password":"b"},"allowedTaskTypes":["run_audit"]}`, `{"messages":[{"role":"assistant","content":"x"}]}`,
	} {
		f.Add(uint8(i), []byte(s))
	}
	for i := range paths {
		for _, s := range []string{``, `null`, `[]`, `{"decision":5}`, "{\"note\":\"\xff\"}", `{"note":"` + strings.Repeat("n", 4001) + `"}`, `{"version":1e99}`, `{"values":{"\u0000":""}}`} {
			f.Add(uint8(i), []byte(s)) // few
		}
	}
	f.Fuzz(func(t *testing.T, route uint8, body []byte) {
		path, method := paths[int(route)%len(paths)], http.MethodPost
		if strings.HasPrefix(path, "/api/projects") {
			method = http.MethodPut
		}
		if strings.HasSuffix(path, "/chat") && bytes.Contains(body, []byte(`user`)) {
			return // it would wait for its turn
		}
		w := to.send(t, method, path, "application/json", body, nil)
		if !json.Valid(w.Body.Bytes()) {
			t.Errorf("answered %q", w.Body)
		}
		var said struct {
			Error struct{ Category, Message, Recovery, ID string }
		}
		if w.Code >= 400 && (json.Unmarshal(w.Body.Bytes(), &said) != nil || said.Error.Message == "" || said.Error.Recovery == "" || said.Error.ID == "") {
			t.Errorf("%d says %s", w.Code, w.Body)
		}
		if w.Code == http.StatusBadRequest && len(to.acts)+len(to.inbound) > 0 {
			t.Errorf("refused, and done all the same: %q", body)
		}
		p := to.projects[0]
		if utf8.RuneCountInString(p.Name) > 200 || p.Name == "" || strings.Contains(site.AddressOf(p), "//u:p@") {
			t.Errorf("kept %+v", p)
		}
	})
}

// FuzzForms does the same for the panel's forms, with and without a script, and what they show is harmless.
func FuzzForms(f *testing.F) {
	to := newTarget(f)
	paths := []string{
		"/panel/approvals/" + to.ids["approval"], "/panel/plans/" + to.ids["plan"], "/panel/clarifications/" + to.ids["ask"], "/panel/runs/" + to.ids["run"] + "/stop",
		"/settings/projects/" + to.ids["project"], "/settings/projects", "/people/link", "/people/unlink", "/people/grants", "/people/grants/remove", "/people/" + string(to.owner.ID) + "/role", "/panel/messages",
	}
	in := session(f, to.handler)
	for i := range paths {
		for _, s := range []string{
			"decision=approved&version=1&note=x", "decision=changes&version=1&note=%3Cscript%3E", "q.audience=all&own.language=fr&text=", "surface=slack&group=S0123&role=approver", "surface=discord&space=1&group=%3C%40%265%3E&role=admin",
			"role=owner", "code=ACDE-FGHJ", "name=x&give.site=wordpress&wordpress.url=javascript:alert(1)", "text=hi&conversation=x", "text=hi&key=%00", "%zz", "a;b", "", "name=%ff",
		} {
			f.Add(uint8(i), []byte(s), i%2 == 0) // few
		}
	}
	f.Fuzz(func(t *testing.T, route uint8, body []byte, script bool) {
		path := paths[int(route)%len(paths)]
		w := to.send(t, http.MethodPost, path, "application/x-www-form-urlencoded", body, func(r *http.Request) {
			in(r)
			if script {
				r.Header.Set("HX-Request", "true")
			}
		})
		harmless(t, path, w.Body.String())
		if w.Code == http.StatusBadRequest && len(to.acts)+len(to.inbound)+len(to.changes) > 0 {
			t.Errorf("refused, and done all the same: %q", body)
		}
		if to := w.Header().Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//")) {
			t.Errorf("sent on to %q", to)
		}
	})
}

// FuzzUploads sends anything as the form of the message box: what is kept is bounded and has a plain name.
func FuzzUploads(f *testing.F) {
	to := newTarget(f)
	in := session(f, to.handler)
	for _, s := range []string{
		"--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhello\r\n--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"../../etc/a\u202etxt.exe\"\r\n\r\nbytes\r\n--b--\r\n",
		"--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\"\r\n\r\n\r\n--b--\r\n", "--b\r\nContent-Disposition: form-data; name=\"files\"; filename*=utf-8''%ff%00\r\n\r\nx\r\n--b--",
		"--b\r\n\r\n", "--b--", "", strings.Repeat("--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\nx\r\n", 12) + "--b--\r\n",
	} {
		f.Add("multipart/form-data; boundary=b", []byte(s))
	}
	f.Add("multipart/mixed; boundary=b", []byte("--b--"))
	f.Add("multipart/form-data", []byte("x"))
	f.Add("text/plain; charset=\"", []byte("text=x"))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		w := to.send(t, http.MethodPost, "/panel/messages", kind, body, in)
		harmless(t, "an answer", w.Body.String())
		for _, k := range to.files.kept {
			if k.Name == "" || utf8.RuneCountInString(k.Name) > 200 || strings.ContainsAny(k.Name, "/\\\x00\n\u202e") || !utf8.ValidString(k.Name) || len(k.Bytes) > assistant.MaxFileBytes {
				t.Errorf("kept %q with %d bytes", k.Name, len(k.Bytes))
			}
		}
		if len(to.files.kept) > assistant.MaxFiles+1 || len(to.inbound) > 0 && len(to.inbound[0].Files) > assistant.MaxFiles {
			t.Errorf("%d files", len(to.files.kept))
		}
	})
}

// FuzzDoors tries to come in with any cookie, any bearer and any address: nobody does.
func FuzzDoors(f *testing.F) {
	to := newTarget(f)
	for _, s := range []string{"", "99999999999.0000", "Bearer " + token[:5], token + "x", "9999999999." + strings.Repeat("0", 64), "a=b; aisteam_session=1", "\x00\xff"} {
		f.Add(s, s, "/", s)
		f.Add(s, s, "/api/agents", s)
	}
	f.Fuzz(func(t *testing.T, cookie, bearer, path, query string) {
		if strings.Contains(bearer+query, token) || strings.HasPrefix(path, "/assets/") || strings.HasPrefix(path, "/login") || strings.HasPrefix(path, "/logout") {
			return
		}
		r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/", http.NoBody)
		r.URL.Path, r.URL.RawQuery = "/"+strings.TrimLeft(path, "/"), query
		r.Header["Cookie"], r.Header["Authorization"] = []string{"aisteam_session=" + cookie}, []string{bearer}
		w := httptest.NewRecorder()
		to.handler.ServeHTTP(w, r)
		if w.Code == http.StatusOK || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%q is answered %d to %q and %q: %.200s", r.URL, w.Code, cookie, bearer, w.Body)
		}
		if to := w.Header().Get("Location"); strings.HasPrefix(to, "//") || strings.Contains(to, "://") {
			t.Errorf("sent on to %q", to)
		}
	})
}

// FuzzQueries asks for pages of history and positions of streams that do not exist.
func FuzzQueries(f *testing.F) {
	to := newTarget(f)
	for _, s := range []string{"", "before=5&limit=2", "before=-1", "limit=999999999999999999999", "limit=0", "after=1", "%zz", "limit=1e3", "before=%00"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, query, last string) {
		for _, path := range []string{"/messages", "/timeline"} {
			w := to.send(t, http.MethodGet, "/api/conversations/"+to.ids["conversation"]+path, "", nil, func(r *http.Request) { r.URL.RawQuery = query })
			if !json.Valid(w.Body.Bytes()) {
				t.Errorf("%s?%s: %d %.200s", path, query, w.Code, w.Body)
			}
		}
		over, cancel := context.WithCancel(context.Background())
		cancel() // a stream to nobody
		w := to.send(t, http.MethodGet, "/api/conversations/"+to.ids["conversation"]+"/events", "", nil, func(r *http.Request) {
			*r = *r.WithContext(over)
			r.URL.RawQuery = query
			r.Header["Last-Event-Id"] = []string{last}
		})
		if w.Code != http.StatusOK && w.Code != http.StatusBadRequest {
			t.Errorf("events?%s after %q: %d", query, last, w.Code)
		}
	})
}

// FuzzMarkdown shows whatever a model writes: nothing in it runs, loads or leads astray.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{evil, "**a** `b`", "```\nx", "<svg/onload=alert(1)>", "[x](JaVaScRiPt:alert(1))", "[x](//evil)", "![a](data:text/html,x)", "| a |\n|-|\n| <b> |", "<https://x.example>", "[x]:\tjavascript:a\n[x]", "\xff\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { harmless(t, "markdown", web.MarkdownHTML(s)) })
}

// session signs a browser in.
func session(tb testing.TB, h http.Handler) func(*http.Request) {
	tb.Helper()
	c := signIn(tb, h, url.Values{"token": {token}}).Result().Cookies()
	if len(c) != 1 {
		tb.Fatal("no session")
	}
	return func(r *http.Request) {
		r.Header.Del("Authorization")
		r.AddCookie(&http.Cookie{Name: c[0].Name, Value: c[0].Value})
	}
}
