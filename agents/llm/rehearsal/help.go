package rehearsal

import (
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// topic is something that newcomers ask about, in any of the four languages, and what there is to say of it by code.
type topic struct {
	asks func() *regexp.Regexp
	says func(f llm.AnswerFacts, w wording.Words) string
}

// fixed says the same to everybody.
func fixed(english string) func(llm.AnswerFacts, wording.Words) string {
	return func(_ llm.AnswerFacts, w wording.Words) string { return w.Say(english) }
}

// ofPlans says the same, but to who speaks of a plan of theirs: “what should we plan?”.
func ofPlans(english string) func(llm.AnswerFacts, wording.Words) string {
	return func(f llm.AnswerFacts, w wording.Words) string {
		if plansTheirOwn().MatchString(f.Text) {
			return ""
		}
		return w.Say(english)
	}
}

// ofUs says the same to whoever speaks of us: a budget, a price or a cost may be anything else's.
func ofUs(english string) func(llm.AnswerFacts, wording.Words) string {
	return func(f llm.AnswerFacts, w wording.Words) string {
		if len(strings.Fields(f.Text)) > 3 && !speaksOfUs().MatchString(f.Text) {
			return ""
		}
		return w.Say(english)
	}
}

// What is asked, by words that are unlikely in anything else.
var (
	asksTeam      = script.Pattern(`(?i)\b(?:agents?|(?:the|your|this|which|meet(?: the)?|im|das|dem|euer|ihr) team|team(?: members?)?\W*$|colleagues|who (?:are you|is there|works|can help)|mitarbeiter|wer (?:bist|seid|ist|sind|arbeitet)|kollegen|équipe|qui (?:es|êtes|sont|travaille)|equipo|quién(?:es)? (?:eres|es|son|trabaja)|quien(?:es)? (?:eres|es|son))\b`)
	asksRuns      = script.Pattern(`(?i)\b(?:runs?|running|progress|status|did (?:it|that|this) work|what (?:did|have) you (?:do|done|chang\w*)|nothing (?:is )?happen\w*|what(?:'s| is) (?:happening|going on|waiting)|läuft|stand der|fortschritt|en cours|avancement|estado|en marcha|progreso)\b`)
	asksUndo      = script.Pattern(`(?i)\b(?:undo|revert|roll ?back|take (?:it|that|them|changes) back|rückgängig|zurücknehmen|annuler|revenir en arrière|deshacer|revertir)\b`)
	asksStop      = script.Pattern(`(?i)\b(?:stop|cancel|abort|pause|anhalten|abbrechen|stoppen|arrêter|detener|parar)\b`)
	asksPlan      = script.Pattern(`(?i)\b(?:plans?|approv\w*|go live|publish(?:ed)? without|if i say (?:yes|no)|wenn ich (?:ja|nein) sage|si je dis (?:oui|non)|si digo que (?:sí|si|no)|freigeben|freigabe|genehmig\w*|approuver|validation|aprobar|aprobación)\b`)
	asksModel     = script.Pattern(`(?i)\b(?:rehearsal|(?:language )?model|gemini|openai|chatgpt|gpt|claude|api key|real ai|are you (?:an ai|real|a bot|human)|probebetrieb|sprachmodell|ki|ia|modèle|modelo)\b`)
	asksConnect   = script.Pattern(`(?i)\b(?:connect|wordpress|slack|discord|(?:how|where) .{0,20}set ?up|set ?up (?:slack|discord|wordpress|you|a project)|install|invite|login|sign in|settings|verbinden|einrichten|einstellungen|connecter|réglages|conectar|configurar|ajustes)\b`)
	asksProject   = script.Pattern(`(?i)\b(?:projects?|which site|websites?|projekte?|projets?|proyectos?)\b`)
	asksTickets   = script.Pattern(`(?i)\b(?:tickets?|issues?|tasks?|billets?|aufgaben?)\b`)
	asksCost      = script.Pattern(`(?i)\b(?:cost|costs|price|pricing|pay|free|budget|tokens?|kostet|kosten|preis|coûte|prix|cuesta|precio|gratuite?|gratis|kostenlos|umsonst)\b`)
	plansTheirOwn = script.Pattern(`(?i)\b(?:should|could|shall|would|can|must) (?:we|i) plan\b|\b(?:marketing|content|business|floor|media) plans?\b`)
	speaksOfUs    = script.Pattern(`(?i)\b(?:you|your|it|this|that|here|tokens?|model|aisteam|hans|agents?|du|ihr|sie|es|das|hier|vous|tu|ça|cela|c'est|est-ce|usted|tú|esto|eso|es)\b`)
	asksSafe      = script.Pattern(`(?i)\b(?:safe|secure|security|privacy|break (?:my|the|our|something)|without asking|sicher|datenschutz|sûr|sécurité|seguro|seguridad|privacidad)\b`)
	asksLanguage  = script.Pattern(`(?i)\b(?:deutsch|german|french|français|spanish|español|languages?|sprachen?|langues?|idiomas?)\b`)
	greets        = script.Pattern(`(?i)^\W*(?:h(?:i+|ello+|ey+)|good (?:morning|afternoon|evening)|yo|hallo+|hi zusammen|moin|servus|guten (?:tag|morgen|abend)|bonjour|salut|bonsoir|coucou|hola|buenos días|buenas(?: tardes| noches)?)\b`)
	asksAll       = script.Pattern(`(?i)^\W*(?:help|hilfe|aide|ayuda)\W*$|\b(?:what|wh?at|how|which)\b.*\b(?:can|could) (?:you|u|i|we)\b.*\b(?:do|ask|help)\b|^\W*help me\W*$|\b(?:how (?:do i|to) start|get started|features?|abilities|was (?:kannst|können|koennen|macht|machst)|que (?:peux|pouvez|sais|puedes?|sabes?)|qué (?:puedes?|sabes?))\b`)
	asksAddress   = script.Pattern(`(?i)\bhttps?://[^\s<>"”]+`)
	thanks        = script.Pattern(`(?i)\b(?:thanks?|thank you|thx|danke(?:schön)?|merci|gracias)\b`)
)

// topics are looked through in this order: what is narrow comes before what many questions mention.
func topics() []topic {
	return []topic{
		{asksAll, all},
		{asksTeam, team},
		{asksRuns, newest},
		{asksUndo, fixed("Whatever a run has changed can be taken back: press “Undo” on its card or write “undo”; “undo step 2” takes back one step. What cannot be taken back says so before it is done.")},
		{asksStop, fixed("Write “stop” or press it on the card: nothing further is started, and what is done is kept.")},
		{asksCost, ofUs("Without a language model nothing is spent. With one, the panel's settings bound what a day may cost, and each run shows what it took.")},
		{asksSafe, fixed("Nothing outside is changed before a person has seen it and said yes, and each step says whether it can be taken back.")},
		{asksConnect, fixed("Sites, Slack and Discord are connected on the panel under Settings, step by step; in Slack an admin also finds the sites on my Home tab.")},
		{asksModel, fixed("I am a program with fixed rules just now. A language model answers once whoever runs me sets GEMINI_API_KEY or OPENAI_API_KEY and starts me again.")},
		{asksTickets, fixed("“Create a ticket about …” opens one, after you have seen it and said yes. “Write the tickets into a file” lists them.")},
		{asksPlan, ofPlans("Work is planned first: you see the steps, who does each and what it changes, and say “go ahead”, “reject” or what should be different, such as “drop step 2”.")},
		{asksProject, projectsOf},
		{asksLanguage, fixed("My own words are there in English, German, French and Spanish, and follow what you write. Without a language model I understand requests for work in English only.")},
		{thanks, fixed("You are welcome.")},
		{greets, fixed("Good to meet you.")},
	}
}

func team(f llm.AnswerFacts, w wording.Words) string {
	if len(f.Team) == 0 {
		return ""
	}
	var names []string
	for _, a := range f.Team {
		names = append(names, a.Name+" ("+a.Title+")")
	}
	return w.Say("This is the team: %s. Call anybody by name, such as “Nico, …”, and they answer.", w.List(names))
}

func newest(f llm.AnswerFacts, w wording.Words) string {
	if f.Run == "" {
		return w.Say("Nothing has been run in this conversation yet. What waits or runs elsewhere stands on the panel's first page.")
	}
	return w.Say("The newest run: %s.", strings.TrimRight(f.Run, "."))
}

func projectsOf(f llm.AnswerFacts, w wording.Words) string {
	var names []string
	for _, p := range f.Projects {
		names = append(names, strings.TrimSpace(p.Name+" "+bracketed(p.Domain)))
	}
	if len(names) == 0 {
		return w.Say("There is no project here yet. An admin adds one on the panel under Settings.")
	}
	return w.Say("These are the projects: %s.", w.List(names))
}

// address says what can be done with an address that was written, "" where there is none.
func address(f llm.AnswerFacts, w wording.Words) string {
	at := strings.TrimRight(asksAddress().FindString(f.Text), ".,;:!?)")
	if at == "" {
		return ""
	}
	return w.Say("“Audit %s” reads that page and says what it finds.", at)
}

// help is what code knows of what was asked, "" where it knows nothing.
func help(f llm.AnswerFacts, w wording.Words) string {
	words := asksAddress().ReplaceAllString(f.Text, " ") // what an address is made of asks for nothing
	for _, t := range topics() {
		if t.asks().MatchString(words) {
			if said := t.says(f, w); said != "" {
				return said
			}
		}
	}
	return address(f, w)
}

// works is one plain sentence on what works without a model. The requests that the answer offers stand below it, to be pressed.
func works(f llm.AnswerFacts, w wording.Words) string {
	out := w.Say("What works without a language model: work that I plan with you and do once you say yes, and “help”, “yes”, “no”, “stop” and “undo”.")
	if f.Language != "" && f.Language != assistant.English {
		out += " " + w.Say("Requests for work I understand in English until then.")
	}
	return out
}

// all lists what can be asked for, as people would: who asks what we can do wants more than the few requests that every answer offers.
func all(f llm.AnswerFacts, w wording.Words) string {
	if len(f.Examples) == 0 {
		return ""
	}
	return w.Say("These are things that I understand:") + "\n- " + strings.Join(f.Examples, "\n- ")
}
