package connect_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/media"
	"github.com/aisteam/aisteam/executor/packs/menus"
	"github.com/aisteam/aisteam/executor/packs/posts"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// thread has the files of one conversation.
type thread []assistant.KeptFile

func (s thread) FilesOf(context.Context, assistant.TenantID, assistant.ConversationID) ([]assistant.KeptFile, error) {
	return s, nil
}

func (s thread) File(_ context.Context, _ assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	for _, k := range s {
		if k.ID == id {
			return k, nil
		}
	}
	return assistant.KeptFile{}, assistant.ErrNotFound
}

func attached(t *testing.T) thread {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	return thread{
		{ID: "f1", Name: "Teich & Höhle.png", Type: "image/png", Bytes: picture.Bytes()},
		{ID: "f2", Name: "run.sh", Type: "text/plain", Bytes: []byte("x")},
	}
}

// testLibrary puts up a picture of the thread, uses it, and takes it all back.
func testLibrary(t *testing.T, w world, s *wordpresskit.Site, old string) {
	before := exported(t, s)
	call := w.call(t, "task:upload/0", media.UploadMedia{File: "teich & höhle.png", Alt: "A pond before a cave", Caption: "Ours <script>x</script>"})
	shown, put := w.agreed(t, media.TaskUpload, call)
	if l := labels(shown); l["Text in its place"].New != "A pond before a cave" || !strings.Contains(l["File"].New, "teich-und-hoehle") || shown.Target != "the site's library" {
		t.Errorf("%+v", shown)
	}
	if status, body := seen(t, put.Result.Fields.Text("url")); status != http.StatusOK || !strings.HasPrefix(body, "\x89PNG") {
		t.Errorf("%s answers %d", put.Result.Fields.Text("url"), status)
	}
	after := exported(t, s)
	if fresh := newPosts(before, after); len(fresh) != 1 || fresh[0]["post_title"] != "Teich & Höhle" && fresh[0]["post_title"] != "Teich &amp; Höhle" || fresh[0]["post_excerpt"] != "Ours " && fresh[0]["post_excerpt"] != "Ours" {
		t.Errorf("put up: %v", fresh)
	}
	for _, d := range apart(before, after) {
		if !strings.HasPrefix(d, "+post") {
			t.Errorf("putting up a picture has changed %s", d)
		}
	}
	if r, found, err := w.tool(t, media.TaskUpload).Recover(t.Context(), call); !found || err != nil || r.Result.Fields.Text("id") != put.Result.Fields.Text("id") {
		t.Errorf("recovered: %v %v", found, err)
	}

	shown, used := w.agreed(t, posts.TaskUpdate, w.call(t, "task:picture/0", posts.UpdatePost{Post: old, Picture: put.Result.Fields.Text("id")}))
	if !strings.Contains(fmt.Sprint(shown.Warnings), "The featured picture is “Teich") {
		t.Errorf("%+v", shown)
	}
	_, renamed := w.agreed(t, media.TaskUpdate, w.call(t, "task:alt/0", media.UpdateMedia{File: "#" + put.Result.Fields.Text("id"), Alt: "A pond"}))
	listed, err := w.tool(t, media.TaskList).Run(t.Context(), w.call(t, "l", media.ListMedia{}))
	var row map[string]string
	if err != nil || json.Unmarshal([]byte(listed.Result.Fields.Text("media")), &row) != nil || row["alt"] != "A pond" || row["type"] != "image/png" {
		t.Errorf("%+v %v", listed.Result, err)
	}
	w.takenBack(t, media.TaskUpdate, renamed)
	w.takenBack(t, posts.TaskUpdate, used)
	w.takenBack(t, media.TaskUpload, put)
	for _, d := range apart(before, exported(t, s)) {
		if !strings.Contains(d, ".post_modified") {
			t.Errorf("after undo %s differs", d)
		}
	}
	for file, says := range map[string]string{"logo.png": "There is no file “logo.png” in this conversation", "run.sh": "“run.sh” is none"} {
		_, err := w.tool(t, media.TaskUpload).Preview(t.Context(), w.call(t, "q", media.UploadMedia{File: file, Alt: "x"}))
		if p := trouble(t, err); !strings.Contains(p.Message.String(), says) || p.Recovery.String() == "" {
			t.Errorf("%s: %+v", file, p)
		}
	}
}

