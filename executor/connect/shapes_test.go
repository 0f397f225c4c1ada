package connect_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/webaudit"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// inBlocks is a page as the editor keeps it.
const inBlocks = `<!-- wp:group {"layout":{"type":"constrained"}} -->
<div class="wp-block-group"><!-- wp:heading -->
<h2 id="zeiten">Öffnungszeiten</h2>
<!-- /wp:heading -->

<!-- wp:paragraph {"align":"center"} -->
<p class="has-text-align-center">Mo–Fr 8–17 Uhr</p>
<!-- /wp:paragraph -->

<!-- wp:latest-posts {"postsToShow":3} /-->

<!-- wp:html -->
<iframe src="https://maps.example.com/?q=a&b=c"></iframe>
<!-- /wp:html --></div>
<!-- /wp:group -->
`

// seeded puts a site's own content on it, and returns the page that is changed.
func seeded(t *testing.T, s *wordpresskit.Site) (hours string) {
	t.Helper()
	out, err := s.Do(t.Context(), `
$page = fn($title, $slug, $parent, $content, $status = 'publish', $type = 'page') => wp_insert_post(wp_slash(['post_type' => $type, 'post_title' => $title, 'post_name' => $slug, 'post_parent' => $parent, 'post_content' => $content, 'post_status' => $status]));
$company = $page('Company', 'company', 0, '<p>About us.</p>');
$hours = $page('Hours', 'hours', $company, `+quoted(inBlocks)+`);
$page('Built', 'built', 0, '[et_pb_section][et_pb_row][et_pb_text]x[/et_pb_text][/et_pb_row][/et_pb_section]');
wp_trash_post($page('Old offer', 'old-offer', 0, '<p>Gone.</p>'));
$page('Begun here', '', 0, '<p>Draft.</p>', 'draft');
$page('Some news', 'some-news', 0, '<p>News.</p>', 'publish', 'post');
$page('Front', 'front', 0, '<p>The front page.</p>');
update_option('show_on_front', 'page'); update_option('page_on_front', get_page_by_path('front')->ID);
echo "PAGE", $hours;`)
	if err != nil {
		t.Fatal(err)
	}
	_, hours, _ = strings.Cut(out, "PAGE")
	return strings.TrimSpace(hours)
}

func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

