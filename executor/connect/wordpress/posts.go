package wordpress

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// wirePost is a post as the API tells it.
type wirePost struct {
	wirePage
	Date       string  `json:"date"`
	Excerpt    text    `json:"excerpt"`
	Picture    int64   `json:"featured_media"`
	Categories []int64 `json:"categories"`
	Tags       []int64 `json:"tags"`
}

// minutes is as much of a date as people say.
const minutes = len("2026-12-01T09:00")

func readPost(raw json.RawMessage) (wireEntry, error) {
	w, err := decoded[wirePost](raw)
	if err != nil {
		return wireEntry{}, err
	}
	fields := map[string]string{
		site.FieldTitle: w.Title.Raw, site.FieldSlug: w.Slug, site.FieldHTML: w.Content.Raw, site.FieldExcerpt: w.Excerpt.Raw,
		site.FieldStatus: w.Status, site.FieldPicture: numbered(w.Picture), site.FieldAt: "", site.FieldDate: "",
	}
	if w.Status == site.StatusLater && len(w.Date) >= minutes {
		fields[site.FieldAt] = w.Date[:minutes]
	}
	if w.Status != site.StatusDraft && w.Status != site.StatusPending {
		fields[site.FieldDate] = w.Date
	}
	if title, words, ok := w.Meta.search(); ok {
		fields[site.FieldMetaTitle], fields[site.FieldMetaWords] = w.Meta.text(title), w.Meta.text(words)
	}
	return wireEntry{
		Entry:  site.Entry{ID: w.id(), URL: w.Link, Fields: fields, Builder: builtWith(w.Content.Raw, w.Content.Rendered, w.Template)},
		status: w.Status, wire: w.wirePage, terms: map[string][]int64{site.FieldCategories: w.Categories, site.FieldTags: w.Tags},
	}, nil
}

// readPage reads a page as one of a list.
func readPage(raw json.RawMessage) (wireEntry, error) {
	w, err := decoded[wirePost](raw)
	if err != nil {
		return wireEntry{}, err
	}
	return wireEntry{
		Entry: site.Entry{ID: w.id(), URL: w.Link, Fields: map[string]string{
			site.FieldTitle: w.Title.Raw, site.FieldSlug: w.Slug, site.FieldStatus: w.Status,
		}},
		status: w.Status, wire: w.wirePage,
	}, nil
}

// body is what a write sends: the fields that are different. It makes the terms that there are not yet, and tells which.
func (s *Entries) body(ctx context.Context, p assistant.Project, k entryKind, fresh bool, changed map[string]string, m meta, doing string) (body map[string]any, made []string, err error) {
	switch k.of {
	case site.EntryPost:
		body, made, err = s.postBody(ctx, p, changed, m, doing)
	case site.EntryProduct:
		body, made, err = s.productBody(ctx, p, fresh, changed, doing)
	case site.EntryFile:
		body = renamed(changed, map[string]string{site.FieldTitle: "title", site.FieldSlug: "slug", site.FieldAlt: "alt_text", site.FieldCaption: "caption"})
	case site.EntryLink:
		body, err = linkBody(changed, fresh)
	case site.EntryPage, site.EntryMenu:
	}
	return body, made, err
}

func (s *Entries) postBody(ctx context.Context, p assistant.Project, changed map[string]string, m meta, doing string) (map[string]any, []string, error) {
	body := renamed(changed, map[string]string{
		site.FieldTitle: "title", site.FieldSlug: "slug", site.FieldHTML: "content", site.FieldExcerpt: "excerpt", site.FieldStatus: "status",
	})
	if picture, ok := changed[site.FieldPicture]; ok {
		body["featured_media"] = number(picture)
	}
	if date := changed[site.FieldDate]; date != "" {
		body["date"] = date
	}
	if at := changed[site.FieldAt]; at != "" {
		body["date"], body["status"] = at+":00", site.StatusLater
	}
	title, hasTitle := changed[site.FieldMetaTitle]
	words, hasWords := changed[site.FieldMetaWords]
	if titleKey, wordsKey, ok := m.search(); ok && (hasTitle || hasWords) {
		more := map[string]any{}
		if hasTitle {
			more[titleKey] = title
		}
		if hasWords {
			more[wordsKey] = words
		}
		body["meta"] = more
	}
	var made []string
	for field, route := range postTerms() {
		names, ok := changed[field]
		if !ok {
			continue
		}
		ids, fresh, err := s.termIDs(ctx, p, route, site.Listed(names), doing)
		made = append(made, fresh...)
		if err != nil {
			s.unmake(ctx, p, made)
			return nil, nil, err
		}
		body[field] = ids
	}
	return body, made, nil
}

