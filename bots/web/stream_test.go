package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// event is one server-sent event.
type event struct{ id, name, data string }

// listen opens a stream and gives its events one after the other; stop closes it.
func listen(t *testing.T, server *httptest.Server, path string, headers ...string) (next func() event, stop func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { got.Body.Close() })
	if got.StatusCode != http.StatusOK || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/event-stream") {
		t.Fatalf("%s: %s %s", path, got.Status, got.Header.Get("Content-Type"))
	}
	return reader(t, got.Body), cancel
}

func reader(t *testing.T, body io.Reader) func() event {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	return func() event {
		t.Helper()
		var e event
		for lines.Scan() {
			key, value, _ := strings.Cut(lines.Text(), ": ")
			switch key {
			case "id":
				e.id = value
			case "event":
				e.name = value
			case "data":
				e.data += value + "\n"
			case "":
				if e.data != "" {
					return e
				}
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return e
	}
}

func said(text string) assistant.Message {
	return assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{}}
}

// TestALoneCarriageReturnMakesNoField: to an EventSource it ends a line as well.
func TestALoneCarriageReturnMakesNoField(t *testing.T) {
	w := newWorld(t)
	c := w.start("x")
	evil := "a\rid: 4611686018427387900\r\revent: slots\r\ndata: b\u2028id: 7\x0bid: 8\x85id: 9"
	w.add(c, assistant.Message{Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: evil, Body: assistant.Said{}})
	w.add(c, said(evil))
	server := w.serve(t)
	for _, path := range []string{"/panel/conversations/" + string(c) + "/stream?after=0", "/api/conversations/" + string(c) + "/events"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		cookie(t, w.surface(t))(r)
		got, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		raw := make([]byte, 0, 64<<10)
		for !strings.Contains(string(raw), "\n\n") {
			n, err := got.Body.Read(raw[len(raw):cap(raw)])
			if raw = raw[:len(raw)+n]; err != nil {
				t.Fatal(err)
			}
		}
		got.Body.Close()
		first, _, _ := strings.Cut(string(raw), "\n\n")
		if strings.Contains(first, "\r") {
			t.Errorf("%s sends a carriage return: %q", path, first)
		}
		for line := range strings.SplitSeq(first, "\n") {
			if field, value, _ := strings.Cut(line, ": "); field != "data" && (field != "id" || len(value) > 1) && line != "event: slots" {
				t.Errorf("%s sends the field %q", path, line)
			}
		}
	}
}

func TestEventsGoOnWhereTheClientLeft(t *testing.T) {
	w := newWorld(t)
	c := w.start("x")
	for i := range 300 {
		w.add(c, said("m"+strconv.Itoa(i+1)))
	}
	server := w.serve(t)
	path := "/api/conversations/" + string(c) + "/events"
	next, stop := listen(t, server, path)
	for i := range 300 {
		e := next()
		var m struct{ Content string }
		if err := json.Unmarshal([]byte(e.data), &m); err != nil || e.id != strconv.Itoa(i+1) || m.Content != "m"+e.id || e.name != "" {
			t.Fatalf("event %d is %+v (%v)", i+1, e, err)
		}
	}
	stop()
	w.add(c, said("while away"))
	next, _ = listen(t, server, path, "Last-Event-ID", "300")
	if e := next(); e.id != "301" {
		t.Fatalf("resumed at %+v", e)
	}
	eventually(t, "a listener", func() bool { return w.listening(c) > 0 })
	w.publish(draftNews(c, "so far and"))
	if e := next(); e.name != "draft" || e.id != "" || !strings.Contains(e.data, "so far") {
		t.Errorf("got %+v", e)
	}
	w.publish(activityNews(c, assistant.ActivityPlanning))
	if e := next(); e.name != "activity" || !strings.Contains(e.data, "planning") {
		t.Errorf("got %+v", e)
	}
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindSystem, Body: assistant.Briefed{}, Private: map[string]string{"secret": "x"}})
	w.add(c, said("live"))
	if e := next(); e.id != "303" || !strings.Contains(e.data, "live") {
		t.Errorf("got %+v", e)
	}
	if got := call(t, w.surface(t), "GET", path, "", func(r *http.Request) { r.Header.Set("Last-Event-ID", "x") }); got.Code != http.StatusBadRequest {
		t.Errorf("an odd position: %d", got.Code)
	}
}

// sink is a response that can be looked at while it is written.
type sink struct {
	*httptest.ResponseRecorder
	mu   sync.Mutex
	text strings.Builder
}

