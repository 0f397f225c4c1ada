package script

import "strings"

type language struct{ name, own, code string }

// languages are those the rules know by name, and their codes.
func languages() []language {
	return []language{
		{"English", "English", "en"},
		{"French", "Français", "fr"},
		{"German", "Deutsch", "de"},
		{"Spanish", "Español", "es"},
		{"Italian", "Italiano", "it"},
		{"Dutch", "Nederlands", "nl"},
		{"Portuguese", "Português", "pt"},
		{"Polish", "Polski", "pl"},
	}
}

// LanguageName is the English name of a language given by any of its names or its code, "" for an unknown one.
func LanguageName(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "-")
	for _, l := range languages() {
		if strings.EqualFold(text, l.name) || strings.EqualFold(text, l.own) || strings.EqualFold(text, l.code) {
			return l.name
		}
	}
	return ""
}

// LanguageCode is the code of a language given by any of its names, "" for an unknown one.
func LanguageCode(text string) string {
	for _, l := range languages() {
		if l.name == LanguageName(text) {
			return l.code
		}
	}
	return ""
}
