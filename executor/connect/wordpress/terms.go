package wordpress

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// A term is a category or a tag. People call it by its name, the API by its number.
type term struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Count int    `json:"count"`
}

const (
	categoriesRoute = "/wp/v2/categories"
	tagsRoute       = "/wp/v2/tags"
	shopRoute       = "/wc/v3/products/categories"
)

func postTerms() map[string]string {
	return map[string]string{site.FieldCategories: categoriesRoute, site.FieldTags: tagsRoute}
}

// termsOf are the fields of a kind that hold names of terms, with the routes of these.
func termsOf(k site.EntryKind) map[string]string {
	switch k {
	case site.EntryPost:
		return postTerms()
	case site.EntryProduct:
		return map[string]string{site.FieldCategories: shopRoute}
	case site.EntryPage, site.EntryFile, site.EntryMenu, site.EntryLink:
	}
	return nil
}

func termNoun(route string) string {
	if route == tagsRoute {
		return "the tag"
	}
	return "the category"
}

// terms are the categories and tags of sites.
type terms struct{ *api }

// nameTerms puts the names of the entries' terms into their fields.
func (s terms) nameTerms(ctx context.Context, p assistant.Project, k entryKind, all []wireEntry, doing string) error {
	if k.of != site.EntryPost {
		return nil
	}
	for field, route := range postTerms() {
		var ids []int64
		for _, e := range all {
			ids = append(ids, e.terms[field]...)
		}
		names, err := s.termNames(ctx, p, route, sortedIDs(ids), doing)
		if err != nil {
			return err
		}
		for _, e := range all {
			var mine []string
			for _, id := range e.terms[field] {
				if name, ok := names[id]; ok {
					mine = append(mine, name)
				}
			}
			e.Fields[field] = site.Joined(mine)
		}
	}
	return nil
}

func (s terms) termNames(ctx context.Context, p assistant.Project, route string, ids []int64, doing string) (map[int64]string, error) {
	out := map[int64]string{}
	for len(ids) > 0 {
		part := ids[:min(len(ids), maxEntries)]
		ids = ids[len(part):]
		var words []string
		for _, id := range part {
			words = append(words, strconv.FormatInt(id, 10))
		}
		var found []term
		err := s.do(ctx, p, request{
			method: http.MethodGet, path: route, doing: doing,
			query: url.Values{"include": {strings.Join(words, ",")}, "per_page": {strconv.Itoa(maxEntries)}},
		}, &found)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			if !slices.Contains(part, t.ID) {
				return nil, strange(false, "the answer is of other terms than were asked for")
			}
			out[t.ID] = html.UnescapeString(t.Name)
		}
	}
	return out, nil
}

// knownTerms are those of the names that there are, by their names in lower case.
func (s terms) knownTerms(ctx context.Context, p assistant.Project, route string, names []string, doing string) (map[string]int64, error) {
	out := map[string]int64{}
	for _, name := range names {
		var found []term
		err := s.do(ctx, p, request{
			method: http.MethodGet, path: route, doing: doing, query: url.Values{"search": {longest(name)}, "per_page": {strconv.Itoa(maxEntries)}},
		}, &found)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			if strings.EqualFold(html.UnescapeString(t.Name), name) {
				out[strings.ToLower(name)] = t.ID
				break
			}
		}
	}
	return out, nil
}

// longest is the longest run of letters and digits in a name: WordPress keeps some other characters as it writes them in HTML, and
// would not find them.
func longest(name string) string {
	best := ""
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(part) > len(best) {
			best = part
		}
	}
	return cmp.Or(best, name)
}

// termIDs are the numbers of the terms of these names. It makes those that there are not yet, and tells which.
func (s terms) termIDs(ctx context.Context, p assistant.Project, route string, names []string, doing string) (ids []int64, made []string, err error) {
	known, err := s.knownTerms(ctx, p, route, names, doing)
	if err != nil {
		return nil, nil, err
	}
	ids = []int64{}
	for _, name := range names {
		id, ok := known[strings.ToLower(name)]
		if !ok {
			if id, err = s.makeTerm(ctx, p, route, name); err != nil {
				return ids, made, err
			}
			made = append(made, route+"/"+strconv.FormatInt(id, 10))
		}
		ids = append(ids, id)
	}
	return ids, made, nil
}

func (s terms) makeTerm(ctx context.Context, p assistant.Project, route, name string) (int64, error) {
	var now term
	err := s.do(ctx, p, request{
		method: http.MethodPost, path: route, body: map[string]any{"name": name}, doing: "make " + termNoun(route) + " “" + name + "”",
	}, &now)
	if err == nil && now.ID == 0 {
		err = strange(true, "the answer is not a term")
	}
	return now.ID, err
}

// unmake takes away terms that were made along with an entry, where nothing uses them. One that stays is seen by nobody but
// editors.
func (s terms) unmake(ctx context.Context, p assistant.Project, made []string) {
	for _, at := range made {
		route, id, ok := cutLast(at)
		if !ok {
			continue
		}
		var now term
		r := request{method: http.MethodGet, path: route + "/" + id, doing: "take a term away"}
		if s.do(ctx, p, r, &now) != nil || now.Count > 0 {
			continue
		}
		r.method, r.query = http.MethodDelete, url.Values{"force": {"true"}}
		_ = s.do(ctx, p, r, nil)
	}
}

// cutLast parts a term as an entry notes it: only routes of terms are taken.
func cutLast(at string) (route, id string, ok bool) {
	i := strings.LastIndexByte(at, '/')
	route, id = at[:max(i, 0)], at[i+1:]
	_, err := strconv.ParseInt(id, 10, 64)
	return route, id, err == nil && (route == categoriesRoute || route == tagsRoute || route == shopRoute)
}

var errKind = errors.New("it is of another kind")

func decoded[T any](raw json.RawMessage) (T, error) {
	var w T
	if err := json.Unmarshal(raw, &w); err != nil {
		return w, fmt.Errorf("%w: %w", errKind, err)
	}
	return w, nil
}
