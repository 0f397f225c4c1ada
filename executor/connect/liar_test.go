package connect_test

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/packs/posts"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// liar stands before a real site and tells one lie: in the answer to the request of that number. The site itself has done what it
// was asked.
type liar struct {
	*httptest.Server

	mu    sync.Mutex
	lie   func(*http.Response)
	at    int
	asked []string // by which methods
}

func newLiar(t *testing.T, s *wordpresskit.Site) *liar {
	t.Helper()
	to, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	l := &liar{}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(answer *http.Response) error {
			l.mu.Lock()
			defer l.mu.Unlock()
			if answer.Request.Method == http.MethodHead {
				return nil
			}
			if l.asked = append(l.asked, answer.Request.Method); len(l.asked)-1 == l.at {
				l.lie(answer)
			}
			return nil
		},
	}
	l.Server = httptest.NewServer(proxy)
	t.Cleanup(l.Close)
	return l
}

// lies tells the lie at a request from now on, and counts anew.
func (l *liar) lies(at int, lie func(*http.Response)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.lie, l.asked = at, lie, nil
}

func (l *liar) heard() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asked
}

// instead replaces an answer's body.
func instead(answer *http.Response, kind string, body []byte) {
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	answer.Header.Set("Content-Length", strconv.Itoa(len(body)))
	answer.Header.Set("Content-Type", kind)
}

var idForm = regexp.MustCompile(`"id":(\d+)`)

func lies() map[string]func(*http.Response) {
	return map[string]func(*http.Response){
		"a page for an answer": func(a *http.Response) {
			instead(a, "text/html", []byte("<!doctype html><title>Welcome</title><h1>Just a moment</h1>"))
		},
		"nothing for an answer": func(a *http.Response) { instead(a, "application/json", []byte("null")) },
		"another kind of thing": func(a *http.Response) {
			instead(a, "application/json", []byte(`{"id":"seven","slug":["x"],"title":7,"content":{"raw":{}}}`))
		},
		"other numbers": func(a *http.Response) {
			raw, _ := io.ReadAll(a.Body)
			instead(a, "application/json", idForm.ReplaceAll(raw, []byte(`"id":9$1`)))
		},
		"go and ask somebody else": func(a *http.Response) {
			a.StatusCode = http.StatusFound
			a.Header.Set("Location", "http://localhost:1/")
			instead(a, "text/plain", nil)
		},
		"more than anybody reads": func(a *http.Response) {
			instead(a, "application/json", []byte(`[{"content":{"raw":"`+strings.Repeat("x", 9<<20)+`"}}]`))
		},
	}
}

// TestASiteThatLiesIsNotBelieved: whatever a site says in one of its answers, nothing is changed that was not approved, nothing is
// half changed, and a write whose answer is a lie is known for one that may have happened.
func TestASiteThatLiesIsNotBelieved(t *testing.T) {
	t.Parallel()
	s := wordpresskit.ForTest(t)
	folder, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Do(t.Context(), `
wp_insert_post(wp_slash(['post_type' => 'page', 'post_title' => 'Truth', 'post_name' => 'truth', 'post_status' => 'publish', 'post_content' => `+quoted(inBlocks)+`]));
wp_insert_post(wp_slash(['post_type' => 'post', 'post_title' => 'True news', 'post_name' => 'true-news', 'post_status' => 'publish', 'post_content' => 'x']));`); err != nil {
		t.Fatal(err)
	}
	l := newLiar(t, s)
	w := onBlog(t, &wordpresskit.Site{URL: l.URL, User: s.User, Password: s.Password}, folder)
	tasks := map[assistant.TaskType]any{
		"update_content_block": packsite.UpdateContentBlock{Slug: "truth", Block: "paragraph", Text: "Anew."},
		posts.TaskUpdate:       posts.UpdatePost{Post: "true-news", Title: "False news"},
	}
	start, asked := exported(t, s), map[assistant.TaskType][]string{}
	for task, arguments := range tasks {
		asked[task] = lieAt(t, w, s, l, start, task, w.call(t, "task:honest"+string(task)+"/0", arguments), -1, nil)
		if len(asked[task]) < 3 {
			t.Errorf("%s asks %d times: it is not done at all", task, len(asked[task]))
		}
	}
	all := lies() //nolint:bodyclose // there is no answer yet
	for name, at := range told(t, slices.Sorted(maps.Keys(all)), asked) {
		t.Run(name, func(t *testing.T) {
			start := exported(t, s)
			for _, one := range at {
				c := w.call(t, "task:"+name+string(one.task)+"/"+strconv.Itoa(one.at), tasks[one.task])
				if asked := lieAt(t, w, s, l, start, one.task, c, one.at, all[name]); len(asked) <= one.at {
					t.Errorf("%s, answer %d: it was never asked for", one.task, one.at)
				}
			}
		})
	}
}

