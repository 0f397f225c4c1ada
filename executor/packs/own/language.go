package own

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// automatic is the argument that clears a person's choice.
const automatic = "automatic"

// Language are the arguments of choose_language.
type Language struct {
	Language string `json:"language" jsonschema:"the language that is spoken with them from now on; automatic is that of their browser or platform"`
}

func (p pack) language() tools.Tool {
	schema := tools.Arguments[Language]()
	schema.Properties["language"].Enum = []any{automatic}
	for _, l := range assistant.Languages() {
		schema.Properties["language"].Enum = append(schema.Properties["language"].Enum, string(l))
	}
	return setting(TaskLanguage, "Choose one's language",
		"Chooses the language that is spoken with the person who asks, in general. Not for one text that is to be written in a language.", schema, languages(), p.heldLanguage, p.runLanguage)
}

func (p pack) runLanguage(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Language](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	chosen := assistant.Language(a.Language)
	if a.Language == automatic {
		chosen = ""
	}
	was, _, err := p.change(ctx, c, func(h assistant.Hearing) assistant.Hearing {
		h.Language = chosen
		return h
	})
	if err != nil {
		return assistant.Receipt{}, err
	}
	w := words(c)
	said := w.Say("Understood: your language is that of your browser or your platform again.")
	if chosen != "" {
		w = wording.In(chosen)
		said = w.Say("Understood: your language is English now. It is that of the panel, and of whatever I say where nothing that you wrote decides. In a conversation I answer in the language that you write in.")
	}
	back := w.Say("forget my language")
	if was.Language != "" && was.Language != chosen {
		back = wording.In(was.Language).Say("speak English with me")
	}
	if was.Language == chosen && chosen == "" {
		return saying(" ", said), nil
	}
	return saying(" ", said, w.Say("Say “%s” to take that back.", back)), nil
}
