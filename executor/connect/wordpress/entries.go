package wordpress

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// entryKind is how the API keeps a kind of entry.
type entryKind struct {
	of     site.EntryKind
	route  string
	noun   string // within a sentence
	states string // all of them, but the trash
	read   func(json.RawMessage) (wireEntry, error)
	lasts  bool // it has no trash: what is removed is gone
}

// wireEntry is an entry as the API tells it. Its terms are numbers still.
type wireEntry struct {
	site.Entry
	status string
	terms  map[string][]int64 // by the field that holds their names
	wire   wirePage
}

func kindOf(k site.EntryKind) (entryKind, error) {
	for _, one := range []entryKind{
		{of: site.EntryPage, route: "/wp/v2/pages", noun: "the page", states: anyStatus, read: readPage},
		{of: site.EntryPost, route: "/wp/v2/posts", noun: "the post", states: anyStatus, read: readPost},
		{of: site.EntryProduct, route: "/wc/v3/products", noun: "the product", states: "any", read: readProduct},
		{of: site.EntryFile, route: "/wp/v2/media", noun: "the file", states: "inherit,private", read: readFile, lasts: true},
		{of: site.EntryMenu, route: "/wp/v2/menus", noun: "the menu", read: readMenu, lasts: true},
		{of: site.EntryLink, route: "/wp/v2/menu-items", noun: "the link", states: "publish,draft", read: readLink, lasts: true},
	} {
		if one.of == k {
			return one, nil
		}
	}
	return entryKind{}, fmt.Errorf("wordpress: there is no kind of entry %q", k)
}

// maxEntries is what the API gives of a list at once.
const maxEntries = 100

// Entries are what sites hold in lists: posts, products, files, menus and their links.
type Entries struct {
	*api
	paths
	terms
}

// Entries lists the entries that are meant, as the site orders them. What is in the trash is not among them.
func (s *Entries) Entries(ctx context.Context, p assistant.Project, kind site.EntryKind, q site.Query, purpose string) ([]site.Entry, error) {
	k, err := kindOf(kind)
	if err != nil {
		return nil, err
	}
	all, err := s.entries(ctx, p, k, q, purpose)
	if err != nil {
		return nil, shopless(k, err)
	}
	if err := s.nameTerms(ctx, p, k, all, purpose); err != nil {
		return nil, err
	}
	out := make([]site.Entry, 0, len(all))
	for _, e := range all {
		out = append(out, e.Entry)
	}
	return out, nil
}

