package connect_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// signedIn is a browser of the site's administrator.
func signedIn(t *testing.T, s *wordpresskit.Site) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	login := s.URL + "/wp-login.php"
	fetched(t, browser, login) // which sets a cookie to see whether cookies are taken
	r, err := browser.PostForm(login, url.Values{"log": {s.User}, "pwd": {s.Login}, "testcookie": {"1"}, "redirect_to": {s.URL + "/"}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range jar.Cookies(at) {
		if strings.HasPrefix(c.Name, "wordpress_logged_in") {
			return browser
		}
	}
	t.Fatalf("the administrator cannot sign in: status %d", r.StatusCode)
	return nil
}

// draftsOf counts the drafts on the site.
func draftsOf(t *testing.T, s *wordpresskit.Site) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/?rest_route=/wp/v2/pages&status=draft&context=edit", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(s.User, s.Password)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var all []struct {
		Slug string `json:"slug"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, d := range all {
		if strings.HasPrefix(d.Slug, "aisteam-draft-") {
			n++
		}
	}
	return n
}

func testStageNew(t *testing.T, w world) {
	create := w.tool(t, "create_page")
	c := w.call(t, "task:staged/0", services(content+"<script>alert(1)</script>"))
	before, err := create.Preview(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	link, err := create.Stage(t.Context(), c)
	if err != nil || link == "" {
		t.Fatalf("stage: %q, %v", link, err)
	}
	again, err := create.Stage(t.Context(), c)
	if err != nil || again != link {
		t.Errorf("staged again: %q, %v", again, err)
	}
	if status, body := w.peek(t, link); status != http.StatusOK || !strings.Contains(body, "We dig ponds.") || strings.Contains(body, "alert(1)") {
		t.Errorf("who decides sees %d at %s\n%.2000s", status, link, body)
	}
	if site.KindOf(w.project) == site.KindWordPress {
		if _, body := seen(t, link); strings.Contains(body, "We dig ponds.") {
			t.Errorf("a visitor sees what is staged:\n%.2000s", body)
		}
	}
	if status, body := seen(t, before.Target); status == http.StatusOK && strings.Contains(body, "We dig ponds.") {
		t.Errorf("it stands at %s already", before.Target)
	}
	after, err := create.Preview(t.Context(), c)
	if err != nil || after.State != before.State || after.Title.String() != before.Title.String() || after.Wanted != before.Wanted {
		t.Errorf("what is staged is taken for a page: %+v, %v", after, err)
	}
	if _, found, err := create.Recover(t.Context(), c); found || err != nil {
		t.Errorf("what is staged is taken for published: %v", err)
	}
	drafts := w.drafts(t)
	c.Approved = before.State
	r, err := create.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	if status, body := seen(t, r.Result.Fields.Text("url")); status != http.StatusOK || !strings.Contains(body, "We dig ponds.") {
		t.Errorf("the page: %d\n%.1000s", status, body)
	}
	if site.KindOf(w.project) == site.KindWordPress && (drafts != 1 || !strings.Contains(link, "page_id="+r.Result.Fields.Text("id"))) {
		t.Errorf("it was staged at %s, one of %d drafts, and published as %s", link, drafts, r.Result.Fields.Text("id"))
	}
	if status, body := w.peek(t, link); site.KindOf(w.project) == site.KindFolder && status != http.StatusNotFound || strings.Contains(body, "not published") {
		t.Errorf("after publication the preview answers %d", status)
	}
	if w.drafts(t) != 0 {
		t.Error("a draft is left")
	}
	if page, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look"); err != nil || page.Hash() != before.Wanted {
		t.Errorf("what is published is not what was shown: %+v, %v", page, err)
	}
	if err := create.Undo(t.Context(), c, r); err != nil {
		t.Fatalf("undo: %v", err)
	}
}

func testStageChange(t *testing.T, w world) {
	create, update := w.tool(t, "create_page"), w.tool(t, "update_content_block")
	first := w.call(t, "task:standing/0", services(content))
	made, err := create.Run(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	c := w.call(t, "task:change/0", packsite.UpdateContentBlock{Slug: "our-services", Block: "Ponds", HTML: "<p>We fill ponds.</p>"})
	before, err := update.Preview(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	link, err := update.Stage(t.Context(), c)
	if err != nil || link == "" {
		t.Fatalf("stage: %q, %v", link, err)
	}
	if status, body := w.peek(t, link); status != http.StatusOK || !strings.Contains(body, "We fill ponds.") || !strings.Contains(body, "Welcome") {
		t.Errorf("who decides sees %d at %s\n%.2000s", status, link, body)
	}
	if _, body := seen(t, made.Result.Fields.Text("url")); !strings.Contains(body, "We dig ponds.") || strings.Contains(body, "We fill") {
		t.Errorf("the page has changed:\n%.2000s", body)
	}
	after, err := update.Preview(t.Context(), c)
	if err != nil || after.State != before.State {
		t.Errorf("the page has moved: %v", err)
	}
	c.Approved = before.State
	r, err := update.Run(t.Context(), c)
	if err != nil || r.Result.Fields.Text("id") != made.Result.Fields.Text("id") {
		t.Fatalf("run: %+v, %v", r.Result, err)
	}
	if _, body := seen(t, made.Result.Fields.Text("url")); !strings.Contains(body, "We fill ponds.") {
		t.Errorf("the page has not changed:\n%.2000s", body)
	}
	if status, _ := w.peek(t, link); status != http.StatusNotFound || w.drafts(t) != 0 {
		t.Errorf("after publication the preview answers %d, and %d drafts are left", status, w.drafts(t))
	}
	for _, done := range []struct {
		tool assistant.TaskType
		r    assistant.Receipt
	}{{"update_content_block", r}, {"create_page", made}} {
		if err := w.tool(t, done.tool).Undo(t.Context(), c, done.r); err != nil {
			t.Fatalf("undo: %v", err)
		}
	}
}

func testUnstage(t *testing.T, w world) {
	create := w.tool(t, "create_page")
	c, other := w.call(t, "task:rejected/0", services(content)), w.call(t, "task:waiting/0", services(content))
	link, err := create.Stage(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := create.Stage(t.Context(), other)
	if err != nil || kept == link {
		t.Fatalf("stage: %q, %v", kept, err)
	}
	for range 2 {
		if err := create.Unstage(t.Context(), c); err != nil {
			t.Fatalf("unstage: %v", err)
		}
	}
	if status, _ := w.peek(t, link); status == http.StatusOK {
		if _, body := w.peek(t, link); strings.Contains(body, "We dig ponds.") {
			t.Errorf("it can still be seen at %s", link)
		}
	}
	if status, _ := w.peek(t, kept); status != http.StatusOK {
		t.Errorf("another call's is gone: %d", status)
	}
	r, err := create.Run(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	if err := create.Unstage(t.Context(), other); err != nil {
		t.Fatalf("unstage what was published: %v", err)
	}
	if status, _ := seen(t, r.Result.Fields.Text("url")); status != http.StatusOK {
		t.Errorf("what was published is taken away: %d", status)
	}
	if err := create.Undo(t.Context(), other, r); err != nil {
		t.Fatalf("undo: %v", err)
	}
}

func testMoved(t *testing.T, w world) {
	create, update := w.tool(t, "create_page"), w.tool(t, "update_content_block")
	c := w.call(t, "task:late/0", services("<p>Mine.</p>"))
	none, err := create.Preview(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	theirs := w.call(t, "task:theirs/0", services(content))
	made, err := create.Run(t.Context(), theirs)
	if err != nil {
		t.Fatal(err)
	}
	c.Approved = none.State
	if _, err := create.Run(t.Context(), c); !errors.Is(err, assistant.ErrMoved) || trouble(t, err).Recovery.String() == "" {
		t.Errorf("a page was made over another: %v", err)
	}
	page, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look")
	if err != nil {
		t.Fatal(err)
	}
	block := w.call(t, "task:late/1", packsite.UpdateContentBlock{Slug: "our-services", Block: "Ponds", Text: "Mine."})
	shown, err := update.Preview(t.Context(), block)
	if err != nil {
		t.Fatal(err)
	}
	over, fresh := page.Hash(), page
	page.HTML = strings.Replace(page.HTML, "Welcome", "Goodbye", 1)
	if page, err = w.sites.Write(t.Context(), w.project, page, over); err != nil {
		t.Fatal(err)
	}
	block.Approved = shown.State
	if _, err := update.Run(t.Context(), block); !errors.Is(err, assistant.ErrMoved) {
		t.Errorf("a part was changed of a page that had moved: %v", err)
	}
	if _, err := w.sites.Write(t.Context(), w.project, page, over); !errors.Is(err, assistant.ErrMoved) || errors.Is(err, assistant.ErrUncertain) {
		t.Errorf("the page was written over another than was looked at: %v", err)
	}
	fresh.ID = ""
	if _, err := w.sites.Write(t.Context(), w.project, fresh, ""); !errors.Is(err, assistant.ErrMoved) {
		t.Errorf("a page was made where one stands: %v", err)
	}
	now, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look")
	if err != nil || now.Hash() != page.Hash() || !strings.Contains(now.HTML, "Goodbye") {
		t.Errorf("the page reads %q, %v", now.HTML, err)
	}
	if err := w.sites.Remove(t.Context(), w.project, now); err != nil {
		t.Fatal(err)
	}
	if err := create.Undo(t.Context(), theirs, made); err != nil {
		t.Errorf("undo of what is gone: %v", err)
	}
}

func testClean(t *testing.T, w world) {
	const hostile = `<p onclick="steal()">Hi</p><script>steal()</script><img src=x onerror=steal()><a href="javascript:steal()">go</a>`
	create, update := w.tool(t, "create_page"), w.tool(t, "update_content_block")
	c := w.call(t, "task:hostile/0", packsite.CreatePage{Title: `Hi <script>steal()</script>there`, Slug: "our-services", ContentHTML: content + hostile})
	r, err := create.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if _, body := seen(t, r.Result.Fields.Text("url")); strings.Contains(body, "steal()") || !strings.Contains(body, "We dig ponds.") {
		t.Errorf("published:\n%.3000s", body)
	}
	page, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look")
	if err != nil {
		t.Fatal(err)
	}
	over := page.Hash()
	page.HTML = `<!-- theirs --><p onclick='own()'>“Own” [gallery ids="1"]</p><h2>Ponds</h2><p>old</p>`
	if _, err := w.sites.Write(t.Context(), w.project, page, over); err != nil {
		t.Fatal(err)
	}
	if _, err := update.Run(t.Context(), w.call(t, "task:hostile/1", packsite.UpdateContentBlock{Slug: "our-services", Block: "Ponds", HTML: hostile})); err != nil {
		t.Fatal(err)
	}
	now, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look")
	if want := `<!-- theirs --><p onclick='own()'>“Own” [gallery ids="1"]</p><h2>Ponds</h2>` + "\n" + `<p>Hi</p><img src="x">go`; err != nil || strings.TrimSpace(now.HTML) != want {
		t.Errorf("the page reads %q, want %q (%v)", now.HTML, want, err)
	}
	if err := w.sites.Remove(t.Context(), w.project, now); err != nil {
		t.Fatal(err)
	}
}
