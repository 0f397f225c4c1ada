package assistant

import "strings"

// Language is what people and the team speak in a conversation, by its two letters. "" is not known yet.
type Language string

// The languages that every sentence of ours is there in.
const (
	English Language = "en"
	German  Language = "de"
	French  Language = "fr"
	Spanish Language = "es"
)

// Languages are all of them.
func Languages() []Language { return []Language{English, German, French, Spanish} }

// LanguageOf is the language of a locale as platforms write it: "de-AT", "fr_CA", "es-419". "" for one that is none of ours.
func LanguageOf(locale string) Language {
	tag, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), "-")
	for _, l := range Languages() {
		if string(l) == tag {
			return l
		}
	}
	return ""
}

// Own is what the language calls itself; "" for one that is none of ours.
func (l Language) Own() string {
	switch l {
	case English:
		return "English"
	case German:
		return "Deutsch"
	case French:
		return "Français"
	case Spanish:
		return "Español"
	default:
		return ""
	}
}

// Name is the language's English name, as models are told it; "" for one that is none of ours.
func (l Language) Name() string {
	switch l {
	case English:
		return "English"
	case German:
		return "German"
	case French:
		return "French"
	case Spanish:
		return "Spanish"
	default:
		return ""
	}
}
