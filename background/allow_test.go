package background_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/background"
)

// TestWhatATaskMayDoWithoutAskingIsReadInFourLanguages: what, on which target, how often, until when. What comes back in the words that
// are shown is the same.
func TestWhatATaskMayDoWithoutAskingIsReadInFourLanguages(t *testing.T) {
	const friday, month = "Fri 27 Nov 2026, 23:59 CET", "Wed 23 Dec 2026, 13:00 CET"
	for _, c := range []struct {
		words, what, target string
		most                int
		until               string
	}{
		{"it may create tickets without asking, at most 5 until Friday", "create tickets", "", 5, friday},
		{"It can create tickets without asking me first.", "create tickets", "", 20, month},
		{"please let it create tickets without asking anybody, up to three times, until Friday", "create tickets", "", 3, friday},
		{"it may update the page Contact without asking, 5 times at most until Friday", "update the page", "Contact", 5, friday},
		{"it may update “Opening hours” without approval until Friday", "update", "Opening hours", 20, friday},
		{"it may create tickets without asking for two weeks", "create tickets", "", 20, "Mon 7 Dec 2026, 13:00 CET"},
		{"es darf Tickets ohne Nachfrage anlegen, höchstens 5 bis Freitag", "Tickets anlegen", "", 5, friday},
		{"Es darf ohne zu fragen Tickets anlegen, höchstens fünfmal bis Freitag", "Tickets anlegen", "", 5, friday},
		{"Sie darf die Seite „Kontakt“ ohne Rückfrage ändern", "die Seite ändern", "Kontakt", 20, month},
		{"elle peut créer des tickets sans demander, au plus 5 jusqu’à vendredi", "créer des tickets", "", 5, friday},
		{"il peut modifier la page « Contact » sans me demander, maximum 5 fois", "modifier la page", "Contact", 5, month},
		{"puede crear tickets sin preguntar, como máximo 5 hasta el viernes", "crear tickets", "", 5, friday},
		{"Puede cambiar la página “Contacto” sin preguntarme hasta el viernes", "cambiar la página", "Contacto", 20, friday},
	} {
		a, ok, err := background.ReadAllow(c.words, "Europe/Berlin", noon)
		if !ok || err != nil || a.What != c.what || a.Target != c.target || a.Most != c.most || background.Moment(audit(), a.Until).String() != c.until {
			t.Errorf("“%s” is %v, %v: %+v until %s", c.words, ok, err, a, background.Moment(audit(), a.Until))
			continue
		}
		a.Tool = "create_ticket"
		again, err := background.ReadAllows(background.AllowSaid([]background.Allow{a, a}), "Europe/Berlin", noon)
		if err != nil || len(again) != 2 || again[1].What != "create_ticket" || again[1].Target != a.Target || again[1].Most != a.Most || !again[1].Until.Equal(a.Until.Truncate(time.Second)) {
			t.Errorf("“%s” is read as %+v: %v", background.AllowSaid([]background.Allow{a}), again, err)
		}
	}
	for words, refused := range map[string]string{
		"may it create tickets without asking?":                                  "",
		"what may it do without asking":                                          "",
		"create tickets without asking":                                          "",
		"it may create tickets":                                                  "",
		"Check the site. Tell me without asking back":                            "",
		"it may create tickets without asking, at most 500 until Friday":         "20 times and for 30 days",
		"it may create tickets without asking, at most 0":                        "20 times and for 30 days",
		"it may create tickets without asking until 3 December 2027":             "20 times and for 30 days",
		"it may create tickets without asking, 5 per day":                        "counted in all",
		"it may create tickets without asking until I feel better":               "cannot tell when",
		"es darf ohne Nachfrage Tickets anlegen, höchstens 5 pro Woche":          "counted in all",
		"it may without asking":                                                  "cannot read",
		"elle peut créer des tickets sans demander jusqu’à ce que j’aille mieux": "cannot tell when",
	} {
		_, ok, err := background.ReadAllow(words, "Europe/Berlin", noon)
		if ok != (refused != "") || ok && (err == nil || !strings.Contains(err.Error(), refused)) {
			t.Errorf("“%s” is %v: %v", words, ok, err)
		}
	}
}

// TestHowLongItIsAllowedIsReadInTheMidstOfASecond, too: clocks seldom stand at a whole one.
func TestHowLongItIsAllowedIsReadInTheMidstOfASecond(t *testing.T) {
	for _, zone := range []string{"UTC", "Europe/Berlin"} {
		a, _, err := background.ReadAllow("it may create tickets without asking for two weeks", zone, noon.Add(123456789))
		if want := noon.AddDate(0, 0, 14); err != nil || !a.Until.Equal(want) {
			t.Errorf("in %s it is until %s: %v", zone, a.Until, err)
		}
	}
}

// TestWhatIsAllowedIsNoPartOfWhatIsToBeDone: it is taken off the request, wherever it stands, and nothing else is.
func TestWhatIsAllowedIsNoPartOfWhatIsToBeDone(t *testing.T) {
	for _, c := range []struct{ request, rest, allow string }{
		{"check the links and create a ticket for each. It may create tickets without asking, at most 5 until Friday.", "check the links and create a ticket for each.", "It may create tickets without asking, at most 5 until Friday."},
		{"check the links, and it may create tickets without asking", "check the links", "it may create tickets without asking"},
		{"prüfe die Links. Es darf Tickets ohne Nachfrage anlegen. Sag mir Bescheid", "prüfe die Links. Sag mir Bescheid", "Es darf Tickets ohne Nachfrage anlegen."},
		{"vérifie les liens et elle peut créer des tickets sans demander", "vérifie les liens", "elle peut créer des tickets sans demander"},
		{"revisa los enlaces. Puede crear tickets sin preguntar, como máximo 5.", "revisa los enlaces.", "Puede crear tickets sin preguntar, como máximo 5."},
		{"check whether it may rain without asking me", "check whether it may rain without asking me", ""},
		{"check the links and create tickets", "check the links and create tickets", ""},
	} {
		if rest, allow := background.CutAllow(c.request); rest != c.rest || allow != c.allow {
			t.Errorf("“%s”: “%s”, allowed “%s”", c.request, rest, allow)
		}
	}
}

// TestAnEditCarriesWhatIsAllowed to the button and back.
func TestAnEditCarriesWhatIsAllowed(t *testing.T) {
	e, err := background.ReadEdit(audit(), "it may update “Opening hours; and more” without asking, at most 5 until Friday", noon, "")
	if err != nil || len(e.Allows) != 1 {
		t.Fatal(e, err)
	}
	e.Allows[0].Tool = "update_content_block"
	back, ok := background.ParseEdit(e.String())
	if !ok || len(back.Allows) != 1 || back.Allows[0].Target != "Opening hours; and more" || back.Allows[0].Most != 5 || back.Allows[0].Tool != "update_content_block" {
		t.Errorf("%s is %+v", e, back)
	}
	again, err := background.ReadEdit(audit(), e.Words("Europe/Berlin"), noon, "")
	if err != nil || len(again.Allows) != 1 || again.Allows[0].What != "update_content_block" {
		t.Errorf("%s is %+v: %v", e.Words("Europe/Berlin"), again, err)
	}
	if _, err := back.Of(audit(), noon); err != nil {
		t.Errorf("the task stays as it is, and something is allowed: %v", err)
	}
	for _, wrong := range []string{"a", "acreate_ticket", "a|5|x|y", "acreate_ticket|5|!|y", "acreate_ticket|many|1|y"} {
		if e, ok := background.ParseEdit(wrong); ok {
			t.Errorf("%s is %+v", wrong, e)
		}
	}
}
