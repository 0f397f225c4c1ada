package components

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// The verbs of what people set for themselves.
const (
	VerbSettingOpen = "setting:open" // a select; what was chosen is the setting whose form is opened
	VerbSetting     = "setting:set"  // that form
)

// IsSetting tells whether a verb is about what people set for themselves.
func IsSetting(verb string) bool { return strings.HasPrefix(verb, "setting:") }

// Settings shows, below safe words, what people may set for themselves, to choose one from.
func Settings(safe string, all []assistant.Setting, in wording.Words) []Component {
	choose := Component{Type: typeSelect, CustomID: CustomID(VerbSettingOpen, "list"), Placeholder: in.Say("What would you like to set?")}
	for _, one := range all[:min(len(all), selectLimit)] {
		choose.Options = append(choose.Options, option{Label: Label(in.Label(one.Label), LimitOption), Value: one.Name})
	}
	return []Component{Text(bots.Clip(safe, roomOfOutlook)), row(choose)}
}

// SettingForm is the form of one of them.
func SettingForm(s assistant.Setting, in wording.Words) *Modal {
	return Form(CustomID(VerbSetting, s.Name), s.Form, in)
}
