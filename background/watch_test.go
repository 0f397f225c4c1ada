package background_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

func TestWhatHappensInAChannelIsReadInFourLanguages(t *testing.T) {
	for words, want := range map[string]background.Watched{
		"When somebody posts in #support, make a ticket about it":                   {Kind: assistant.HappenedMessage, Channel: "support", When: "When somebody posts in #support", What: "make a ticket about it"},
		"whenever someone writes a message in #C0SUPPORT: say hello":                {Kind: assistant.HappenedMessage, Channel: "C0SUPPORT", When: "whenever someone writes a message in #C0SUPPORT", What: "say hello"},
		"Each time there is a new message in #help, tell me":                        {Kind: assistant.HappenedMessage, Channel: "help", When: "Each time there is a new message in #help", What: "tell me"},
		"When somebody reacts with :ticket: in #support, make a ticket":             {Kind: assistant.HappenedReaction, Channel: "support", Emoji: "ticket", When: "When somebody reacts with :ticket: in #support", What: "make a ticket"},
		"when anybody reacts in #support, tell me":                                  {Kind: assistant.HappenedReaction, Channel: "support", When: "when anybody reacts in #support", What: "tell me"},
		"When somebody joins #team, greet them":                                     {Kind: assistant.HappenedJoin, Channel: "team", When: "When somebody joins #team", What: "greet them"},
		"When a file is shared in #invoices, note its name":                         {Kind: assistant.HappenedFile, Channel: "invoices", When: "When a file is shared in #invoices", What: "note its name"},
		"Wenn jemand in #hilfe etwas schreibt, mach ein Ticket daraus":              {Kind: assistant.HappenedMessage, Channel: "hilfe", When: "Wenn jemand in #hilfe etwas schreibt", What: "mach ein Ticket daraus"},
		"Sobald jemand in #hilfe mit :ticket: reagiert, mach ein Ticket":            {Kind: assistant.HappenedReaction, Channel: "hilfe", Emoji: "ticket", When: "Sobald jemand in #hilfe mit :ticket: reagiert", What: "mach ein Ticket"},
		"Wenn jemand #büro beitritt, begrüße ihn":                                   {Kind: assistant.HappenedJoin, Channel: "büro", When: "Wenn jemand #büro beitritt", What: "begrüße ihn"},
		"Wenn eine Datei in #rechnungen hochgeladen wird, sag mir Bescheid":         {Kind: assistant.HappenedFile, Channel: "rechnungen", When: "Wenn eine Datei in #rechnungen hochgeladen wird", What: "sag mir Bescheid"},
		"Quand quelqu’un écrit dans #aide, crée un ticket":                          {Kind: assistant.HappenedMessage, Channel: "aide", When: "Quand quelqu’un écrit dans #aide", What: "crée un ticket"},
		"Chaque fois que quelqu'un réagit avec :ticket: dans #aide, crée un ticket": {Kind: assistant.HappenedReaction, Channel: "aide", Emoji: "ticket", When: "Chaque fois que quelqu'un réagit avec :ticket: dans #aide", What: "crée un ticket"},
		"Lorsque quelqu’un rejoint #équipe, salue-le":                               {Kind: assistant.HappenedJoin, Channel: "équipe", When: "Lorsque quelqu’un rejoint #équipe", What: "salue-le"},
		"Dès qu’un fichier est déposé dans #factures, dis-le-moi":                   {Kind: assistant.HappenedFile, Channel: "factures", When: "Dès qu’un fichier est déposé dans #factures", What: "dis-le-moi"},
		"Cuando alguien escriba en #soporte, crea un ticket":                        {Kind: assistant.HappenedMessage, Channel: "soporte", When: "Cuando alguien escriba en #soporte", What: "crea un ticket"},
		"Cada vez que alguien reaccione con :ticket: en #soporte, crea un ticket":   {Kind: assistant.HappenedReaction, Channel: "soporte", Emoji: "ticket", When: "Cada vez que alguien reaccione con :ticket: en #soporte", What: "crea un ticket"},
		"Cuando alguien se una a #equipo, salúdalo":                                 {Kind: assistant.HappenedJoin, Channel: "equipo", When: "Cuando alguien se una a #equipo", What: "salúdalo"},
		"Cuando se comparta un archivo en #facturas, avísame":                       {Kind: assistant.HappenedFile, Channel: "facturas", When: "Cuando se comparta un archivo en #facturas", What: "avísame"},
	} {
		got, ok := background.FindWatched(words)
		if d := cmp.Diff(want, got); !ok || d != "" {
			t.Errorf("%s: %v %s", words, ok, d)
		}
	}
	for _, words := range []string{
		"", "When somebody posts in support, tell me", "When somebody posts in #support", "What was said in #support?", "every day at 9 look at #support, please",
		"When the order is paid, write it in #support", "When GitHub tells of an event, write in #support",
	} {
		if got, ok := background.FindWatched(words); ok {
			t.Errorf("%s: %+v", words, got)
		}
	}
}
