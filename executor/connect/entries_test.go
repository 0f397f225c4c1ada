package connect_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
	"github.com/aisteam/aisteam/executor/packs/media"
	"github.com/aisteam/aisteam/executor/packs/menus"
	"github.com/aisteam/aisteam/executor/packs/posts"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// onBlog is a project on a WordPress site, with the tools for what is there beside pages.
func onBlog(t *testing.T, s *wordpresskit.Site, folder *sitefolder.Folder) world {
	t.Helper()
	secret := &one{assistant.Secret(s.Password)}
	w := newWorld(t, folder, secret, assistant.Project{Connections: []assistant.Connection{site.WordPress(s.URL, s.User)}})
	blog := wordpress.New(wordpress.Config{Secrets: secret, Own: "tenant-1"})
	all, err := posts.Tools(posts.Config{Keeper: blog.Entries, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	library, err := media.Tools(blog.Entries, attached(t))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := menus.Tools(blog.Entries)
	if err != nil {
		t.Fatal(err)
	}
	if w.registry, err = tools.NewRegistry(slices.Concat(all, library, lines, w.registry.All())...); err != nil {
		t.Fatal(err)
	}
	return w
}

// agreed does a call as it is done for people: shown, approved as it was shown, done, and looked at.
func (w world) agreed(t *testing.T, name assistant.TaskType, c tools.Call) (assistant.Preview, assistant.Receipt) {
	t.Helper()
	tool := w.tool(t, name)
	if err := w.registry.Validate(tool.Name, c.Arguments); err != nil {
		t.Fatal(err)
	}
	shown, err := tool.Preview(t.Context(), c)
	if err != nil {
		t.Fatalf("preview: %+v", err)
	}
	c.Approved = shown.State
	r, err := tool.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("run: %+v", err)
	}
	if sight, said, err := tool.Verify(t.Context(), c, r); err != nil || sight != assistant.SightAsWritten {
		t.Errorf("%s %s, %v", sight, said, err)
	}
	return shown, r
}

func (w world) takenBack(t *testing.T, name assistant.TaskType, r assistant.Receipt) {
	t.Helper()
	for range 2 {
		if err := w.tool(t, name).Undo(t.Context(), w.call(t, "undo", struct{}{}), r); err != nil {
			t.Fatalf("undo: %+v", err)
		}
	}
}

func labels(p assistant.Preview) map[string]assistant.Field {
	out := map[string]assistant.Field{}
	for _, f := range p.Fields {
		out[f.Name] = f
	}
	return out
}

// TestPostsOnWordPressInItsShapes writes posts on sites as people have them, and compares all their content before and after.
func TestPostsOnWordPressInItsShapes(t *testing.T) {
	t.Parallel()
	first := wordpresskit.ForTest(t)
	folder, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		shape wordpresskit.Shape
	}{
		{"at the root, pretty addresses, an editor's account", wordpresskit.Shape{Permalinks: "/%postname%/", Role: "editor"}},
		{"in a subdirectory, German", wordpresskit.Shape{Directory: "blog", Permalinks: "/%year%/%postname%/", Language: "de_DE"}},
		{"plain addresses", wordpresskit.Shape{}},
	} {
		s, err := first.Shaped(t.Context(), c.shape)
		if err != nil {
			t.Fatal(err)
		}
		w := onBlog(t, s, folder)
		t.Run(c.name, func(t *testing.T) { testPosts(t, w, s, c.shape.Role) })
	}
}

