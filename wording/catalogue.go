package wording

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"

	"github.com/aisteam/aisteam/assistant"
)

//go:embed catalogue
var files embed.FS

// The catalogues are read when somebody first speaks the language.
var (
	english = catalogued(assistant.English) //nolint:gochecknoglobals // read once, when it is first asked for, never changed
	german  = catalogued(assistant.German)  //nolint:gochecknoglobals // read once, when it is first asked for, never changed
	french  = catalogued(assistant.French)  //nolint:gochecknoglobals // read once, when it is first asked for, never changed
	spanish = catalogued(assistant.Spanish) //nolint:gochecknoglobals // read once, when it is first asked for, never changed
)

func catalogued(l assistant.Language) func() *catalogue {
	return sync.OnceValue(func() *catalogue {
		c, err := read(l)
		if err != nil {
			return &catalogue{printer: message.NewPrinter(language.English)} // a test reads each of them
		}
		return c
	})
}

// catalogue is what there is to say in one language.
type catalogue struct {
	printer *message.Printer
	whole   map[string]string // the sentences without verbs
}

// Entry is one sentence in one language: as it is, or by the number that its argument By has.
type Entry struct {
	Text  string // where no number changes it
	By    int    // counts from 1
	One   string
	Other string
}

// UnmarshalJSON reads a sentence, or an object with "one", "other" and, where it is not the first argument that counts, "by".
func (e *Entry) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &e.Text)
	}
	numbered := struct {
		By    int    `json:"by"`
		One   string `json:"one"`
		Other string `json:"other"`
	}{By: 1}
	if err := json.Unmarshal(raw, &numbered); err != nil {
		return fmt.Errorf("a sentence by number: %w", err)
	}
	e.By, e.One, e.Other = numbered.By, numbered.One, numbered.Other
	return nil
}

// Forms are the texts of the entry.
func (e Entry) Forms() []string {
	if e.By == 0 {
		return []string{e.Text}
	}
	return []string{e.One, e.Other}
}

// Entries are the sentences of a language as its file has them. English has only those that numbers change.
func Entries(l assistant.Language) (map[string]Entry, error) {
	raw, err := files.ReadFile("catalogue/" + string(l) + ".json")
	if err != nil {
		return nil, fmt.Errorf("catalogue of %s: %w", l, err)
	}
	var out map[string]Entry
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("catalogue of %s: %w", l, err)
	}
	return out, nil
}

func read(l assistant.Language) (*catalogue, error) {
	all, err := Entries(l)
	if err != nil {
		return nil, err
	}
	tag := language.Make(string(l))
	c := &catalogue{whole: map[string]string{}}
	b := catalog.NewBuilder(catalog.Fallback(tag))
	for key, e := range all {
		if e.By == 0 {
			err = b.SetString(tag, key, e.Text)
			if !strings.Contains(key, "%") {
				c.whole[key] = e.Text
			}
		} else {
			err = b.Set(tag, key, plural.Selectf(e.By, "%d", plural.One, e.One, plural.Other, e.Other))
		}
		if err != nil {
			return nil, fmt.Errorf("catalogue of %s: %q: %w", l, key, err)
		}
	}
	c.printer = message.NewPrinter(tag, message.Catalog(b))
	return c, nil
}
