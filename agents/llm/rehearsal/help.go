package rehearsal

import (
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/wording"
)

// topic is something that newcomers ask about, and what there is to say of it by code.
type topic struct {
	says    func(f llm.AnswerFacts, w wording.Words) string
	phrases string // by which it is asked about, with commas between, and lines for the languages
}

// on is a topic that is asked about with any of these phrases, by language.
func on(says func(llm.AnswerFacts, wording.Words) string, phrases ...string) topic {
	return topic{says, strings.Join(phrases, ",")}
}

// asked tells whether words have one of the phrases: its words in their order, with at most two others between.
func (t topic) asked(words []string) bool {
	for p := range strings.SplitSeq(t.phrases, ",") {
		for i := range words {
			if follows(words[i:], wordsOf(p)) {
				return true
			}
		}
	}
	return false
}

// follows tells whether some words begin with a phrase.
func follows(words, phrase []string) bool {
	const between = 2
	if len(phrase) == 0 || len(words) == 0 || words[0] != phrase[0] {
		return false
	}
	if len(phrase) == 1 {
		return true
	}
	for i := 1; i < min(len(words), between+2); i++ {
		if follows(words[i:], phrase[1:]) {
			return true
		}
	}
	return false
}

// fixed says the same to everybody.
func fixed(english string) func(llm.AnswerFacts, wording.Words) string {
	return func(_ llm.AnswerFacts, w wording.Words) string { return w.Say(english) }
}

