package components

import (
	"fmt"
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gosimple/slug"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// wholeName is the file that a long answer comes as.
const wholeName = "answer.md"

// Enclosure is a file that goes with a message: what of an answer is long, or what an agent made.
type Enclosure struct {
	Name  string         // on Discord
	Whole string         // the whole answer; "" for a file that is kept
	Made  assistant.File // the kept file
	Data  []byte         // its bytes, once they are taken from where it is kept
}

// Bytes returns the content of the file.
func (e Enclosure) Bytes() []byte {
	if e.Whole != "" {
		return []byte(e.Whole)
	}
	return e.Data
}

// Component shows the file: with components of version 2 Discord shows no other.
func (e Enclosure) component() Component {
	return Component{Type: typeFile, File: &media{URL: "attachment://" + e.Name}}
}

// plainName are names that Discord keeps as they are. Others it changes, and then nothing can refer to them.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$`)

// enclosed are the files that an answer hands over, under names that Discord keeps and that differ.
func (r Renderer) enclosed(kept []assistant.File) []Enclosure {
	if r.Bare {
		return nil
	}
	taken := []string{wholeName}
	var out []Enclosure
	for i, f := range kept {
		name := assistant.CleanName(f.Name)
		if !plainName.MatchString(name) {
			ending := path.Ext(name)
			name = bots.Clip(slug.Make(strings.TrimSuffix(name, ending)), 80)
			name = strings.Trim(name, "…-") + "." + slug.Make(ending)
		}
		if !plainName.MatchString(name) || slices.Contains(taken, name) {
			name = fmt.Sprintf("%d-%s", i+1, strings.TrimLeft(name, "."))
		}
		taken = append(taken, name)
		out = append(out, Enclosure{Name: name, Made: f})
	}
	return out
}

// Attachment names a file of a message: a new one by its number in the request, one that is there already by its id. One that
// is not named is taken off.
type Attachment struct {
	ID   string `json:"id"`
	Name string `json:"filename"`
}

// Carries tells whether files go with it.
func (p Posting) Carries() bool { return len(p.files) > 0 }

// Carried returns the names and contents of the attached files.
func (p Posting) Carried() iter.Seq2[string, []byte] { return contents(p.files) }

// Carries tells whether files go with it.
func (e Editing) Carries() bool { return len(e.files) > 0 }

// Carried returns the names and contents of the attached files.
func (e Editing) Carried() iter.Seq2[string, []byte] { return contents(e.files) }

func contents(files []Enclosure) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, f := range files {
			if !yield(f.Name, f.Bytes()) {
				return
			}
		}
	}
}

// attachments names new files.
func attachments(files []Enclosure) []Attachment {
	var out []Attachment
	for i, f := range files {
		out = append(out, Attachment{ID: itoa(i), Name: f.Name})
	}
	return out
}
