package media

import (
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var (
	uploadForm = script.Pattern(`(?is)^(?:upload|put|add)\s+(?:the\s+)?(?:picture|photo|image|file)?\s*["“]?([^\s"“”]+\.(?:png|jpe?g|gif|webp|pdf))["”]?(.*)$`)
	altForm    = script.Pattern(`(?is)\b(?:alt(?:ernative)?\s+text|that\s+shows|showing|it\s+shows)\s*:?\s*(.+)$`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{
		Verbs: []string{"upload", "put"}, Begin: func() script.Part { return &asked{} },
		Called: map[string]string{"alt": "alt", "caption": "caption"},
	}
}

type upload struct{ file, alt string }

// asked is the files that a request asks to have put up.
type asked struct{ files []upload }

// Find implements [script.Part].
func (a *asked) Find(clause string) int {
	if m := uploadForm().FindStringSubmatchIndex(clause); m != nil {
		return m[2]
	}
	return -1
}

// Take implements [script.Part].
func (a *asked) Take(clause string) {
	m := uploadForm().FindStringSubmatch(clause)
	u := upload{file: m[1]}
	if q := script.Quotes(m[2]); len(q) > 0 {
		u.alt = q[0]
	} else if alt := altForm().FindStringSubmatch(m[2]); alt != nil {
		u.alt = script.UpperFirst(script.Unquoted(alt[1]))
	}
	a.files = append(a.files, u)
}

// Wishes implements [script.Part].
func (a *asked) Wishes(string, llm.ProjectFact) []script.Wish {
	var out []script.Wish
	for i, u := range a.files {
		out = append(out, script.Wish{
			Goal: "put “" + u.file + "” into the library", Title: "Put up a file", Here: true, Types: []assistant.TaskType{TaskUpload},
			Agents: []assistant.AgentID{assistant.WebEngineer},
			Needs: []llm.RequirementReply{{
				Key: "alt", Question: "What does “" + u.file + "” show?", Required: true, Value: u.alt, Reason: "People who do not see it are told these words.",
			}},
			Draft: func(d *script.Draft) {
				d.Add(0, script.Key("upload", i, len(a.files)), TaskUpload, assistant.WebEngineer, "Put “"+script.Cut(u.file, 80)+"” into the library",
					script.Text("file", u.file), script.Text("alt", script.First(u.alt, d.Values["alt"])))
			},
		})
	}
	return out
}
