package connect_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/packs/posts"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// TestMarksAndSearchWordsLiveInMeta: where the site has the file that we give for it, nothing of ours stands in people's content, and
// what search engines are told is kept where the site's plugin keeps it. Where it has not, that is said.
func TestMarksAndSearchWordsLiveInMeta(t *testing.T) {
	t.Parallel()
	first := wordpresskit.ForTest(t)
	folder, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s, err := first.Shaped(t.Context(), wordpresskit.Shape{Permalinks: "/%postname%/", Role: "editor"})
	if err != nil {
		t.Fatal(err)
	}
	w := onBlog(t, s, folder)
	page := packsite.CreatePage{Slug: "plain", Title: "Plain", ContentHTML: "<p>x</p>", MetaTitle: "Found", MetaDescription: "By many."}
	if r := w.approved(t, w.tool(t, "create_page"), w.call(t, "task:plain/0", page)); !strings.Contains(r.Result.Summary.String(), "search title and description are not set") {
		t.Errorf("%s", r.Result.Summary.String())
	}
	post := posts.CreatePost{Title: "Plain post", ContentHTML: "<p>x</p>", MetaTitle: "Found", MetaDescription: "By many."}
	if shown, r := w.agreed(t, posts.TaskCreate, w.call(t, "task:plain/1", post)); !strings.Contains(r.Result.Summary.String(), "cannot be set from here") || !strings.Contains(fmt.Sprint(shown.Warnings), "cannot be set from here") {
		t.Errorf("%s %q", r.Result.Summary.String(), shown.Warnings)
	}

	file, err := os.ReadFile("../../deploy/wordpress/aisteam.php")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(file), "<?php")
	if err := first.Extend("aisteam", "define(get_option('test_plugin') ?: 'NONE_VERSION', '1');\n"+code); err != nil {
		t.Fatal(err)
	}
	for plugin, keys := range map[string][2]string{
		"WPSEO_VERSION": {"_yoast_wpseo_title", "_yoast_wpseo_metadesc"}, "RANK_MATH_VERSION": {"rank_math_title", "rank_math_description"},
		"SEOPRESS_VERSION": {"_seopress_titles_title", "_seopress_titles_desc"},
	} {
		t.Run(plugin, func(t *testing.T) {
			if _, err := s.Do(t.Context(), "update_option('test_plugin', '"+plugin+"');"); err != nil {
				t.Fatal(err)
			}
			testMeta(t, w, s, keys)
		})
	}
}

func testMeta(t *testing.T, w world, s *wordpresskit.Site, keys [2]string) {
	before := exported(t, s)
	create := w.tool(t, "create_page")
	call := w.call(t, "task:page/0", packsite.CreatePage{Slug: "found", Title: "Found", ContentHTML: "<p>Here.</p>", MetaTitle: "Found by many", MetaDescription: "By many."})
	made := w.approved(t, create, call)
	_, post := w.agreed(t, posts.TaskCreate, w.call(t, "task:post/0", posts.CreatePost{Title: "News", ContentHTML: "<p>x</p>", MetaTitle: "News for many"}))
	change := w.call(t, "task:change/0", packsite.UpdateContentBlock{Slug: "found", Block: "intro", Text: "There."})
	changed := w.approved(t, w.tool(t, "update_content_block"), change)
	after := exported(t, s)
	kept := map[string]string{}
	for _, row := range after {
		if row["post_id"] == made.Result.Fields.Text("id") || row["post_id"] == post.Result.Fields.Text("id") {
			kept[row["post_id"]+row["meta_key"]] = row["meta_value"]
		}
	}
	id := made.Result.Fields.Text("id")
	if kept[id+keys[0]] != "Found by many" || kept[id+keys[1]] != "By many." || len(strings.Fields(kept[id+"_aisteam_marks"])) != 3 || kept[post.Result.Fields.Text("id")+keys[0]] != "News for many" {
		t.Errorf("kept: %v", kept)
	}
	for _, p := range newPosts(before, after) {
		if strings.Contains(p["post_content"], "aisteam") {
			t.Errorf("ours stands in the content: %v", p)
		}
	}
	if _, found, err := w.tool(t, "update_content_block").Recover(t.Context(), change); !found || err != nil {
		t.Errorf("a change whose answer was lost: %v %v", found, err)
	}
	if err := create.Undo(t.Context(), change, changed); err != nil {
		t.Fatal(err)
	}
	if r, found, err := create.Recover(t.Context(), call); !found || err != nil || r.Result.Fields.Text("id") != id {
		t.Errorf("a page whose answer was lost: %v %v", found, err)
	}
	if err := create.Undo(t.Context(), call, made); err != nil {
		t.Fatal(err)
	}
	w.takenBack(t, posts.TaskCreate, post)
}
