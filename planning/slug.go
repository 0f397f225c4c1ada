package planning

import (
	"encoding/json"
	"strings"

	"github.com/gosimple/slug"

	"github.com/aisteam/aisteam/assistant"
)

const maxSlug = 80

// regularSlug writes a page's address as addresses are written, keeping its letters; a new page gets it from its title where
// none was asked for.
func regularSlug(t assistant.TaskType, parameters map[string]json.RawMessage) {
	from := []string{"slug"}
	if t == assistant.TaskCreatePage {
		from = append(from, "title")
	}
	for _, name := range from {
		text := words(parameters[name])
		if name == "title" {
			text = strings.ReplaceAll(text, "/", " ") // it stands below no other page for that
		}
		if s := slugOf(text, words(parameters["language"])); s != "" {
			parameters["slug"], _ = json.Marshal(s)
			return
		}
	}
}

// slugOf is text as an address; slashes part the pages above one another.
func slugOf(text, language string) string {
	var parts []string
	for part := range strings.SplitSeq(text, "/") {
		s := slug.MakeLang(part, letters(part, language))
		if len(s) > maxSlug {
			s = strings.Trim(s[:maxSlug], "-")
		}
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "/")
}

// letters is the language whose letters the text has: the one that is said, else German where ä, ö, ü and ß are all that is
// not plain. Others write the same letters without an e.
func letters(text, language string) string {
	said, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch said {
	case "german", "deutsch":
		return "de"
	case "", "en", "english":
	default:
		return said
	}
	umlaut := false
	for _, r := range strings.ToLower(text) {
		switch {
		case strings.ContainsRune("äöüß", r):
			umlaut = true
		case r > 0x7f && r < 0x250:
			return "en"
		}
	}
	if umlaut {
		return "de"
	}
	return "en"
}
