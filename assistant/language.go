package assistant

import "strings"

// Language is the language of a conversation, as its two-letter code. "" is not known yet.
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

// Own is the language's name in itself, or "" if it is not supported.
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

// Name is the language's English name, for models; "" if it is not supported.
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
