package wordpress

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// meta is what a site stores beside a content and exposes: the fields that a plugin, or the file deploy/wordpress/aisteam.php, has
// registered for the API.
type meta map[string]any

// UnmarshalJSON takes an empty list for none: PHP writes empty objects so.
func (m *meta) UnmarshalJSON(raw []byte) error {
	var all map[string]any
	if json.Unmarshal(raw, &all) != nil {
		all = nil
	}
	*m = all
	return nil
}

func (m meta) text(key string) string {
	text, _ := m[key].(string)
	return text
}

// marksKey is where the marks of the last writes are kept where the site takes them there.
const marksKey = "_aisteam_marks"

// searchKeys are where plugins keep what search engines are told: title and description. The first that the site shows counts.
func searchKeys() []struct{ title, words string } {
	return []struct{ title, words string }{
		{"_yoast_wpseo_title", "_yoast_wpseo_metadesc"},
		{"rank_math_title", "rank_math_description"},
		{"_seopress_titles_title", "_seopress_titles_desc"},
	}
}

// search are the keys of the plugin whose title and description are shown.
func (m meta) search() (title, words string, shown bool) {
	for _, k := range searchKeys() {
		_, hasTitle := m[k.title]
		_, hasWords := m[k.words]
		if hasTitle && hasWords {
			return k.title, k.words, true
		}
	}
	return "", "", false
}

// metaOf asks which keys contents of a route have, nil where the site does not say.
func (s *api) metaOf(ctx context.Context, p assistant.Project, route, purpose string) (meta, error) {
	var told struct {
		Schema struct {
			Properties struct {
				Meta struct {
					Properties meta `json:"properties"`
				} `json:"meta"`
			} `json:"properties"`
		} `json:"schema"`
	}
	err := s.do(ctx, p, request{method: http.MethodOptions, path: route, doing: purpose}, &told)
	if _, refused := errors.AsType[*assistant.Trouble](err); refused { // some firewalls let no such question through
		return nil, nil
	}
	return told.Schema.Properties.Meta.Properties, err
}

// described is the part of a write that goes into the site's meta data, nil for nothing.
func (m meta) described(title, words string, marks []string) map[string]any {
	out := map[string]any{}
	if titleKey, wordsKey, ok := m.search(); ok {
		if m.text(titleKey) != title {
			out[titleKey] = title
		}
		if m.text(wordsKey) != words {
			out[wordsKey] = words
		}
	}
	if m.keepsMarks() && len(marks) > 0 {
		out[marksKey] = strings.Join(marks, " ")
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func (m meta) keepsMarks() bool {
	_, ok := m[marksKey]
	return ok
}

// KeepsMeta tells whether new pages of the site have a title and a description for search engines that can be set.
func (s *Pages) KeepsMeta(ctx context.Context, p assistant.Project, purpose string) (bool, error) {
	m, err := s.metaOf(ctx, p, "/wp/v2/pages", purpose)
	_, _, ok := m.search()
	return ok, err
}
