package cardpress

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/wording"
)

// Sections are views of one section each, by name, of those that no card has yet. text is all of their words.
func Sections(text string) map[string]view.View {
	in := wording.In(assistant.English)
	out := map[string]view.View{}
	for name, s := range map[string]view.Section{
		"section_table":      view.Table{In: in, Title: text, Columns: []string{"Page", "Visits", text}, Rows: [][]string{{"/", "1,204", text}, {"/" + text, "", "3"}, {text}}},
		"section_chart":      view.Chart{In: in, Title: text, Bars: []view.Bar{{Name: "October", Said: "$ 12.40", Value: 12.4}, {Name: text, Said: "$ 6.20 " + text, Value: 6.2}, {Name: "December", Said: "nothing"}}},
		"section_picture":    view.Picture{Seen: text, File: assistant.File{Name: "page.png", Type: "image/png", URL: assistant.FilePath + "01920000-0000-7000-8000-0000000000f1"}},
		"section_list":       view.List{In: in, Title: text, Items: []view.Fact{{Text: text}, {Sign: view.Done, Text: "done", At: cardkit.Noon}}},
		"section_difference": view.Difference{In: in, Title: text, Fields: []assistant.Field{{Name: text, Old: "1", New: text}, {Name: "gone", Old: text}}},
		"section_files":      view.Files{In: in, Names: []string{text, "b.pdf"}, Items: []assistant.File{{Name: text, URL: "https://files.example/a"}, {Name: "b.pdf", URL: assistant.FilePath + "01920000-0000-7000-8000-0000000000f2"}}},
	} {
		out[name] = view.View{In: in, Kind: view.Approval, Tone: view.Quiet, Title: "Sections", Aloud: "Sections", Sections: []view.Section{s}}
	}
	return out
}
