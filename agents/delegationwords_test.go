package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

func TestWhoDecidesForThemIsSaidInFourLanguages(t *testing.T) {
	ends := func(who string) agents.DelegationWords { return agents.DelegationWords{Ends: true, Who: who} }
	asks, again := agents.DelegationWords{Asks: true}, agents.DelegationWords{Ends: true, Again: true}
	names := func(who, until string) agents.DelegationWords { return agents.DelegationWords{Who: who, Until: until} }
	for said, want := range map[string]agents.DelegationWords{
		"Ben decides for me until Friday":                             names("Ben", "Friday"),
		"Hans, please let @Ben Brown decide for me until 3 December.": names("Ben Brown", "3 December"),
		"Until Friday at 17:30, Ben decides in my place":              names("Ben", "Friday at 17:30"),
		"Ben decides until Friday for me":                             names("Ben", "Friday"),
		"ben approves for me till 2026-12-24!":                        names("ben", "2026-12-24"),
		"Ben decides for me":                                          names("Ben", ""),
		"Ben entscheidet bis Freitag für mich":                        names("Ben", "Freitag"),
		"Ben entscheidet für mich bis zum 3. Dezember":                names("Ben", "3. Dezember"),
		"Bis Freitag entscheidet Jörg Maßmann für mich":               names("Jörg Maßmann", "Freitag"),
		"Ben darf bis morgen für mich entscheiden":                    names("Ben", "morgen"),
		"Ben décide pour moi jusqu'à vendredi":                        names("Ben", "vendredi"),
		"Jusqu’au 3 décembre, c'est Chloé qui décide pour moi":        names("Chloé", "3 décembre"),
		"Ben decide por mí hasta el viernes":                          names("Ben", "viernes"),
		"Hasta el viernes decide Íñigo por mí":                        names("Íñigo", "viernes"),

		"Ben no longer decides for me":        ends("Ben"),
		"Ben doesn't decide for me any more":  ends("Ben"),
		"Stop letting Ben decide for me":      ends("Ben"),
		"Nobody decides for me any more":      ends(""),
		"I decide myself again":               ends(""),
		"Ben entscheidet nicht mehr für mich": ends("Ben"),
		"Ich entscheide wieder selbst":        ends(""),
		"Ben ne décide plus pour moi":         ends("Ben"),
		"Je décide de nouveau moi-même":       ends(""),
		"Ben ya no decide por mí":             ends("Ben"),
		"Vuelvo a decidir yo":                 ends(""),

		"ask me again": again, "Frag wieder mich": again, "Redemande-moi": again, "Vuelve a preguntarme": again,

		"Who decides for me?": asks, "who approves for me": asks, "Wer entscheidet für mich?": asks, "Qui décide pour moi ?": asks, "¿Quién decide por mí?": asks,
		"For whom do I decide?": asks,
	} {
		if got, ok := agents.ReadDelegation(said); !ok || got != want {
			t.Errorf("%q is read as %+v, %t", said, got, ok)
		}
		if reply := served().ReadReply(said); reply.Intent == agents.ReplyStop || reply.Intent == agents.ReplyYes {
			t.Errorf("%q is a reply of its own: %s", said, reply.Intent)
		}
	}
	for _, other := range []string{
		"Does Ben decide for me until Friday?", "Ben decides", "decide for me", "Who decides about the shop?", "You decide for me", "Ask me again before you update pages",
		"Write a page that says Ben decides for me until Friday", "I wonder whether Ben decides for me", "If he is there Ben decides for me", "yes", "Ben decides for Cleo until Friday", "",
		"What Ben decides for me", "Ben entscheidet für Cleo bis Freitag",
	} {
		if got, ok := agents.ReadDelegation(other); ok {
			t.Errorf("%q is read as %+v", other, got)
		}
	}
}

// TestWhatIsSaidToWriteAboutWhoDecidesIsUnderstood in the language in which it is said.
func TestWhatIsSaidToWriteAboutWhoDecidesIsUnderstood(t *testing.T) {
	for _, l := range assistant.Languages() {
		w := wording.In(l)
		if got, ok := agents.ReadDelegation(w.Say("I decide myself again")); !ok || !got.Ends {
			t.Errorf("in %s the end is read as %+v", l, got)
		}
		if got, ok := agents.ReadDelegation(w.Say("%s decides for me until Friday", "Ben Brown")); !ok || got.Who != "Ben Brown" || got.Until == "" {
			t.Errorf("in %s naming somebody is read as %+v", l, got)
		}
	}
}
