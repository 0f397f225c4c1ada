package fakediscord

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// FindSchema looks for Discord's OpenAPI file beside the module's root, from the working directory upwards; "" when it is
// not there.
func FindSchema() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			file := filepath.Join(dir, "..", "shared", "oracles", "discord-openapi.json")
			if _, err := os.Stat(file); err != nil {
				return ""
			}
			return file
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// templates are the bodies that are checked, by the name of their route here.
func templates() map[string]string {
	return map[string]string{
		"POST channels/messages":         "POST /channels/{channel_id}/messages",
		"PATCH channels/messages/id":     "PATCH /channels/{channel_id}/messages/{message_id}",
		"PATCH channels":                 "PATCH /channels/{channel_id}",
		"POST channels/messages/threads": "POST /channels/{channel_id}/messages/{message_id}/threads",
		"POST callback":                  "POST /interactions/{interaction_id}/{interaction_token}/callback",
		"PATCH @original":                "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
		"PUT applications/commands":      "PUT /applications/{application_id}/commands",
		"POST users/@me/channels":        "POST /users/@me/channels",
	}
}

// Checker holds bodies against the schema, with unknown fields refused, and against the rules.
type Checker struct{ bodies map[string]*jsonschema.Schema }

// known keeps what was compiled: it takes longer than most of the conversations that it looks at.
var known struct {
	sync.Mutex
	of map[string]*Checker
}

// NewChecker reads the schema, once for all servers of the process; without a file only the rules are checked.
func NewChecker(file string) (*Checker, error) {
	if file == "" {
		return &Checker{}, nil
	}
	known.Lock()
	defer known.Unlock()
	if c := known.of[file]; c != nil {
		return c, nil
	}
	c, err := compile(file)
	if err != nil {
		return nil, err
	}
	if known.of == nil {
		known.of = map[string]*Checker{}
	}
	known.of[file] = c
	return c, nil
}

func compile(file string) (*Checker, error) {
	c := &Checker{bodies: map[string]*jsonschema.Schema{}}
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	strict(doc)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource("discord.json", doc); err != nil {
		return nil, fmt.Errorf("read schema: %w", err)
	}
	esc := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
	for route, template := range templates() {
		method, path, _ := strings.Cut(template, " ")
		s, err := compiler.Compile("discord.json#/paths/" + esc.Replace(path) + "/" + strings.ToLower(method) +
			"/requestBody/content/application~1json/schema")
		if err != nil {
			return nil, fmt.Errorf("compile %s: %w", template, err)
		}
		c.bodies[route] = s
	}
	return c, nil
}

// strict refuses fields that the schema does not name, so that a misspelt one is found.
func strict(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
			if _, said := v["additionalProperties"]; !said {
				v["additionalProperties"] = false
			}
		}
		for _, x := range v {
			strict(x)
		}
	case []any:
		for _, x := range v {
			strict(x)
		}
	}
}

// Check looks at the body of a request as it goes over the wire.
func (c *Checker) Check(route string, body []byte) error {
	if s := c.bodies[route]; s != nil {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
		if err != nil {
			return fmt.Errorf("not JSON: %w", err)
		}
		if err := s.Validate(v); err != nil {
			return fmt.Errorf("schema: %w", err)
		}
	}
	return rules(route, body)
}

// part is a component as far as the rules look at it.
type part struct {
	Type       float64 `json:"type"`
	Content    string  `json:"content"`
	CustomID   string  `json:"custom_id"`
	Style      float64 `json:"style"`
	URL        string  `json:"url"`
	SKU        string  `json:"sku_id"`
	Components []part  `json:"components"`
	Accessory  *part   `json:"accessory"`
	Component  *part   `json:"component"`
}

type written struct {
	Content    string            `json:"content"`
	Flags      int               `json:"flags"`
	Embeds     []json.RawMessage `json:"embeds"`
	Components []part            `json:"components"`
	Mentions   *struct {
		Parse   []string `json:"parse"`
		Users   []string `json:"users"`
		Roles   []string `json:"roles"`
		Replied bool     `json:"replied_user"`
	} `json:"allowed_mentions"`
}