func testPosts(t *testing.T, w world, s *wordpresskit.Site, role string) {
	out, err := s.Do(t.Context(), `
$old = wp_insert_post(wp_slash(['post_type' => 'post', 'post_title' => 'Old & gold', 'post_name' => 'old-gold', 'post_status' => 'publish', 'post_excerpt' => 'Short.', 'post_content' => `+quoted(inBlocks)+`]));
wp_set_post_tags($old, 'water'); wp_insert_term('Ponds & Lakes', 'category');
wp_insert_post(['post_type' => 'page', 'post_title' => 'About us', 'post_name' => 'about-us', 'post_status' => 'publish']);
echo "PAGE", $old;`)
	if err != nil {
		t.Fatal(err)
	}
	_, old, _ := strings.Cut(out, "PAGE")
	before := exported(t, s)

	create := w.call(t, "task:post/0", posts.CreatePost{
		Title: "New filters", ContentHTML: "<h1>New filters</h1><p>They are <em>here</em>.</p><script>steal()</script>", Excerpt: "They are here.",
		Categories: "ponds & lakes, News", Tags: "water, filters",
	})
	shown, made := w.agreed(t, posts.TaskCreate, create)
	warned := fmt.Sprint(shown.Warnings)
	if !strings.Contains(warned, "the tag “filters”") || !strings.Contains(warned, "the category “News”") || strings.Contains(warned, "“water”") || !strings.Contains(warned, "Left out") {
		t.Errorf("said beforehand: %s", warned)
	}
	if f := labels(shown); f["Title"].New != "New filters" || f["State"].New != "published" || !strings.Contains(shown.Whole, "They are here.") {
		t.Errorf("%+v", shown)
	}
	after := exported(t, s)
	fresh := newPosts(before, after)
	if len(fresh) != 1 || fresh[0]["post_content"] != "<p>They are <em>here</em>.</p>" || fresh[0]["post_status"] != "publish" || fresh[0]["post_name"] != "new-filters" {
		t.Errorf("made: %v", fresh)
	}
	for _, d := range apart(before, after) {
		if !strings.HasPrefix(d, "+") || strings.HasPrefix(d, "+options") {
			t.Errorf("writing a post has changed %s", d)
		}
	}
	if status, body := seen(t, made.Result.Fields.Text("url")); status != http.StatusOK || !strings.Contains(body, "They are <em>here</em>") {
		t.Errorf("%v answers %d", made.Result.Fields, status)
	}
	again, err := w.tool(t, posts.TaskCreate).Run(t.Context(), create)
	if err != nil || again.Result.Fields.Text("id") != made.Result.Fields.Text("id") || len(again.Undo) == 0 {
		t.Errorf("the same call again: %+v, %v", again.Result, err)
	}
	if r, found, err := w.tool(t, posts.TaskCreate).Recover(t.Context(), create); !found || err != nil || r.Result.Fields.Text("id") != made.Result.Fields.Text("id") {
		t.Errorf("recovered: %v %v", found, err)
	}
	testPostQuestions(t, w)
	_, err = w.tool(t, posts.TaskCreate).Preview(t.Context(), w.call(t, "q", posts.CreatePost{Title: "About us", ContentHTML: "<p>x</p>"}))
	if atRoot := role == "editor"; atRoot && !strings.Contains(trouble(t, err).Message.String(), "There is a page at that address already") || !atRoot && err != nil {
		t.Errorf("a post with a page's address: %v", err)
	}
	testPostChanges(t, w, s, strings.TrimSpace(old))
	testLibrary(t, w, s, strings.TrimSpace(old))

	w.takenBack(t, posts.TaskCreate, made)
	end := exported(t, s)
	for _, d := range apart(before, end) {
		row := end[strings.TrimPrefix(d, "+")]
		trashed := row["post_status"] == "trash" || end["posts/"+row["post_id"]]["post_status"] == "trash" || end["posts/"+row["object_id"]]["post_status"] == "trash"
		if row["meta_key"] == "_wp_old_date" { // WordPress notes that the post was to come later once
			continue
		}
		if !trashed && !strings.HasSuffix(d, ".post_modified") && !strings.HasSuffix(d, ".post_modified_gmt") {
			t.Errorf("after undo %s differs: %v", d, row)
		}
	}
	testMenus(t, w, s, role)
}

func testPostQuestions(t *testing.T, w world) {
	for name, c := range map[string]struct {
		task      assistant.TaskType
		arguments any
		says      string
	}{
		"an address that is taken": {posts.TaskCreate, posts.CreatePost{Title: "Another", Slug: "old-gold", ContentHTML: "<p>x</p>"}, "There is a post at that address already: “Old & gold”"},
		"a post there is not":      {posts.TaskUpdate, posts.UpdatePost{Post: "Nothing such", Title: "x"}, "There is no post called “Nothing such”"},
		"a time that is over":      {posts.TaskCreate, posts.CreatePost{Title: "Late", ContentHTML: "<p>x</p>", PublishAt: "2020-01-01T09:00"}, "is over"},
		"a picture there is not":   {posts.TaskUpdate, posts.UpdatePost{Post: "old-gold", Picture: "logo"}, "There is no file called “logo”"},
		"a state there is not":     {posts.TaskUpdate, posts.UpdatePost{Post: "old-gold", Status: "gone"}, "cannot be “gone”"},
	} {
		for _, do := range []func() error{
			func() error {
				_, err := w.tool(t, c.task).Preview(t.Context(), w.call(t, name, c.arguments))
				return err
			},
			func() error {
				_, err := w.tool(t, c.task).Run(t.Context(), w.call(t, name, c.arguments))
				return err
			},
		} {
			if p := trouble(t, do()); !strings.Contains(p.Message.String(), c.says) || p.Recovery.String() == "" {
				t.Errorf("%s: %s %s", name, p.Message, p.Recovery)
			}
		}
	}
}