// topics are looked through in this order: what is narrow comes before what many questions mention.
func topics() []topic {
	return []topic{
		on(team, "agent, agents, the team, colleagues, who are you, who works, who can help, who should i ask, who do i ask, whom should i ask, whom do i ask", "team, mitarbeiter, kollegen, agenten, wer bist, wer sind, wer arbeitet, wer kann mir, wer kann uns, wen frage, wen soll ich fragen, wen fragen", "équipe, qui es, qui êtes, qui travaille, qui peut aider, à qui demander, qui dois je demander", "equipo, agentes, quién eres, quien eres, quiénes, quién trabaja, quién puede ayudar, quién puede ayudarme, a quién pregunto, a quién preguntar"),
		on(all, "help, can you do, can u do, how start, get started, features, abilities, can i ask, an example, how does this work, what do i write, what to write, what is this, this thing", "hilfe, helfen, was kannst, was können, was machst, wie funktioniert", "aide, aider, que peux, que pouvez, à quoi sers, comment ça marche, quoi tu sers", "ayuda, qué puedes, qué puede, qué sabes, cómo funciona, no entiendo"),
		on(newest, "run, runs, running, progress, status, did it work, what did you, have you done, you change, you changed, nothing happening, what happening, whats going on, going on", "läuft, stand, fortschritt, passiert nichts, nichts passiert", "en cours, avancement, qui tourne, où en est", "estado, en marcha, en curso, progreso, está ejecutando, cómo va"),
		on(fixed("Whatever a run has changed can be taken back: press “Undo” on its card or write “undo”; “undo step 2” takes back one step. What cannot be taken back says so before it is done."),
			"undo, revert, roll back, rollback, take it back, get back, old text", "rückgängig, zurücknehmen", "annuler, revenir en arrière", "deshacer, deshago, revertir"),
		on(fixed("Write “stop” or press it on the card: nothing further is started, and what is done is kept."),
			"stop, cancel, abort, pause", "anhalten, abbrechen, stoppen, stopp", "arrêter, arrête", "detener, detengo, parar, paro"),
		on(fixed("Without a language model nothing is spent. With one, the panel's settings bound what a day may cost, and each run shows what it took."),
			"it cost, you cost, this cost, how much cost, pay for this, this free, it free, you free, tokens", "kostet das, das kosten, kostenlos, umsonst", "combien coûte, coûte, gratuit", "cuánto cuesta, gratis"),
		on(fixed("Nothing outside is changed before a person has seen it and said yes, and each step says whether it can be taken back."),
			"it safe, this safe, secure, security, privacy, break my site, break the site, delete my site, without asking", "sicher, datenschutz, kaputt, ohne zu fragen, ohne fragen", "sécurité, sûr, casser, sans demander", "seguro, seguridad, privacidad, romper, sin preguntar, sin preguntarme"),
		on(fixed("Sites, Slack and Discord are connected on the panel under Settings, step by step; in Slack an admin also finds the sites on my Home tab."),
			"connect, wordpress, slack, discord, set up slack, set up discord, set up you, install, invite, login, sign in, settings", "verbinden, verbinde, einrichten, einladen, kollegen einladen, lade, einstellungen", "connecter, inviter, réglages", "conectar, conecto, configurar, invitar, invito, ajustes"),
		on(fixed("I am a program with fixed rules just now. A language model answers once an admin connects one on the panel's page “Settings”."),
			"rehearsal, language model, gemini, openai, chatgpt, gpt, claude, api key, you an ai, a bot, a robot, human", "probebetrieb, sprachmodell, ki, ein bot, ein mensch, ein roboter", "démonstration, modèle, ia, un robot, un bot, un humain", "ensayo, modelo, ia, un bot, un robot, humano"),
		on(fixed("“Create a ticket about …” opens one, after you have seen it and said yes. “Write the tickets into a file” lists them."), "ticket, tickets, issues, tasks", "aufgaben", "billets", "tareas"),
		on(fixed("Work is planned first: you see the steps, who does each and what it changes, and say “go ahead”, “reject” or what should be different, such as “drop step 2”."),
			"approve, approval, go live, goes live, plans work, do plans, say no, say yes, publish without", "freigeben, freigebe, freigabe, genehmigen, pläne, ja sage, nein sage", "approuver, approuve, validation, les plans, si je dis", "aprobar, apruebo, aprobación, los planes, si digo"),
		on(projectsOf, "project, projects, which site, what site, which website, your website, our websites, websites", "projekt, projekte, welcher website, website arbeitest", "projet, projets, quel site", "proyecto, proyectos, qué sitio"),
		on(fixed("My own words are there in English, German, French and Spanish, and follow what you write. Without a language model I understand the requests that I offer in these four, and their like."),
			"german, french, spanish, language, languages", "deutsch, sprachen", "français, langues", "español, idiomas"),
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
	for word := range strings.FieldsSeq(f.Text) {
		if strings.HasPrefix(word, "http://") || strings.HasPrefix(word, "https://") {
			return w.Say("“Audit %s” reads that page and says what it finds.", strings.TrimRight(word, ".,;:!?)"))
		}
	}
	return ""
}

// help is what code knows of what was asked, "" where it knows nothing.
func help(f llm.AnswerFacts, w wording.Words) string {
	words := wordsOf(f.Text)
	for _, t := range topics() {
		if t.asked(words) {
			if said := t.says(f, w); said != "" {
				return said
			}
		}
	}
	switch {
	case begins(words, "thanks thank thx danke dankeschön merci gracias"):
		return w.Say("You are welcome.")
	case begins(words, "hi hello hey heyyy hallo moin servus guten good bonjour salut bonsoir coucou hola buenos buenas"):
		return w.Say("Good to meet you.")
	}
	return address(f, w)
}

// begins tells whether the first of some words is one of those.
func begins(words []string, with string) bool {
	return len(words) > 0 && strings.Contains(" "+with+" ", " "+words[0]+" ")
}

// all lists what can be asked for, as people would: who asks what we can do wants more than the few requests that every answer offers.
func all(f llm.AnswerFacts, w wording.Words) string {
	if len(f.Examples) == 0 {
		return ""
	}
	lines := []string{w.Say("These are things that I understand:")}
	for _, request := range f.Examples {
		lines = append(lines, w.Label(request))
	}
	return strings.Join(lines, "\n- ")
}
