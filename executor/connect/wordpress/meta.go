package wordpress

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

// meta is what a site keeps beside a content and shows of it: what a plugin, or the file deploy/wordpress/aisteam.php, has
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

// metaOf asks which keys contents of a route have.
func (s *Sites) metaOf(ctx context.Context, p assistant.Project, route, purpose string) (meta, error) {
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
	return told.Schema.Properties.Meta.Properties, err
}