func (s *sink) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *sink) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func TestEventsComeWithoutNewsAndThroughAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		c := w.start("x")
		h := w.surface(t, func(cfg *web.Config) { cfg.News = nil })
		ctx, stop := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/conversations/"+string(c)+"/events", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		out := &sink{ResponseRecorder: httptest.NewRecorder()}
		go h.ServeHTTP(out, r)
		synctest.Wait()
		set := func(err error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.away = err
		}
		set(errors.New("the database is away"))
		w.add(c, said("quietly"))
		pass(2 * time.Second)
		if strings.Contains(out.String(), "quietly") {
			t.Error("read from a store that was away")
		}
		set(nil)
		pass(time.Second)
		if !strings.Contains(out.String(), "id: 1\n") {
			t.Errorf("a second later: %q", out)
		}
		pass(20 * time.Second)
		if !strings.Contains(out.String(), "\n: ") {
			t.Errorf("no sign of life: %q", out)
		}
		stop()
		synctest.Wait()
	})
}

// TestStreamsShareTheirReading: however many streams are open, one look a second tells whether anything is new, nothing is read
// while nothing is, and what is new is read once.
func TestStreamsShareTheirReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		h := w.surface(t, func(cfg *web.Config) { cfg.News = nil })
		ctx, stop := context.WithCancel(t.Context())
		conversations := []assistant.ConversationID{w.start("x"), w.start("y")}
		var outs []*sink
		for i := range 50 {
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/conversations/"+string(conversations[i%2])+"/events", nil)
			r.Header.Set("Authorization", "Bearer "+token)
			outs = append(outs, &sink{ResponseRecorder: httptest.NewRecorder()})
			go h.ServeHTTP(outs[i], r)
		}
		synctest.Wait()
		done := func() (looks, reads int) {
			w.mu.Lock()
			defer w.mu.Unlock()
			looks, reads = w.looks, w.reads
			w.looks, w.reads = 0, 0
			return looks, reads
		}
		done()
		pass(10 * time.Second)
		if looks, reads := done(); looks > 11 || reads > 0 {
			t.Errorf("in ten quiet seconds 50 streams looked %d times and read %d times", looks, reads)
		}
		w.add(conversations[0], said("something"))
		pass(2 * time.Second)
		if _, reads := done(); reads != 1 {
			t.Errorf("one message was read %d times", reads)
		}
		for i, out := range outs {
			if heard := strings.Count(out.String(), "something"); heard != 1-i%2 {
				t.Errorf("stream %d was told %d times", i, heard)
			}
		}
		stop()
		synctest.Wait()
		pass(10 * time.Second)
		if looks, reads := done(); looks+reads > 0 {
			t.Errorf("with no stream open it looked %d times and read %d times", looks, reads)
		}
	})
}

// TestNoStreamHidesTheLogFromAnother: a position that the log has not reached is its stream's own affair.
func TestNoStreamHidesTheLogFromAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		c := w.start("x")
		h := w.surface(t)
		ctx, stop := context.WithCancel(t.Context())
		open := func(query string) *sink {
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/conversations/"+string(c)+"/events"+query, nil)
			r.Header.Set("Authorization", "Bearer "+token)
			out := &sink{ResponseRecorder: httptest.NewRecorder()}
			go h.ServeHTTP(out, r)
			synctest.Wait()
			return out
		}
		ahead, here := open("?after=1000"), open("")
		for i := range 450 {
			w.add(c, said("m"+strconv.Itoa(i+1)))
		}
		pass(2 * time.Second)
		late := open("?after=440")
		if n := strings.Count(here.String(), "\ndata: ") + strings.Count(here.String(), "event: "); n != 450 {
			t.Errorf("told %d of 450 messages", n)
		}
		if n := strings.Count(late.String(), "id: "); n != 10 {
			t.Errorf("a late one is told %d of 10 messages", n)
		}
		if strings.Contains(ahead.String(), "id: ") {
			t.Errorf("the one that is ahead is told %q", ahead)
		}
		stop()
		synctest.Wait()
	})
}

