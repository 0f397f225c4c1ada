package wording

import (
	"strings"
	"sync"
)

// Elsewhere tells whether a text is surely in a language that we have no words in: people are not to be taken for their neighbours.
func Elsewhere(text string) bool {
	if len(text) > maxHeard {
		text = strings.ToValidUTF8(text[:maxHeard], "")
	}
	words := heardWords(text)
	return len(words) >= tellingWords && strange(words)
}

// tellingWords is how many words it takes to tell that they are none of ours.
const tellingWords = 4

// strange tells whether a language that is none of ours has more of the words than any of ours has.
func strange(words []string) bool {
	ours, theirs := map[string]float64{}, map[string]float64{}
	for _, w := range words {
		for _, l := range spokenIn()[w] {
			ours[string(l)]++
		}
		if l := lettersOf(w); l != "" && len(spokenIn()[w]) == 0 {
			ours[string(l)] += 0.6
		}
		of := neighbours()[w]
		for _, l := range of {
			theirs[l]++
		}
		if l := theirLetters(w); l != "" && len(of) == 0 {
			theirs[l]++
		}
	}
	most := func(of map[string]float64) (best float64) {
		for _, n := range of {
			best = max(best, n)
		}
		return best
	}
	// A single word says little: many are a name, or of several languages.
	return most(theirs) > max(most(ours), 1)
}

// theirLetters is the language that a word's letters are of, where none of ours writes them.
func theirLetters(word string) string {
	switch {
	case strings.ContainsAny(word, "ãõ"):
		return "pt"
	case strings.ContainsAny(word, "ìò"):
		return "it"
	case strings.ContainsAny(word, "ąęłśźżćń"):
		return "pl"
	case strings.ContainsAny(word, "åæø"):
		return "sv"
	default:
		return ""
	}
}