func exported(t *testing.T, s *wordpresskit.Site) map[string]map[string]string {
	t.Helper()
	all, err := s.Export(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// apart lists what differs between two exports: table/number of what is new or gone, table/number.column of what has changed.
func apart(before, after map[string]map[string]string) []string {
	var out []string
	for k, old := range before {
		now, there := after[k]
		if !there {
			out = append(out, "-"+k)
			continue
		}
		for column, was := range old {
			if now[column] != was {
				out = append(out, k+"."+column)
			}
		}
	}
	for k := range after {
		if _, there := before[k]; !there {
			out = append(out, "+"+k)
		}
	}
	slices.Sort(out)
	return out
}

// newPosts are the rows of posts that an export has and another has not.
func newPosts(before, after map[string]map[string]string) []map[string]string {
	var out []map[string]string
	for _, k := range slices.Sorted(maps.Keys(after)) {
		if _, there := before[k]; !there && strings.HasPrefix(k, "posts/") {
			out = append(out, after[k])
		}
	}
	return out
}

// TestWordPressInItsShapes works on sites as people have them, and compares all their content before and after.
func TestWordPressInItsShapes(t *testing.T) {
	t.Parallel()
	first := wordpresskit.ForTest(t)
	if err := first.Extend("moved", `add_action('template_redirect', function () { if (preg_match('~/moved/?$~', $_SERVER['REQUEST_URI'])) { wp_redirect(home_url('/company/'), 301, 'Redirection'); exit; } });
add_filter('wp_is_application_passwords_available', fn() => !get_option('test_passwords_off'));`); err != nil {
		t.Fatal(err)
	}
	folder, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var last *wordpresskit.Site
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
		secret := &one{assistant.Secret(s.Password)}
		w := newWorld(t, folder, secret, assistant.Project{Connections: []assistant.Connection{site.WordPress(s.URL, s.User)}})
		t.Run(c.name, func(t *testing.T) { testShape(t, w, s, c.shape.Permalinks) })
		last = s
	}
	t.Run("who may not is told why", func(t *testing.T) { testDenied(t, folder, last) })
}

func testShape(t *testing.T, w world, s *wordpresskit.Site, permalinks string) {
	hours := seeded(t, s)
	before := exported(t, s)
	create, update := w.tool(t, "create_page"), w.tool(t, "update_content_block")

	block := w.call(t, "task:block/0", packsite.UpdateContentBlock{Slug: "company/hours", Block: "paragraph", Text: "Mo–Sa 8–18 Uhr & mehr"})
	changed := w.approved(t, update, block)
	after := exported(t, s)
	staged := map[string]bool{} // what was put up for the decision, and is in the trash now
	for _, p := range newPosts(before, after) {
		staged[p["ID"]] = p["post_status"] == "trash" && strings.HasPrefix(p["post_name"], "aisteam-draft-")
	}
	want := []string{"posts/" + hours + ".post_content", "posts/" + hours + ".post_modified", "posts/" + hours + ".post_modified_gmt"}
	for _, d := range apart(before, after) {
		row := after[strings.TrimPrefix(d, "+")]
		if !slices.Contains(want, d) && !staged[row["ID"]] && !staged[row["post_id"]] {
			t.Errorf("the edit has changed %s: %v", d, row)
		}
	}
	content, _, _ := strings.Cut(after["posts/"+hours]["post_content"], "\n<!-- aisteam:")
	if content != strings.Replace(inBlocks, "Mo–Fr 8–17 Uhr", "Mo–Sa 8–18 Uhr &amp; mehr", 1) {
		t.Errorf("more than the block has changed:\n%s", content)
	}

	made := w.approved(t, create, w.call(t, "task:services/0", services(content1)))
	child := w.approved(t, create, w.call(t, "task:child/0", packsite.CreatePage{Slug: "company/team", Title: "Team", ContentHTML: "<p>We are five.</p>"}))
	full := exported(t, s)
	fresh := newPosts(after, full)
	if len(fresh) != 2 || fresh[0]["post_name"] != "our-services" || fresh[1]["post_name"] != "team" || fresh[1]["post_parent"] == "0" || fresh[1]["post_parent"] != before["posts/"+hours]["post_parent"] {
		t.Errorf("made: %v", fresh)
	}
	for _, d := range apart(after, full) {
		if !strings.HasPrefix(d, "+posts/") {
			t.Errorf("making pages has changed %s", d)
		}
	}
	for _, r := range []assistant.Receipt{made, child} {
		if status, body := seen(t, r.Result.Fields.Text("url")); status != http.StatusOK || !strings.Contains(body, r.Result.Fields.Text("title")) {
			t.Errorf("%v answers %d", r.Result.Fields, status)
		}
	}
	if permalinks != "" && child.Result.Fields.Text("url") != site.AddressOf(w.project)+"/company/team/" {
		t.Errorf("the child page is at %s", child.Result.Fields.Text("url"))
	}

	testQuestions(t, w, permalinks)
	testAudits(t, w)
	if d := apart(full, exported(t, s)); len(d) > 0 {
		t.Errorf("questions and audits have changed %q", d)
	}

	for _, done := range []struct {
		key string
		r   assistant.Receipt
	}{{"task:child/0", child}, {"task:services/0", made}, {"task:block/0", changed}} {
		if err := create.Undo(t.Context(), w.call(t, done.key, struct{}{}), done.r); err != nil {
			t.Fatalf("undo of %s: %v", done.key, err)
		}
	}
	end := exported(t, s)
	thrown := map[string]bool{}
	for _, p := range newPosts(before, end) {
		if thrown[p["ID"]] = true; p["post_status"] != "trash" {
			t.Errorf("after undo: %v", p)
		}
	}
	for _, d := range apart(before, end) {
		row := end[strings.TrimPrefix(d, "+")]
		if !strings.HasSuffix(d, ".post_modified") && !strings.HasSuffix(d, ".post_modified_gmt") && !thrown[row["ID"]] && !thrown[row["post_id"]] {
			t.Errorf("after undo %s differs: %v", d, row)
		}
	}
}

const content1 = "<p>Welcome.</p><h2>Ponds</h2><p>We dig ponds.</p>"

// approved does a call as it is done for people: shown, staged, approved as it was shown, done, and looked at.
func (w world) approved(t *testing.T, tool tools.Tool, c tools.Call) assistant.Receipt {
	t.Helper()
	shown, err := tool.Preview(t.Context(), c)
	if err != nil {
		t.Fatalf("preview: %+v", err)
	}
	if _, err := tool.Stage(t.Context(), c); err != nil {
		t.Fatalf("stage: %v", err)
	}
	c.Approved = shown.State
	r, err := tool.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	if sight, said, err := tool.Verify(t.Context(), c, r); err != nil || sight != assistant.SightAsWritten {
		t.Errorf("%s %s, %v", sight, said, err)
	}
	return r
}

func testQuestions(t *testing.T, w world, permalinks string) {
	create := w.tool(t, "create_page")
	questions := map[string]string{
		"company": "There is a page at /company already", "company/hours": "There is a page at /company/hours already", "old-offer": "is in the trash: “Old offer”",
		"begun-here": "the draft “Begun here”", "company/away/x": "There is no page /company/away", "built": "built with Divi",
	}
	if permalinks != "" {
		questions["moved"] = "leads to " + site.AddressOf(w.project) + "/company/"
	}
	if permalinks == "/%postname%/" {
		questions["some-news"] = "There is a post at /some-news already"
	}
	for slug, says := range questions {
		title := strings.ReplaceAll(slug, "-", " ")
		_, err := create.Run(t.Context(), w.call(t, "task:"+slug, packsite.CreatePage{Slug: slug, Title: title, ContentHTML: "<p>x</p>"}))
		if p := trouble(t, err); !strings.Contains(p.Message.String(), says) || p.Recovery.String() == "" {
			t.Errorf("%s: %s %s", slug, p.Message, p.Recovery)
		}
	}
	p, err := create.Preview(t.Context(), w.call(t, "task:hours/0", packsite.CreatePage{Slug: "hours", Title: "Hours", ContentHTML: "<p>x</p>"}))
	if err != nil || p.Title.String() != "Create the page /hours" || !strings.Contains(fmt.Sprint(p.Warnings), "/company/hours; it stays as it is") {
		t.Errorf("%+v, %v", p, err)
	}
	_, err = w.tool(t, "update_content_block").Preview(t.Context(), w.call(t, "task:hours/1", packsite.UpdateContentBlock{Slug: "hours", Block: "paragraph", Text: "x"}))
	if p := trouble(t, err); !strings.Contains(p.Message.String(), "There is /company/hours") {
		t.Errorf("%+v", p)
	}
}

func testAudits(t *testing.T, w world) {
	pack, err := packsite.Tools(packsite.Config{Pages: w.sites, Ground: w.sites, Auditor: webaudit.New(webaudit.Config{Own: "tenant-1"})})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range pack {
		if tool.Name != "run_audit" {
			continue
		}
		for slug, title := range map[string]string{"company/hours": "Hours", "front": "A site for tests"} {
			c := w.call(t, "audit", packsite.RunAudit{Slug: slug})
			c.Out = outward.New(outward.Config{Project: w.project})
			r, err := tool.Run(t.Context(), c)
			if err != nil || !strings.Contains(r.Result.Fields.Text("title"), title) {
				t.Errorf("%s: %+v, %v", slug, r.Result.Fields, err)
			}
		}
	}
}

func testDenied(t *testing.T, folder *sitefolder.Folder, s *wordpresskit.Site) {
	w := newWorld(t, folder, &one{assistant.Secret(s.Password)}, assistant.Project{Connections: []assistant.Connection{site.WordPress(s.URL, s.User)}})
	for _, c := range []struct{ set, says string }{
		{"(new WP_User(1))->set_role('author');", "the account “admin” may not do that: its role on the site is author"},
		{"update_option('test_passwords_off', '1');", "The site takes no application passwords"},
		{"delete_option('test_passwords_off');", "its role on the site is author"},
	} {
		if _, err := s.Do(t.Context(), c.set); err != nil {
			t.Fatal(err)
		}
		_, err := w.tool(t, "create_page").Run(t.Context(), w.call(t, "task:x/0", services(content)))
		if p := trouble(t, err); !strings.Contains(p.Message.String(), c.says) {
			t.Errorf("%s: %+v", c.set, p)
		}
	}
	testWrongPassword(t, w)
}
