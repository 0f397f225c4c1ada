package wording_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// strangers are what people ask for in languages that we have no words in: each way to ask with each thing.
func strangers() map[string][2]string {
	return map[string][2]string{
		"it": {
			"Per favore crea %s|Potresti controllare %s oggi?|Vorrei cambiare %s|Ho bisogno di %s per la squadra|Mi puoi mostrare %s?|Chi ha scritto %s?|Quando sarà pronta %s?|Non riesco a trovare %s|Aggiungi %s al sito|Cosa manca ancora in %s?",
			"una pagina nuova|la lista dei clienti|il titolo della pagina iniziale|un articolo sulle vacanze|la pagina dei contatti|gli orari di apertura|una bozza del testo|il modulo di contatto",
		},
		"pt": {
			"Por favor, crie %s|Você pode verificar %s hoje?|Eu gostaria de mudar %s|Preciso de %s para a equipe|Pode me mostrar %s?|Quem escreveu %s?|Quando fica pronta %s?|Não consigo encontrar %s|Adicione %s ao site|O que falta em %s?",
			"uma página nova|a lista de clientes|o título da página inicial|um artigo sobre as férias|a página de contato|os horários de abertura|um rascunho do texto|o formulário de contato",
		},
		"nl": {
			"Maak alsjeblieft %s|Kun je %s vandaag controleren?|Ik wil %s graag veranderen|We hebben %s nodig voor het team|Laat me %s zien|Wie heeft %s geschreven?|Wanneer is %s klaar?|Ik kan %s niet vinden|Voeg %s toe aan de website|Wat ontbreekt er nog aan %s?",
			"een nieuwe pagina|de lijst met klanten|de titel van de startpagina|een bericht over de vakantie|de pagina met contactgegevens|de openingstijden|een opzet van de tekst|het contactformulier",
		},
		"pl": {
			"Proszę, utwórz %s|Czy możesz dziś sprawdzić %s?|Chciałbym zmienić %s|Potrzebujemy %s dla zespołu|Możesz mi pokazać %s?|Kto napisał %s?|Kiedy będzie gotowa %s?|Nie mogę znaleźć %s|Dodaj %s do witryny|Czego jeszcze brakuje w %s?",
			"nową stronę|listę klientów|tytuł strony głównej|artykuł o wakacjach|stronę kontaktową|godziny otwarcia sklepu|szkic tego tekstu|formularz kontaktowy na stronie",
		},
		"sv": {
			"Snälla skapa %s|Kan du kontrollera %s idag?|Jag skulle vilja ändra %s|Vi behöver %s till laget|Kan du visa mig %s?|Vem har skrivit %s?|När är %s klar?|Jag hittar inte %s|Lägg till %s på webbplatsen|Vad saknas det i %s?",
			"en ny sida|listan över kunder|rubriken på startsidan|en artikel om semestern|sidan med kontakter|öppettiderna i butiken|ett utkast till texten|vårt kontaktformulär",
		},
		"ca": {
			"Si us plau, crea %s|Pots comprovar %s avui?|Voldria canviar %s|Necessitem %s per a l'equip|Em pots mostrar %s?|Qui ha escrit %s?|Quan estarà llesta %s?|No trobo %s enlloc|Afegeix %s al lloc web|Què hi falta encara a %s?",
			"una pàgina nova|la llista de clients|el títol de la pàgina inicial|un article sobre les vacances|la pàgina de contacte|els horaris d'obertura|un esborrany del text|el formulari de contacte",
		},
	}
}

// TestNobodyIsTakenForTheirNeighbour: of sentences of at least four words in languages that we have no words in, at most two in a hundred
// are taken for one of ours, and most are known to be none of them.
func TestNobodyIsTakenForTheirNeighbour(t *testing.T) {
	for language, parts := range strangers() {
		all, known := 0, 0
		var taken []string
		for ask := range strings.SplitSeq(parts[0], "|") {
			for thing := range strings.SplitSeq(parts[1], "|") {
				text := strings.Replace(ask, "%s", thing, 1)
				if len(strings.Fields(text)) < 4 {
					continue
				}
				all++
				if l := wording.Heard(text); l != "" {
					taken = append(taken, string(l)+": "+text)
				}
				if wording.Elsewhere(text) {
					known++
				}
			}
		}
		if all < 60 || len(taken)*50 > all || known*10 < all*9 {
			t.Errorf("%s: of %d sentences %d are known to be none of ours, and %d are taken for ours:\n%s", language, all, known, len(taken), strings.Join(taken, "\n"))
		}
	}
}

// TestWhoWritesOneOfOursIsNoStranger, nor who says too little to tell.
func TestWhoWritesOneOfOursIsNoStranger(t *testing.T) {
	for text, want := range map[string]assistant.Language{
		"Kannst du bitte bis morgen die Preise auf der Seite ändern?":          assistant.German,
		"Warum ist die Seite heute so langsam?":                                assistant.German,
		"Wir haben hier ein Problem mit dem Formular":                          assistant.German,
		"Schreib einen Artikel über Wasserfilter":                              assistant.German,
		"Peux-tu changer les prix de la page avant demain ?":                   assistant.French,
		"Nous avons un problème avec le formulaire de contact":                 assistant.French,
		"Il y a un problème avec le formulaire de contact":                     assistant.French,
		"Écris un article sur les filtres à eau":                               assistant.French,
		"Puedes cambiar los precios de la página antes de mañana?":             assistant.Spanish,
		"La página de contacto no funciona, puedes mirar qué pasa?":            assistant.Spanish,
		"Escribe un artículo sobre los filtros de agua para nuestros clientes": assistant.Spanish,
		"Can you change the prices on the page by tomorrow?":                   assistant.English,
		"Is it so that we are on time?":                                        assistant.English,
	} {
		if got := wording.Heard(text); got != want || wording.Elsewhere(text) {
			t.Errorf("%q is heard as %q, elsewhere %t", text, got, wording.Elsewhere(text))
		}
	}
	for _, short := range []string{"sì grazie", "ok", "ja", "sim", "tak", "Aquaverter", ""} {
		if wording.Elsewhere(short) {
			t.Errorf("%q is enough to tell", short)
		}
	}
}
