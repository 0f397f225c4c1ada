package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// watched is the stream of an open page, from where the log ends now.
func watched(t *testing.T, w *world, h http.Handler, c assistant.ConversationID) *sink {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(func() { stop(); synctest.Wait() })
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/panel/conversations/"+string(c)+"/stream?after="+strconv.Itoa(len(w.log[c])), nil)
	w.as(t, w.owner)(r)
	out := &sink{ResponseRecorder: httptest.NewRecorder()}
	go h.ServeHTTP(out, r)
	synctest.Wait()
	return out
}

// TestAPageTellsThatARunIsAtWorkWhileItIs: while a task of it is in somebody's hands or may be taken up, and not once the run has ended,
// whatever it left open.
func TestAPageTellsThatARunIsAtWorkWhileItIs(t *testing.T) {
	for what, c := range map[string]struct {
		run  assistant.RunStatus
		task assistant.TaskStatus
		want bool
	}{
		"a task in somebody's hands":     {assistant.RunRunning, assistant.TaskInProgress, true},
		"a task that may be taken up":    {assistant.RunRunning, assistant.TaskOpen, true},
		"a task that is done":            {assistant.RunRunning, assistant.TaskCompleted, false},
		"a task that a stop left open":   {assistant.RunCancelled, assistant.TaskOpen, false},
		"a task that a failure left so":  {assistant.RunFailed, assistant.TaskInProgress, false},
		"what is left of a finished run": {assistant.RunCompleted, assistant.TaskOpen, false},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				conversation := w.start("x")
				run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: conversation, Status: c.run}
				w.add(conversation, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunStarted{Run: run, Tasks: []assistant.Task{{ID: "t", Status: c.task}}}})
				out := watched(t, w, w.surface(t), conversation)
				pass(2 * time.Second)
				if got := strings.Contains(out.String(), "Executing"); got != c.want {
					t.Errorf("it says so: %v, in %q", got, out)
				}
			})
		})
	}
}

// TestADraftStandsUntilTheTeamHasSpoken: what people say meanwhile, or what is thought, does not take it away; nor is the list of what
// waits sent with words that make nothing wait.
func TestADraftStandsUntilTheTeamHasSpoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		c := w.start("x")
		asks := func() {
			id := assistant.NewID[assistant.MessageID](w.ids)
			w.mu.Lock()
			w.unsettled[id] = true
			w.mu.Unlock()
			w.add(c, assistant.Message{ID: id, Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "hello", Body: assistant.Said{}})
		}
		asks()
		out := watched(t, w, w.surface(t), c)
		w.publish(draftNews(c, "so far"))
		for what, step := range []func(){
			func() {}, asks,
			func() {
				w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindThinking, Content: "Thinking", Body: assistant.Thought{}})
			},
		} {
			step()
			pass(2 * time.Second)
			if n := strings.Count(out.String(), "event: draft"); n != 1 {
				t.Errorf("after step %d the draft was sent or taken away %d times: %q", what, n, out)
			}
		}
		w.add(c, said("That is it."))
		synctest.Wait()
		pass(2 * time.Second)
		if n := strings.Count(out.String(), "event: draft"); n != 2 || !strings.Contains(out.String(), "That is it.") {
			t.Errorf("it still stands beside what was said: %q", out)
		}
		if strings.Contains(out.String(), `id="waits"`) {
			t.Errorf("the list of what waits is sent with words: %q", out)
		}
	})
}

// TestAQuietStreamGivesASignOfLifeNowAndThen: four times a minute, and not at every look.
func TestAQuietStreamGivesASignOfLifeNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		out := watched(t, w, w.surface(t), w.start("x"))
		pass(time.Minute)
		if n := strings.Count(out.String(), ": still here"); n < 3 || n > 6 {
			t.Errorf("%d in a minute: %q", n, out)
		}
	})
}