// testMenus adds a page and an address to a menu, and takes them out again.
func testMenus(t *testing.T, w world, s *wordpresskit.Site, role string) {
	if _, err := s.Do(t.Context(), `
$page = wp_insert_post(['post_type' => 'page', 'post_title' => 'Hours', 'post_name' => 'hours', 'post_status' => 'publish']);
$menu = wp_create_nav_menu('Main menu');
wp_update_nav_menu_item($menu, 0, ['menu-item-title' => 'Home', 'menu-item-url' => home_url('/'), 'menu-item-status' => 'publish', 'menu-item-type' => 'custom']);`); err != nil {
		t.Fatal(err)
	}
	before := exported(t, s)
	page := w.call(t, "task:menu/0", menus.AddMenuItem{Page: "Hours"})
	if role == "editor" {
		_, err := w.tool(t, menus.TaskAdd).Preview(t.Context(), page)
		if p := trouble(t, err); !strings.Contains(p.Message.String(), "its role on the site is editor") {
			t.Errorf("%+v", p)
		}
		return
	}
	shown, first := w.agreed(t, menus.TaskAdd, page)
	if l := labels(shown); l["Title"].New != "Hours" || !strings.Contains(fmt.Sprint(shown.Warnings), "The menu is “Main menu”") {
		t.Errorf("%+v", shown)
	}
	if r, found, err := w.tool(t, menus.TaskAdd).Recover(t.Context(), page); !found || err != nil || r.Result.Fields.Text("id") != first.Result.Fields.Text("id") {
		t.Errorf("recovered: %v %v", found, err)
	}
	_, second := w.agreed(t, menus.TaskAdd, w.call(t, "task:menu/1", menus.AddMenuItem{Menu: "main menu", URL: "https://example.com/x", Title: "Elsewhere", Under: "Home"}))
	listed, err := w.tool(t, menus.TaskList).Run(t.Context(), w.call(t, "l", menus.ListMenus{}))
	if err != nil || len(strings.Split(listed.Result.Fields.Text("items"), "\n")) != 3 || !strings.Contains(listed.Result.Fields.Text("items"), `"title":"Elsewhere","under":"`) {
		t.Errorf("%+v %v", listed.Result, err)
	}
	if under, err := listed.Result.Fields.At("items[2].under"); err != nil || assistant.TextOf(under) == "" {
		t.Errorf("%s: %v", under, err)
	}
	for _, c := range []menus.AddMenuItem{{Page: "Hours", Menu: "None"}, {Page: "Nothing"}, {Page: "Hours"}, {URL: "javascript:x", Title: "x"}, {Page: "Hours", Title: "Other", Under: "Nothing"}, {}} {
		_, err := w.tool(t, menus.TaskAdd).Preview(t.Context(), w.call(t, "q", c))
		if p := trouble(t, err); p.Message.String() == "" || p.Recovery.String() == "" {
			t.Errorf("%+v: %+v", c, p)
		}
	}
	w.takenBack(t, menus.TaskAdd, second)
	w.takenBack(t, menus.TaskAdd, first)
	for _, d := range apart(before, exported(t, s)) {
		t.Errorf("after undo %s differs", d)
	}
	testMenuChanges(t, w, s)
}