func (s *Entries) entries(ctx context.Context, p assistant.Project, k entryKind, q site.Query, purpose string) ([]wireEntry, error) {
	var raws []json.RawMessage
	r := request{method: http.MethodGet, path: k.route, query: listed(k, q), doing: purpose}
	if q.ID != "" {
		r.path, r.query = r.path+"/"+url.PathEscape(q.ID), url.Values{"context": {"edit"}}
		var one json.RawMessage
		err := s.do(ctx, p, r, &one)
		if errors.Is(err, assistant.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		raws = append(raws, one)
	} else {
		err := s.do(ctx, p, r, &raws)
		if errors.Is(err, errTooLong) {
			raws, err = s.inParts(ctx, p, r)
		}
		if err != nil {
			return nil, err
		}
	}
	var out []wireEntry
	for _, raw := range raws {
		e, err := k.read(raw)
		if err != nil || e.ID == "0" || e.ID == "" {
			return nil, strange(false, "the answer is not "+k.noun)
		}
		if e.status != "trash" && (q.ID == "" || e.ID == q.ID) {
			out = append(out, e)
		}
	}
	return out, nil
}

// inParts asks for a list a few entries at a time: a hundred long ones are more than is read at once.
func (s *Entries) inParts(ctx context.Context, p assistant.Project, r request) ([]json.RawMessage, error) {
	const few = 10
	most := int(number(r.query.Get("per_page")))
	r.query = maps.Clone(r.query)
	r.query.Set("per_page", strconv.Itoa(few))
	var all []json.RawMessage
	for page := 1; len(all) < most; page++ {
		r.query.Set("page", strconv.Itoa(page))
		var part []json.RawMessage
		err := s.do(ctx, p, r, &part)
		if err != nil && (page == 1 || !strings.Contains(err.Error(), "invalid_page_number")) { // which is said behind the last one
			return nil, err
		}
		all = append(all, part...)
		if len(part) < few {
			break
		}
	}
	return all[:min(len(all), most)], nil
}

// listed is the query as the API takes it.
func listed(k entryKind, q site.Query) url.Values {
	most := maxEntries
	if q.Most > 0 {
		most = min(q.Most, maxEntries)
	}
	out := url.Values{"context": {"edit"}, "per_page": {strconv.Itoa(most)}}
	for name, value := range map[string]string{"slug": q.Slug, "sku": q.SKU, "search": q.Search, "menus": q.Menu} {
		if value != "" {
			out.Set(name, value)
		}
	}
	if status := cmp.Or(q.Status, k.states); status != "" {
		out.Set("status", status)
	}
	return out
}

// shopless says that a site has no shop where the routes of one are missing.
func shopless(k entryKind, err error) error {
	t, ok := errors.AsType[*assistant.Trouble](err)
	if k.of != site.EntryProduct || !ok || !strings.Contains(t.Error(), "rest_no_route") {
		return err
	}
	return trouble(assistant.SideContext, t.Error(), assistant.Say("The site has no shop that I can work on: WooCommerce does not answer there."),
		assistant.Say("Please check that the plugin WooCommerce is installed and active on the site."), false, assistant.Say("looking for the shop's API"))
}

// WriteEntry creates an entry without an ID, or changes the one of the ID in the fields that are different, where it still hashes to
// over. What was made along with it is noted in the entry that it returns; what the given one has made, a write that takes it
// back, goes where nothing uses it.
func (s *Entries) WriteEntry(ctx context.Context, p assistant.Project, kind site.EntryKind, e site.Entry, over string) (site.Entry, error) {
	k, err := kindOf(kind)
	if err != nil {
		return e, err
	}
	old := wireEntry{}
	doing := "create " + k.noun
	if e.ID != "" {
		doing = "update " + k.noun
		if old, err = s.stands(ctx, p, k, e, over, doing); err != nil {
			return e, shopless(k, err)
		}
	} else if old.wire.Meta, err = s.metaFor(ctx, p, k, doing); err != nil {
		return e, shopless(k, err)
	}
	changed := e.Changed(old.Entry)
	body, made, err := s.body(ctx, p, k, e.ID == "", changed, old.wire.Meta, doing)
	if err != nil {
		return e, err
	}
	r := request{method: http.MethodPost, path: k.route, query: url.Values{"context": {"edit"}}, body: body, doing: doing}
	if e.ID != "" {
		r.path += "/" + url.PathEscape(e.ID)
	}
	if e.Bytes != nil {
		r.body, r.raw, r.name, r.kind = nil, e.Bytes, e.Fields[site.FieldName], e.Fields[site.FieldType]
		r.query = uploadQuery(body)
	}
	now, err := s.wrote(ctx, p, k, r)
	if err != nil {
		if !errors.Is(err, assistant.ErrUncertain) {
			s.unmake(ctx, p, made)
		}
		return e, gone(err)
	}
	if e.ID != "" && now.ID != e.ID {
		return e, strange(true, "the answer is another than "+k.noun)
	}
	s.unmake(ctx, p, e.Made)
	now.Made = made
	return now, nil
}

// wrote sends the write and reads what stands then.
func (s *Entries) wrote(ctx context.Context, p assistant.Project, k entryKind, r request) (site.Entry, error) {
	var raw json.RawMessage
	if err := s.do(ctx, p, r, &raw); err != nil {
		return site.Entry{}, err
	}
	now, err := k.read(raw)
	if err != nil || now.ID == "" || now.ID == "0" {
		return site.Entry{}, strange(true, "the answer is not "+k.noun)
	}
	all := []wireEntry{now}
	if err := s.nameTerms(ctx, p, k, all, r.doing); err != nil {
		return site.Entry{}, fmt.Errorf("%w: %w", assistant.ErrUncertain, err)
	}
	return all[0].Entry, nil
}

// stands returns the entry if it still has the state that the write was made from.
func (s *Entries) stands(ctx context.Context, p assistant.Project, k entryKind, e site.Entry, over, doing string) (wireEntry, error) {
	all, err := s.entries(ctx, p, k, site.Query{ID: e.ID}, doing)
	if err != nil {
		return wireEntry{}, err
	}
	if len(all) == 0 {
		return wireEntry{}, gone(fmt.Errorf("%s %s: %w", k.noun, e.ID, assistant.ErrNotFound))
	}
	if err := s.nameTerms(ctx, p, k, all, doing); err != nil {
		return wireEntry{}, err
	}
	if all[0].Hash() != over {
		return wireEntry{}, fmt.Errorf("%s %s: %w", doing, e.ID, assistant.ErrMoved)
	}
	if lost := all[0].wire.wouldLose(e.Fields[site.FieldHTML]); lost != "" && e.Fields[site.FieldHTML] != all[0].Fields[site.FieldHTML] {
		return wireEntry{}, filteredOff(k.noun, lost)
	}
	return all[0], nil
}

// RemoveEntry moves the entry to the trash, or deletes it if its kind has no trash. What was made along with it is removed unless
// something else uses it. Removing what is already gone is no error.
func (s *Entries) RemoveEntry(ctx context.Context, p assistant.Project, kind site.EntryKind, e site.Entry) error {
	k, err := kindOf(kind)
	if err != nil {
		return err
	}
	r := request{method: http.MethodDelete, path: k.route + "/" + url.PathEscape(e.ID), doing: "remove " + k.noun}
	if k.lasts {
		r.query = url.Values{"force": {"true"}}
	}
	err = s.do(ctx, p, r, nil)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) && !alreadyTrashed(err) {
		return err
	}
	s.unmake(ctx, p, e.Made)
	return nil
}

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func numbered(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func sortedIDs(ids []int64) []int64 {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}
