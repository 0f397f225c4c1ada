package wordpress

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"

	"github.com/aisteam/aisteam/assistant/site"
)

// wireFile is a file of the library as the API tells it.
type wireFile struct {
	wirePage
	Alt     string `json:"alt_text"`
	Caption text   `json:"caption"`
	Type    string `json:"mime_type"`
	Source  string `json:"source_url"`
}

func readFile(raw json.RawMessage) (wireEntry, error) {
	w, err := decoded[wireFile](raw)
	if err != nil {
		return wireEntry{}, err
	}
	return wireEntry{
		Entry: site.Entry{ID: w.id(), URL: w.Source, Fields: map[string]string{
			site.FieldTitle: w.Title.Raw, site.FieldSlug: w.Slug, site.FieldAlt: w.Alt, site.FieldCaption: w.Caption.Raw, site.FieldType: w.Type,
			site.FieldName: path.Base(w.Source),
		}},
		status: w.Status, wire: w.wirePage,
	}, nil
}

// uploadQuery returns what is sent about a file along with its bytes.
func uploadQuery(body map[string]any) url.Values {
	out := url.Values{"context": {"edit"}}
	for name, value := range body {
		out.Set(name, fmt.Sprint(value))
	}
	return out
}