// pages tells whether a message may page anybody but users whom it names, one by one, and mentions.
func (m written) pages() bool {
	a := m.Mentions
	if a == nil || a.Parse == nil || len(a.Parse) > 0 || len(a.Roles) > 0 || a.Replied || len(a.Users) > 1 {
		return true
	}
	for _, u := range a.Users {
		if !mentions(m.Components, u) {
			return true
		}
	}
	return false
}

func mentions(ps []part, user string) bool {
	return slices.ContainsFunc(ps, func(p part) bool {
		return p.Type == 10 && strings.Contains(p.Content, "<@"+user+">") || mentions(p.Components, user)
	})
}

// rules is what Discord enforces and its schema does not say, and what we hold ourselves to: nobody may be paged who is not
// spoken to.
func rules(route string, body []byte) error {
	var m written
	form := false
	switch route {
	case "POST callback":
		var answer struct {
			Type int             `json:"type"`
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			return fmt.Errorf("not an answer: %w", err)
		}
		if len(answer.Data) > 0 {
			if err := json.Unmarshal(answer.Data, &m); err != nil {
				return fmt.Errorf("not an answer: %w", err)
			}
		}
		switch answer.Type {
		case 5, 6:
			if m.Flags&^64 != 0 {
				return errors.New("an answer that defers takes only the ephemeral flag")
			}
			return nil
		case 9:
			form = true
		}
	case "POST channels/messages", "PATCH channels/messages/id", "PATCH @original":
		if err := json.Unmarshal(body, &m); err != nil {
			return fmt.Errorf("not a message: %w", err)
		}
	default:
		return nil
	}
	if !form && (m.Content != "" || len(m.Components) > 0) && m.pages() {
		return errors.New("the message may page people")
	}
	return checkMessage(m, form)
}

func checkMessage(m written, form bool) error {
	v2 := m.Flags&(1<<15) != 0
	w := &walker{ids: map[string]bool{}, allowed: form || v2}
	if err := w.walk(m.Components); err != nil {
		return err
	}
	switch {
	case form && (len(m.Components) < 1 || len(m.Components) > 5):
		return fmt.Errorf("a form of %d components", len(m.Components))
	case form:
		return nil
	case units(m.Content) > 2000:
		return fmt.Errorf("content of %d characters", units(m.Content))
	case v2 && (m.Content != "" || len(m.Embeds) > 0):
		return errors.New("content or embeds beside components of version 2")
	case w.total > 40:
		return fmt.Errorf("%d components", w.total)
	case w.text > 4000:
		return fmt.Errorf("%d characters of text", w.text)
	default:
		return nil
	}
}

type walker struct {
	ids         map[string]bool
	allowed     bool // components of version 2
	total, text int
}

func (w *walker) walk(ps []part) error {
	for _, p := range ps {
		w.total++
		if p.Type == 10 {
			w.text += units(p.Content)
		}
		if err := w.one(p); err != nil {
			return err
		}
		if err := w.walk(p.Components); err != nil {
			return err
		}
		for _, x := range []*part{p.Accessory, p.Component} {
			if x != nil {
				if err := w.walk([]part{*x}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (w *walker) one(p part) error {
	if !w.allowed && p.Type >= 9 {
		return fmt.Errorf("component type %v without its flag", p.Type)
	}
	if p.CustomID != "" && w.ids[p.CustomID] {
		return fmt.Errorf("duplicate custom_id %q", p.CustomID)
	}
	w.ids[p.CustomID] = true
	if p.Type == 2 && ((p.Style <= 4) != (p.CustomID != "") || (p.Style == 5) != (p.URL != "") || (p.Style == 6) != (p.SKU != "")) {
		return fmt.Errorf("button of style %v: exactly one of custom_id, url and sku_id must fit", p.Style)
	}
	if p.Type != 1 {
		return nil
	}
	for _, k := range p.Components {
		if (k.Type == 3 || k.Type >= 5 && k.Type <= 8) && len(p.Components) > 1 {
			return errors.New("a select is not alone in its row")
		}
	}
	return nil
}

// units counts a text as JavaScript does.
func units(s string) int { return len(utf16.Encode([]rune(s))) }