// testMenuChanges renames, turns, moves and removes lines of a menu that people have made, with all that they can have, and puts
// everything back.
func testMenuChanges(t *testing.T, w world, s *wordpresskit.Site) {
	out, err := s.Do(t.Context(), `
$menu = wp_get_nav_menu_object('Main menu')->term_id;
$home = wp_get_nav_menu_items($menu)[0]->ID;
wp_update_nav_menu_item($menu, 0, ['menu-item-type' => 'post_type', 'menu-item-object' => 'page', 'menu-item-object-id' => get_page_by_path('hours')->ID, 'menu-item-status' => 'publish', 'menu-item-position' => 2]);
wp_update_nav_menu_item($menu, 0, ['menu-item-type' => 'custom', 'menu-item-title' => 'Elsewhere', 'menu-item-url' => 'https://example.com/x', 'menu-item-parent-id' => $home, 'menu-item-status' => 'publish', 'menu-item-position' => 3]);
$term = wp_insert_term('Fish', 'category');
echo "LINE", wp_update_nav_menu_item($menu, 0, ['menu-item-type' => 'taxonomy', 'menu-item-object' => 'category', 'menu-item-object-id' => $term['term_id'], 'menu-item-status' => 'publish',
	'menu-item-title' => 'Our “fish” & more', 'menu-item-attr-title' => 'All of them', 'menu-item-target' => '_blank', 'menu-item-classes' => 'big red', 'menu-item-xfn' => 'me', 'menu-item-description' => 'Wet.', 'menu-item-position' => 7]);`)
	if err != nil {
		t.Fatal(err)
	}
	_, fish, _ := strings.Cut(out, "LINE")
	before := exported(t, s)
	lines := func() string {
		t.Helper()
		listed, err := w.tool(t, menus.TaskList).Run(t.Context(), w.call(t, "l", menus.ListMenus{}))
		if err != nil {
			t.Fatal(err)
		}
		return listed.Result.Fields.Text("items")
	}
	was := lines()
	for name, c := range map[string]struct {
		change menus.UpdateMenuItem
		says   string
	}{
		"what it says":          {menus.UpdateMenuItem{Line: "hours", Title: "Opening hours"}, `"title":"Opening hours"`},
		"from page to address":  {menus.UpdateMenuItem{Line: "Hours", URL: "https://example.com/hours"}, `"address":"https://example.com/hours"`},
		"from address to page":  {menus.UpdateMenuItem{Line: "Elsewhere", Page: "Hours"}, `"title":"Elsewhere"`},
		"from category to page": {menus.UpdateMenuItem{Line: "#" + strings.TrimSpace(fish), Page: "hours", Title: "Fish"}, `"title":"Fish"`},
		"below another":         {menus.UpdateMenuItem{Line: "Hours", Under: "Home"}, `"title":"Hours","under":"`},
		"up again":              {menus.UpdateMenuItem{Line: "Elsewhere", Under: "none"}, `"menu":"Main menu","title":"Elsewhere","url"`},
	} {
		shown, done := w.agreed(t, menus.TaskUpdate, w.call(t, "task:"+name, c.change))
		if got := lines(); got == was || !strings.Contains(got, c.says) || len(shown.Fields)+len(shown.Warnings) < 2 {
			t.Errorf("%s: %+v\n%s", name, shown, got)
		}
		w.takenBack(t, menus.TaskUpdate, done)
		for _, d := range apart(before, exported(t, s)) {
			if !strings.Contains(d, ".post_modified") && !strings.Contains(d, ".post_date") { // WordPress dates a line anew with each write
				t.Errorf("%s: after undo %s differs", name, d)
			}
		}
	}
	for says, c := range map[string]menus.RemoveMenuItem{"stand other lines of the menu: “Elsewhere”": {Line: "Home"}, "has no line “Nothing”": {Line: "Nothing"}} {
		_, err := w.tool(t, menus.TaskRemove).Preview(t.Context(), w.call(t, "q", c))
		if p := trouble(t, err); !strings.Contains(p.Message.String(), says) || p.Recovery.String() == "" {
			t.Errorf("%+v: %+v", c, p)
		}
	}
	for _, title := range []string{"Our “fish” & more", "Elsewhere", "Hours"} {
		testLineGone(t, w, s, title, lines)
	}
}

// testLineGone removes a line and puts it back: it is another row of the database then, and the same in everything else.
func testLineGone(t *testing.T, w world, s *wordpresskit.Site, title string, lines func() string) {
	before, was := written(t, exported(t, s)), lines()
	call := w.call(t, "task:gone/"+title, menus.RemoveMenuItem{Line: title})
	shown, gone := w.agreed(t, menus.TaskRemove, call)
	if l := labels(shown); l["Title"].Old != title || l["Title"].New != "" || strings.Contains(lines(), `"title":"`+title+`"`) {
		t.Errorf("%+v\n%s", shown, lines())
	}
	call.Approved = shown.State
	if again, err := w.tool(t, menus.TaskRemove).Run(t.Context(), call); err != nil || again.Undo != nil {
		t.Errorf("once more: %+v %v", again, err)
	}
	w.takenBack(t, menus.TaskRemove, gone)
	if after := written(t, exported(t, s)); after != before {
		t.Errorf("%s was put back otherwise:\n%s\nit was\n%s\n%s\n%s", title, after, before, was, lines())
	}
}

// written is all that the database keeps of lines of menus, without the numbers of their rows and when they were written.
func written(t *testing.T, content map[string]map[string]string) string {
	t.Helper()
	var out []string
	for key, row := range content {
		id, isLine := strings.CutPrefix(key, "posts/")
		if !isLine || row["post_type"] != "nav_menu_item" {
			continue
		}
		kept := []string{row["post_title"], row["post_excerpt"], row["post_content"], row["post_status"], row["menu_order"]}
		for _, m := range content {
			if m["post_id"] == id && m["meta_key"] != "" {
				kept = append(kept, strings.ReplaceAll(m["meta_key"]+"="+m["meta_value"], "="+id, "=itself"))
			}
			if m["object_id"] == id {
				kept = append(kept, "in "+m["term_taxonomy_id"])
			}
		}
		slices.Sort(kept)
		out = append(out, strings.Join(kept, " | "))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}
