package posts

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/packs/entry"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

// The task types of the pack.
const (
	TaskCreate assistant.TaskType = "create_post"
	TaskUpdate assistant.TaskType = "update_post"
	TaskList   assistant.TaskType = "list_content"
)

// Config gives the pack what it works on.
type Config struct {
	Keeper entry.Keeper
	Now    func() time.Time
}

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack { return tools.Pack{Name: "posts"} }

// Tools returns the pack's tools.
func Tools(c Config) ([]tools.Tool, error) {
	if c.Keeper == nil || c.Now == nil {
		return nil, errors.New("posts pack: a keeper and a clock are needed")
	}
	w := writing{
		Writing: entry.Writing{Keeper: c.Keeper, Kind: site.EntryPost, Noun: "post", Policy: clean.New(), Fields: []entry.Field{
			{Name: site.FieldTitle, Label: "Title"},
			{Name: site.FieldHTML, Label: "Content", HTML: true},
			{Name: site.FieldExcerpt, Label: "Excerpt", HTML: true},
			{Name: site.FieldCategories, Label: "Categories"},
			{Name: site.FieldTags, Label: "Tags"},
			{Name: site.FieldPicture, Label: "Featured picture"},
			{Name: site.FieldSlug, Label: "Address"},
			{Name: site.FieldStatus, Label: "State"},
			{Name: site.FieldAt, Label: "Published at"},
			{Name: site.FieldMetaTitle, Label: "Search title"},
			{Name: site.FieldMetaWords, Label: "Search description"},
		}},
		now: c.Now,
	}
	return []tools.Tool{w.create(), w.update(), listContent(c.Keeper)}, nil
}

// writing is what both tools that write posts have in common.
type writing struct {
	entry.Writing
	now func() time.Time
}

func (w writing) create() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskCreate), Label: "Write a post", Examples: written(),
		Description: "Creates a post of the website's blog: published, as a draft, or for later. It replaces none that is there. " +
			"Its result has the fields url, id and title.",
		Owners: packsite.Owners(), Needs: site.Blog, HTML: []string{"contentHtml"}, Title: "title", Unique: "title", Regular: packsite.RegularPage,
		Subject: tools.About("title"), Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[CreatePost](),
		Nouns: strings.Fields("post posts article articles blog"), Verbs: []string{"blog"}, With: []string{"draft_content", "draft_seo"},
	}, w.wantedNew)
}

func (w writing) update() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskUpdate), Label: "Change a post", Examples: changed(),
		Description: "Changes a post of the website's blog: its title, content, excerpt, categories, tags, featured picture, state or what " +
			"search engines are told. What is left out stays. Its result has the fields url, id and title.",
		Owners: packsite.Owners(), Needs: site.Blog, HTML: []string{"contentHtml"}, Subject: tools.About("post"),
		Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[UpdatePost](),
		Nouns: strings.Fields("excerpt category categories tag tags"), Verbs: []string{"tag"}, With: []string{"draft_content"},
	}, w.wantedChange)
}

func (w writing) wantedNew(ctx context.Context, c tools.Call, open bool) (entry.Wanted, error) {
	a, err := tools.Read[CreatePost](c)
	if err != nil {
		return entry.Wanted{}, err
	}
	if a.Slug = strings.Trim(a.Slug, "/"); a.Slug == "" {
		a.Slug = packsite.Slug(a.Title, c.Project.Language)
	}
	if !site.ValidSlug(a.Slug) {
		return entry.Wanted{}, assistant.BadInput(assistant.Say("“%s” cannot be the address of a post.", a.Slug), assistant.Say("Please use lower case letters and digits, with single hyphens between words, such as our-news."))
	}
	out := entry.Wanted{Fields: map[string]string{
		site.FieldTitle: a.Title, site.FieldSlug: a.Slug, site.FieldHTML: withoutHeading(a.ContentHTML, a.Title), site.FieldStatus: site.StatusPublic,
	}}
	set(out.Fields, site.FieldExcerpt, a.Excerpt)
	set(out.Fields, site.FieldCategories, site.Joined(site.Listed(a.Categories)))
	set(out.Fields, site.FieldTags, site.Joined(site.Listed(a.Tags)))
	set(out.Fields, site.FieldMetaTitle, a.MetaTitle)
	set(out.Fields, site.FieldMetaWords, a.MetaDescription)
	return out, w.more(ctx, c, open, &out, a.Status, a.PublishAt, a.Picture)
}