func testPostChanges(t *testing.T, w world, s *wordpresskit.Site, old string) {
	before := exported(t, s)
	call := w.call(t, "task:change/0", posts.UpdatePost{Post: "Old & gold", Title: "Gold", AddTags: "fish", Excerpt: "Shorter."})
	shown, r := w.agreed(t, posts.TaskUpdate, call)
	if f := labels(shown); f["Title"].Old != "Old & gold" || f["Tags"].Old != "water" || f["Tags"].New != "fish, water" || f["Content"].New != "" {
		t.Errorf("%+v", shown.Fields)
	}
	after := exported(t, s)
	for _, d := range apart(before, after) {
		if row := strings.TrimPrefix(d, "posts/"+old+"."); d == row && !strings.HasPrefix(d, "+terms") && !strings.HasPrefix(d, "+relations/"+old+"-") || row == "post_content" {
			t.Errorf("the change has changed %s", d)
		}
	}
	call.Approved = shown.State
	if again, found, err := w.tool(t, posts.TaskUpdate).Recover(t.Context(), w.withApproved(t, "task:change/0", posts.UpdatePost{Post: "#" + old, Title: "Gold", AddTags: "fish", Excerpt: "Shorter."}, shown.State)); !found || err != nil || len(again.Undo) != 0 {
		t.Errorf("a change whose answer was lost: %v %v", found, err)
	}
	w.takenBack(t, posts.TaskUpdate, r)
	for _, d := range apart(before, exported(t, s)) {
		if !strings.Contains(d, ".post_modified") {
			t.Errorf("after undo %s differs", d)
		}
	}

	_, later := w.agreed(t, posts.TaskUpdate, w.call(t, "task:later/0", posts.UpdatePost{Post: old, PublishAt: time.Now().AddDate(0, 0, 3).Format("2006-01-02") + "T09:00"}))
	if !strings.Contains(later.Result.Summary.String(), "published later") {
		t.Errorf("%s", later.Result.Summary.String())
	}
	w.takenBack(t, posts.TaskUpdate, later)

	changed := w.call(t, "task:moved/0", posts.UpdatePost{Post: old, Title: "Silver"})
	shown, err := w.tool(t, posts.TaskUpdate).Preview(t.Context(), changed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Do(t.Context(), `wp_update_post(['ID' => `+old+`, 'post_excerpt' => 'Theirs.']);`); err != nil {
		t.Fatal(err)
	}
	changed.Approved = shown.State
	if _, err := w.tool(t, posts.TaskUpdate).Run(t.Context(), changed); !errors.Is(err, assistant.ErrMoved) || trouble(t, err).Recovery.String() == "" {
		t.Errorf("a post was changed that had moved: %v", err)
	}
	if _, err := s.Do(t.Context(), `wp_update_post(['ID' => `+old+`, 'post_excerpt' => 'Short.']);`); err != nil {
		t.Fatal(err)
	}
	listed, err := w.tool(t, posts.TaskList).Run(t.Context(), w.call(t, "list", posts.ListContent{Kind: "posts", Search: "gold"}))
	var row map[string]string
	if err != nil || json.Unmarshal([]byte(listed.Result.Fields.Text("content")), &row) != nil || row["title"] != "Old & gold" || row["status"] != "publish" || row["tags"] != "water" {
		t.Errorf("%+v, %v", listed.Result, err)
	}
}

func (w world) withApproved(t *testing.T, key string, arguments any, state string) tools.Call {
	t.Helper()
	c := w.call(t, key, arguments)
	c.Approved = state
	return c
}