// pass lets the bubble's clock go on.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func TestChatStreamsTheEventsOfTheSeed(t *testing.T) {
	w := newWorld(t)
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids)}
	task := assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Type: "run_audit", Parameters: json.RawMessage(`{"url":"/"}`)}
	w.turn = func(m assistant.Message) {
		go func() {
			c := m.Conversation
			eventually(t, "a listener", func() bool { return w.listening(c) > 0 })
			from := func(k assistant.Kind, text string, b assistant.Body) {
				w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: k, Content: text, Cause: m.ID, Body: b})
			}
			w.publish(draftNews(c, "Good mor"))
			w.publish(draftNews(c, "Good morning to"))
			eventually(t, "the drafts are heard, and the log has not outrun them", func() bool { return w.unheard(c) == 0 })
			from(assistant.KindThinking, "Checking", assistant.Thought{Phase: assistant.PhasePlanning})
			from(assistant.KindMessage, "Good day", assistant.Said{})
			from(assistant.KindMessage, "?", assistant.Asked{Clarification: assistant.Clarification{Questions: []assistant.Question{{Key: "k", Text: "Which?", Reason: "because", Options: []assistant.Option{{Value: "a", Label: "A"}}}}}})
			from(assistant.KindMessage, "Plan", assistant.PlanProposed{Plan: assistant.Plan{ID: "p", Version: 1, Title: "Plan"}})
			from(assistant.KindMessage, "May I?", assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", Tool: "create_page"}})
			from(assistant.KindStatus, "Run created", assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}})
			from(assistant.KindStatus, "", assistant.TaskStarted{Run: run.ID, Task: task.ID})
			from(assistant.KindStatus, "", assistant.TaskFinished{Run: run.ID, Task: task.ID, Status: assistant.TaskCompleted})
			from(assistant.KindMessage, "Oh", assistant.Failed{Problem: assistant.Problem{Message: assistant.Say("Oh"), Recovery: assistant.Say("Go on")}})
			w.settle(m.ID, c)
		}()
	}
	server := w.serve(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/api/assistant/chat", strings.NewReader(`{"messages":[{"role":"user","content":"hi"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", "text/event-stream")
	got, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	next := reader(t, got.Body)
	var names []string
	var all strings.Builder
	for {
		e := next()
		names = append(names, e.name)
		all.WriteString(e.data)
		if e.name == "done" {
			break
		}
	}
	want := []string{"conversation", "text_delta", "text_delta", "thinking", "text", "clarification_needed", "action_preview", "action_preview", "status", "tool_call", "tool_result", "error", "done"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	for _, part := range []string{`{"content":"Good"}`, `{"content":" morning"}`, `"question":"Which?","reason":"because","options":[{"value":"a","label":"A"}]`, `"tool":"run_audit","input":{"url":"/"}`, `"conversation_id":"` + string(w.conversations[0].ID)} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("no %s in\n%s", part, all.String())
		}
	}
}

// TestAStreamTakesItsConnectionWithIt: over HTTP/1.1 a browser reads on for seconds from a stream that its page has hung up on, unless
// the connection cannot be kept; over HTTP/2 the connection is everybody's.
func TestAStreamTakesItsConnectionWithIt(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	for major, closes := range map[int]bool{1: true, 2: false} {
		server := httptest.NewUnstartedServer(w.surface(t))
		server.EnableHTTP2 = major == 2
		server.StartTLS()
		t.Cleanup(server.Close)
		t.Cleanup(server.CloseClientConnections)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/conversations/"+string(s.conversation)+"/events", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		got, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != http.StatusOK || got.ProtoMajor != major || got.Close != closes {
			t.Errorf("HTTP/%d: %s, closes %v", got.ProtoMajor, got.Status, got.Close)
		}
	}
}

func TestPanelStreamSendsTheSlotsThatChanged(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	var session string
	call(t, h, "GET", "/", "", in, func(r *http.Request) { session = r.Header.Get("Cookie") })
	end := len(w.log[s.conversation])
	next, _ := listen(t, server, "/panel/conversations/"+string(s.conversation)+"/stream?after="+strconv.Itoa(end), "Cookie", session)
	if e := next(); e.name != "activity" || !strings.Contains(e.data, "Executing") {
		t.Fatalf("a run is going on: %+v", e)
	}
	w.add(s.conversation, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindStatus, Body: assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved}})
	e := next()
	cards, list, _ := strings.Cut(e.data, `<span id="waits"`)
	if e.name != "slots" || e.id != strconv.Itoa(end+1) || !strings.Contains(e.data, `id="slot-approval-`+string(s.approval)+`"`) || !strings.Contains(e.data, `hx-swap-oob="true"`) || strings.Contains(cards, "slot-plan") {
		t.Errorf("got %+v", e)
	}
	if !strings.Contains(list, `hx-swap-oob="true"`) {
		t.Errorf("the list of what waits is not drawn anew: %s", e.data)
	}
}
