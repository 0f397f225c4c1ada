package site

import (
	"encoding/json"
	"testing"
)

// TestAddressesKeepTheirLetters: written as the language writes them without its marks.
func TestAddressesKeepTheirLetters(t *testing.T) {
	for _, c := range []struct{ text, language, want string }{
		{"Preise für Wärme", "", "preise-fuer-waerme"},
		{"Preise für Wärme", "en", "preise-fuer-waerme"},
		{"Preise für Wärme", "de-AT", "preise-fuer-waerme"},
		{"Größe & Maße", "German", "groesse-und-masse"},
		{"Öffnungszeiten", "", "oeffnungszeiten"},
		{"Större båtar på sjön", "", "storre-batar-pa-sjon"},
		{"Größer", "sv", "grosser"},
		{"Café à Paris", "", "cafe-a-paris"},
		{"Œuvres complètes", "fr", "oeuvres-completes"},
		{"Über uns", "", "ueber-uns"},
		{"Żółty łoś", "pl", "zolty-los"},
		{"東京", "", "dong-jing"},
		{"company/Our Hours", "", "company/our-hours"},
		{"/company//hours/", "", "company/hours"},
		{"Services", "", "services"},
		{"…", "", ""},
	} {
		if got := slugOf(c.text, c.language); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.text, c.language, got, c.want)
		}
	}
}

func TestAnAddressIsMadeRegularWhereverOneIsGiven(t *testing.T) {
	for _, c := range []struct {
		regular   func(map[string]json.RawMessage)
		in, title string
		want      string
	}{
		{RegularPage, "", "Preise für Wärme", "preise-fuer-waerme"},
		{RegularPage, "firma/Preise", "x", "firma/preise"},
		{RegularPage, "", "Ein/Aus", "ein-aus"},
		{RegularAddress, "Über-uns", "", "ueber-uns"},
		{RegularAddress, "", "x", ""},
	} {
		given := map[string]json.RawMessage{}
		given["title"], _ = json.Marshal(c.title)
		if c.in != "" {
			given["slug"], _ = json.Marshal(c.in)
		}
		c.regular(given)
		if got := text(given["slug"]); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.in, c.title, got, c.want)
		}
	}
}