func (w writing) wantedChange(ctx context.Context, c tools.Call, open bool) (entry.Wanted, error) {
	a, err := tools.Read[UpdatePost](c)
	if err != nil {
		return entry.Wanted{}, err
	}
	out := entry.Wanted{Means: a.Post, Fields: map[string]string{}}
	if strings.TrimSpace(a.Post) == "" {
		return out, assistant.BadInput(assistant.Say("It is not said which post is meant."), assistant.Say("Please tell me its title."))
	}
	set(out.Fields, site.FieldTitle, a.Title)
	set(out.Fields, site.FieldHTML, withoutHeading(a.ContentHTML, a.Title))
	set(out.Fields, site.FieldExcerpt, a.Excerpt)
	set(out.Fields, site.FieldCategories, site.Joined(site.Listed(a.Categories)))
	set(out.Fields, site.FieldTags, site.Joined(site.Listed(a.Tags)))
	set(out.Fields, site.FieldMetaTitle, a.MetaTitle)
	set(out.Fields, site.FieldMetaWords, a.MetaDescription)
	if none(a.Tags) {
		out.Fields[site.FieldTags] = ""
	}
	if err := w.more(ctx, c, open, &out, a.Status, a.PublishAt, a.Picture); err != nil {
		return out, err
	}
	return out, w.added(ctx, c, &out, a)
}

// added puts further tags and categories beside those that the post has.
func (w writing) added(ctx context.Context, c tools.Call, out *entry.Wanted, a UpdatePost) error {
	for field, more := range map[string]string{site.FieldTags: a.AddTags, site.FieldCategories: a.AddCategories} {
		if len(site.Listed(more)) == 0 {
			continue
		}
		if _, given := out.Fields[field]; given {
			return assistant.BadInput(assistant.Say("It is said what all its %s are, and which are added.", field), assistant.Say("Please give only one of them."))
		}
		old, err := w.Meant(ctx, c.Project, a.Post, "update the post")
		if err != nil {
			return err
		}
		all := site.Listed(old.Fields[field])
		for _, name := range site.Listed(more) {
			if !containsFold(all, name) {
				all = append(all, name)
			}
		}
		out.Fields[field] = site.Joined(all)
	}
	return nil
}

// more reads the state, the time and the picture.
func (w writing) more(ctx context.Context, c tools.Call, open bool, out *entry.Wanted, status, at, picture string) error {
	switch status {
	case "":
	case site.StatusPublic, site.StatusDraft, site.StatusPrivate:
		out.Fields[site.FieldStatus], out.Fields[site.FieldAt] = status, ""
	default:
		return assistant.BadInput(assistant.Say("A post cannot be “%s”.", clean.Short(status)), assistant.Say("Please say publish, draft or private."))
	}
	if at != "" {
		when, err := w.later(at)
		if err != nil {
			return err
		}
		if status == site.StatusDraft || status == site.StatusPrivate {
			return assistant.BadInput(assistant.Say("A post cannot be %s and be published later.", status), assistant.Say("Please say one of the two."))
		}
		out.Fields[site.FieldStatus], out.Fields[site.FieldAt] = site.StatusLater, when
	}
	if none(picture) {
		out.Fields[site.FieldPicture] = ""
		return nil
	}
	id, note, err := w.Picture(ctx, c.Project, picture, open)
	if err != nil {
		return err
	}
	set(out.Fields, site.FieldPicture, id)
	if !note.IsZero() {
		out.Notes = append(out.Notes, note)
	}
	return nil
}

// later reads a time that is still to come. The site's clock may be ahead of ours or behind it by its time zone.
func (w writing) later(text string) (string, error) {
	text = strings.Replace(strings.TrimSpace(text), " ", "T", 1)
	if len(text) > len("2026-12-01T09:00") {
		text = text[:len("2026-12-01T09:00")]
	}
	t, err := time.Parse("2006-01-02T15:04", text)
	if err != nil {
		return "", assistant.BadInput(assistant.Say("“%s” is no time that I can read.", clean.Short(text)), assistant.Say("Please write it like 2026-12-01T09:00."))
	}
	if t.Before(w.now().UTC().Add(-12 * time.Hour)) {
		return "", assistant.BadInput(assistant.Say("The time %s is over.", t.Format("2 January 2006, 15:04")), assistant.Say("Please choose one that is still to come."))
	}
	return t.Format("2006-01-02T15:04"), nil
}

func set(fields map[string]string, name, value string) {
	if strings.TrimSpace(value) != "" {
		fields[name] = value
	}
}

func none(word string) bool { return strings.EqualFold(strings.TrimSpace(word), "none") }

func containsFold(all []string, name string) bool {
	for _, one := range all {
		if strings.EqualFold(one, name) {
			return true
		}
	}
	return false
}

// withoutHeading is content without a main heading at its beginning: the site shows the post's title there.
func withoutHeading(content, _ string) string {
	trimmed := strings.TrimSpace(content)
	if !strings.HasPrefix(strings.ToLower(trimmed), "<h1") {
		return content
	}
	if _, rest, ok := strings.Cut(trimmed, "</h1>"); ok && strings.TrimSpace(rest) != "" {
		return strings.TrimSpace(rest)
	}
	return content
}
