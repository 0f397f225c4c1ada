package wordpress

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	Status string `json:"status"`
	linkRest
}

// linkRest is the remainder of a line, kept when the line is removed so that it can be restored unchanged.
type linkRest struct {
	Type   string   `json:"type,omitempty"`
	Object string   `json:"object,omitempty"`
	Of     int64    `json:"object_id,omitempty"`
	Hint   string   `json:"attr_title,omitempty"`
	Words  string   `json:"description,omitempty"`
	Target string   `json:"target,omitempty"`
	Looks  []string `json:"classes,omitempty"`
	Kin    []string `json:"xfn,omitempty"`
}

const (
	ofPage   = "page"
	ofPost   = "post_type"
	ofNobody = "custom" // an address that somebody has typed
)

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
		site.FieldTitle: title, site.FieldAddress: w.URL, site.FieldOrder: strconv.Itoa(max(w.Order, 1)), // 0 is the first, too
		site.FieldUnder: numbered(w.Parent), site.FieldMenu: numbered(w.Menu), site.FieldObject: "",
	}
	if w.Object == ofPage {
		fields[site.FieldObject] = numbered(w.Of)
	}
	if fields[site.FieldRest], err = w.kept(); err != nil {
		return wireEntry{}, err
	}
	return wireEntry{Entry: site.Entry{ID: numbered(w.ID), URL: w.URL, Fields: fields}, status: w.Status}, nil
}

// kept writes down what the other fields do not say, "" where they say it all.
func (r linkRest) kept() (string, error) {
	if r.Type == ofNobody || r.Type == ofPost && r.Object == ofPage {
		r.Type, r.Object, r.Of = "", "", 0
	}
	empty := func(s string) bool { return s == "" }
	r.Looks, r.Kin, r.Words = slices.DeleteFunc(r.Looks, empty), slices.DeleteFunc(r.Kin, empty), strings.TrimSpace(r.Words)
	raw, err := json.Marshal(r)
	if err != nil || string(raw) == "{}" {
		return "", err
	}
	return string(raw), nil
}

// linkBody is a line in the API's form. A change contains only the changed fields; a restored line contains all.
func linkBody(changed map[string]string, fresh bool) (map[string]any, error) {
	body := map[string]any{}
	if rest := changed[site.FieldRest]; rest != "" {
		r, err := decoded[linkRest](json.RawMessage(rest))
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(r)
		if err != nil {
			return nil, fmt.Errorf("write the line of a menu: %w", err)
		}
		if err := json.Unmarshal(raw, &body); err != nil {
			return nil, fmt.Errorf("write the line of a menu: %w", err)
		}
	}
	if fresh {
		body["status"] = published
	}
	for field, name := range map[string]string{site.FieldMenu: "menus", site.FieldOrder: "menu_order"} {
		if n := number(changed[field]); n != 0 {
			body[name] = n
		}
	}
	if under, ok := changed[site.FieldUnder]; ok {
		body["parent"] = number(under)
	}
	if title := changed[site.FieldTitle]; title != "" {
		body["title"] = title
	}
	_, other := body["type"]
	if of := changed[site.FieldObject]; of != "" {
		body["type"], body["object"], body["object_id"] = ofPost, ofPage, number(of)
	} else if address := changed[site.FieldAddress]; address != "" && !other {
		body["type"], body["url"] = ofNobody, address
	}
	return body, nil
}
