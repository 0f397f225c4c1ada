package wordpress

import (
	"encoding/json"
	"strconv"

	"github.com/aisteam/aisteam/assistant/site"
)

type wireMenu struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

func readMenu(raw json.RawMessage) (wireEntry, error) {
	w, err := decoded[wireMenu](raw)
	if err != nil {
		return wireEntry{}, err
	}
	return wireEntry{Entry: site.Entry{ID: numbered(w.ID), Fields: map[string]string{site.FieldTitle: w.Name, site.FieldSlug: w.Slug}}}, nil
}

// wireLink is a line of a menu as the API tells it.
type wireLink struct {
	ID     int64  `json:"id"`
	Title  text   `json:"title"`
	URL    string `json:"url"`
	Order  int    `json:"menu_order"`
	Parent int64  `json:"parent"`
	Menu   int64  `json:"menus"`
	Type   string `json:"type"`
	Object string `json:"object"`
	Of     int64  `json:"object_id"`
	Status string `json:"status"`
}

const ofPage = "page"

func readLink(raw json.RawMessage) (wireEntry, error) {
	w, err := decoded[wireLink](raw)
	if err != nil {
		return wireEntry{}, err
	}
	title := w.Title.Raw
	if title == "" {
		title = w.Title.Rendered // it has the title of what it leads to
	}
	fields := map[string]string{
		site.FieldTitle: title, site.FieldAddress: w.URL, site.FieldOrder: strconv.Itoa(w.Order), site.FieldUnder: numbered(w.Parent),
		site.FieldMenu: numbered(w.Menu), site.FieldObject: "",
	}
	if w.Object == ofPage {
		fields[site.FieldObject] = numbered(w.Of)
	}
	return wireEntry{Entry: site.Entry{ID: numbered(w.ID), URL: w.URL, Fields: fields}, status: w.Status}, nil
}

func linkBody(changed map[string]string) map[string]any {
	body := map[string]any{"status": published}
	for field, name := range map[string]string{site.FieldMenu: "menus", site.FieldUnder: "parent", site.FieldOrder: "menu_order"} {
		if value := changed[field]; value != "" {
			body[name] = number(value)
		}
	}
	if title := changed[site.FieldTitle]; title != "" {
		body["title"] = title
	}
	if of := changed[site.FieldObject]; of != "" {
		body["type"], body["object"], body["object_id"] = "post_type", ofPage, number(of)
	} else if address := changed[site.FieldAddress]; address != "" {
		body["type"], body["url"] = "custom", address
	}
	return body
}