// neighbours lists, for words that also exist in unsupported languages, those languages. They serve only to tell them apart from
// the supported ones.
var neighbours = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for l, list := range map[string]string{
		"it": `il lo la l' i gli le un uno una un' di del della dell' dello dei delle degli a al alla all' ai alle da dal dalla in nel nella nell' nei su sul sulla
			sull' con per tra fra e ed o ma non è sono sei siamo era ho hai ha abbiamo avete hanno che chi cosa cos' quale quali quando dove come perché quanto quanti quanta
			questo questa questi queste quello quella mi ti ci vi si se ne io tu lui lei noi voi loro mio mia tuo tua nostro nostra nostri nostre vostro suo sua puoi può posso
			possiamo potete potresti vorrei voglio vuoi vogliamo devo devi dobbiamo deve fare fai fa facciamo crea creare aggiungi aggiungere scrivi scrivere cambia cambiare mostra
			mostrami dammi dimmi aiuto aiutami grazie ciao buongiorno buonasera salve prego sì no pagina pagine sito titolo testo articolo biglietto nuovo nuova nuovi tutto tutti tutte
			tutta anche ancora più meno molto bene oggi domani ieri ora adesso qui lì sempre mai solo così poi prima dopo senza essere c'è ogni chiamata chiamato vedere sapere
			controlla controllare funziona bisogno favore lavoro squadra settimana mattina ufficio clienti prezzi contatti`,
		"pt": `o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem sobre e ou mas não é são está estão foi era ser estar tem têm
			tenho temos há que quem qual quais quando onde como porque quanto quantos este esta isto esse essa isso aquele aquela meu minha seu sua nosso nossa nossos nossas eu você
			vocês ele ela nós eles me te se lhe pode posso podemos podes poderia quero queria quer gostaria preciso precisamos deve fazer faz faça crie cria criar adicione adicionar
			escreve escreva escrever mude mudar muda altere alterar mostre mostra mostrar dá diga ajuda ajude obrigado obrigada olá oi bom boa dia tarde noite sim página páginas site
			título texto novo nova novos todas todos tudo toda também ainda mais menos muito bem hoje amanhã ontem agora aqui lá sempre só já depois antes ao à às até chamada chamado
			verifique verificar funciona favor trabalho equipe semana manhã clientes preços contato`,
		"nl": `de het een en of maar niet is zijn was waren ben bent ik jij je u wij we jullie ze zij hij hem haar mijn jouw uw ons onze hun dit dat deze die wat wie waar
			wanneer waarom hoe welke kan kun kunt kunnen zou zouden wil willen wilt moet moeten mag maak maken heb hebt heeft hebben te tot van voor in op aan met zonder over bij na
			uit naar als dan er geen nog ook al alle alles nieuw nieuwe meer veel goed goede dag morgen vandaag nu hier daar hallo hoi dank bedankt alsjeblieft graag help hulp nodig
			schrijf schrijven voeg toe toevoegen wijzig wijzigen verander veranderen toon laat zien geef zeg pagina pagina's website titel tekst bericht ja nee iets niets worden wordt
			werd door om zo wel even eens doen doe gaat komt staat weet weten vraag ticket genaamd controleer werkt werk week klanten prijzen ochtend avond onder`,
		"pl": `i w we z ze na do od o po za dla przez przy pod nad nie tak jest są był była było być mam masz ma mamy macie mają co kto gdzie kiedy jak dlaczego czemu
			jaki jaka jakie który która które ile ten ta to te ci tego tej tym mój moja moje twój twoja nasz nasza nasze naszej naszą naszego wasz ja ty on ona my wy oni mnie mi ciebie
			się go jej im nam was możesz może mogę możemy chcę chcesz chcemy chciałbym muszę musisz trzeba zrób zrobić stwórz utwórz utworzyć dodaj dodać napisz napisać zmień zmienić
			pokaż pokazać daj powiedz pomoc pomóż dziękuję dzięki cześć dzień dobry proszę strona stronę strony stronie tytuł tekst nowy nowa nowe nową wszystko wszystkie wszystkich
			też także jeszcze już więcej mniej bardzo dobrze dziś dzisiaj jutro wczoraj teraz tutaj tam zawsze tylko czy ale lub albo oraz żeby jeśli nazwie sprawdź działa pracy zespół
			tydzień tygodniu rano klientów ceny`,
		"sv": `en ett den det de och eller men inte är var vara varit har hade ha jag du vi ni han hon dem mig dig oss er min mitt mina din ditt dina vår vårt våra sin sitt
			detta denna dessa vad vem var när varför hur vilken vilket vilka kan kunna skulle ska vill måste får gör göra gjort till från för i på av med utan om över hos efter under
			ut upp som att så ingen inget några något alla allt ny nytt nya mer mycket bra god dag morgon kväll idag imorgon igår nu här där hej tack snälla hjälp hjälpa behöver skriv
			skriva skapa lägg ändra visa ge säg sida sidan sidor webbplats webbplatsen rubrik rubriken titel text ja nej också bara redan än vid mellan varje heter kallad kontrollera
			fungerar arbete laget vecka veckan kunder kunderna priser ärende`,
		"ca": `el la els les l' un una uns unes de del dels d' a al als en amb per pel pels sense sobre entre i o però no és són era està estan ser estar soc som té tenen
			tinc tenim hi ha he hem que què qui quin quina quins quines quan on com perquè quant quants aquest aquesta aquests aquestes això aquell aquella meu meva seu seva nostre
			nostra nostres jo tu ell ella nosaltres vosaltres ells em m' et t' es s' ens us li pot puc pots podem podeu podries vull vols volem voldria necessito necessitem cal fer fes
			fa crea crear afegeix afegir escriu escriure canvia canviar mostra mostra'm dona'm digues ajuda ajuda'm gràcies hola bon bona dia tarda nit si us plau sí pàgina pàgines
			web lloc títol text nou nova nous noves tot tota tots totes també encara més menys molt bé avui demà ahir ara aquí allà sempre només ja després abans cada anomenada dir
			comprova funciona feina equip setmana matí clients preus contacte`,
	} {
		seen := map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			if !seen[w] {
				seen[w] = true
				out[w] = append(out[w], l)
			}
		}
	}
	return out
})