// renamed are the fields by the names that the API has for them.
func renamed(fields, names map[string]string) map[string]any {
	out := map[string]any{}
	for field, name := range names {
		if value, ok := fields[field]; ok {
			out[name] = value
		}
	}
	return out
}

// metaFor asks which meta data new entries of the kind have.
func (s *Entries) metaFor(ctx context.Context, p assistant.Project, k entryKind, doing string) (meta, error) {
	if k.of != site.EntryPost {
		return nil, nil
	}
	return s.metaOf(ctx, p, k.route, doing)
}

// Prospect says what the site has to say of an entry that is to be written: what stands where a new one would, what is made along
// with it, and what of it the site does not keep.
func (s *Entries) Prospect(ctx context.Context, p assistant.Project, kind site.EntryKind, e site.Entry, purpose string) (site.Prospect, error) {
	var out site.Prospect
	k, err := kindOf(kind)
	if err != nil {
		return out, err
	}
	if e.ID == "" {
		if out.Taken, err = s.takenBy(ctx, p, k, e, purpose); err != nil {
			return out, shopless(k, err)
		}
	}
	for field, route := range termsOf(k.of) {
		names := site.Listed(e.Fields[field])
		known, err := s.knownTerms(ctx, p, route, names, purpose)
		if err != nil {
			return out, shopless(k, err)
		}
		for _, name := range names {
			if _, ok := known[strings.ToLower(name)]; !ok {
				out.Makes = append(out.Makes, termNoun(route)+" “"+name+"”")
			}
		}
	}
	_, described := e.Fields[site.FieldMetaTitle]
	if _, words := e.Fields[site.FieldMetaWords]; k.of == site.EntryPost && (described || words) {
		m, err := s.metaOf(ctx, p, k.route, purpose)
		if err != nil {
			return out, err
		}
		if _, _, ok := m.search(); !ok {
			out.Lacks = []string{site.FieldMetaTitle, site.FieldMetaWords}
		}
	}
	return out, nil
}

// takenBy finds what stands where the new entry would: one of its kind, in the trash too, or, of a post, a page of the address.
func (s *Entries) takenBy(ctx context.Context, p assistant.Project, k entryKind, e site.Entry, purpose string) ([]site.Taken, error) {
	slug := e.Fields[site.FieldSlug]
	if slug == "" || k.of != site.EntryPost && k.of != site.EntryProduct {
		return nil, nil
	}
	var out []site.Taken
	here, err := s.entries(ctx, p, k, site.Query{Slug: slug}, purpose)
	for _, w := range here {
		by := site.TakenByPost
		if w.status != published {
			by = site.TakenByDraft
		}
		out = append(out, site.Taken{By: by, Path: slug, Title: w.Title(), URL: w.URL})
	}
	if err != nil || len(out) > 0 {
		return out, err
	}
	if k.of == site.EntryProduct {
		return s.takenSKU(ctx, p, k, e, purpose)
	}
	pages, err := s.bySlug(ctx, p, purpose, published, slug)
	if err != nil || len(pages) == 0 {
		return nil, err
	}
	var latest []wirePage
	err = s.do(ctx, p, request{method: http.MethodGet, path: k.route, doing: purpose, query: map[string][]string{"per_page": {"1"}, "status": {published}, "context": {"edit"}}}, &latest)
	for _, w := range pages {
		if len(latest) > 0 && within(site.AddressOf(p), latest[0].Link) == latest[0].Slug && w.Parent == 0 {
			out = append(out, site.Taken{By: site.TakenByPage, Path: slug, Title: w.Title.Raw, URL: w.Link})
		}
	}
	return out, err
}