// lieAt does a call while one answer is a lie, and compares the whole site before and after. It returns by which methods was asked.
func lieAt(t *testing.T, w world, s *wordpresskit.Site, l *liar, start map[string]map[string]string, task assistant.TaskType, c tools.Call, at int, lie func(*http.Response)) []string {
	t.Helper()
	tool := w.tool(t, task)
	l.lies(at, lie)
	r, shown, err := shownAndDone(t, tool, c)
	asked := l.heard()
	l.lies(-1, nil)
	changed := visible(start, exported(t, s))
	switch {
	case err == nil:
		if len(changed) == 0 {
			t.Errorf("%s, answer %d: it says that it is done, and nothing has changed", task, at)
		}
		if err := tool.Undo(t.Context(), c, r); err != nil {
			t.Errorf("%s, answer %d: undo: %v", task, at, err)
		}
	case errors.Is(err, assistant.ErrUncertain):
		c.Approved = shown
		if _, found, err := tool.Recover(t.Context(), c); err != nil || found != (len(changed) > 0) {
			t.Errorf("%s, answer %d: of %v it finds %v, %v", task, at, changed, found, err)
		}
		putBack(t, s)
	case len(changed) > 0:
		t.Errorf("%s, answer %d: %v has changed, and it says %v", task, at, changed, err)
		putBack(t, s)
	}
	if words, ok := errors.AsType[*assistant.Trouble](err); err != nil && (!ok || words.Problem.Message.String() == "" || words.Problem.Recovery.String() == "") && !errors.Is(err, assistant.ErrMoved) {
		t.Errorf("%s, answer %d: %v has no words for people", task, at, err)
	}
	if len(changed) > 0 {
		for _, d := range visible(start, exported(t, s)) {
			t.Errorf("%s, answer %d: %s differs in the end", task, at, d)
		}
	}
	return asked
}

// visible is what differs between two exports that visitors or editors see: not when it was written, nor what earlier versions are kept.
func visible(start, now map[string]map[string]string) []string {
	return slices.DeleteFunc(apart(start, now), func(d string) bool { return strings.Contains(d, ".post_modified") || strings.HasPrefix(d, "+") })
}

func shownAndDone(t *testing.T, tool tools.Tool, c tools.Call) (assistant.Receipt, string, error) {
	t.Helper()
	shown, err := tool.Preview(t.Context(), c)
	if err != nil {
		return assistant.Receipt{}, "", err
	}
	c.Approved = shown.State
	r, err := tool.Run(t.Context(), c)
	return r, shown.State, err
}

// putBack makes the site what it was, as its owner would.
func putBack(t *testing.T, s *wordpresskit.Site) {
	t.Helper()
	if _, err := s.Do(t.Context(), `
wp_update_post(wp_slash(['ID' => get_page_by_path('truth')->ID, 'post_content' => `+quoted(inBlocks)+`]));
wp_update_post(['ID' => get_page_by_path('true-news', OBJECT, 'post')->ID, 'post_title' => 'True news']);`); err != nil {
		t.Fatal(err)
	}
}
