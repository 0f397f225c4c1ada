package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

func plan(title string) assistant.Subject {
	return assistant.Subject{Kind: assistant.SubjectPlan, Title: title}
}

func approval(title string) assistant.Subject {
	return assistant.Subject{Kind: assistant.SubjectApproval, Title: title}
}

func TestWordsDecideTheOneSubjectThatIsMeant(t *testing.T) {
	one := []assistant.Subject{plan("Create Services")}
	two := []assistant.Subject{plan("Create Services"), approval("Create the page Hours from the drafts")}
	same := []assistant.Subject{approval("Delete the page Hours"), approval("Delete the page Prices")}
	for _, c := range []struct {
		text    string
		open    []assistant.Subject
		intent  agents.Intent
		subject int
		named   bool
		unclear bool
	}{
		{"yes", nil, agents.ReplyYes, -1, false, false},
		{"yes", one, agents.ReplyYes, 0, false, false},
		{"no thanks", one, agents.ReplyNo, 0, false, false},
		{"approve the plan", one, agents.ReplyYes, 0, true, false},
		{"yes", two, agents.ReplyYes, -1, false, true},
		{"no", two, agents.ReplyNo, -1, false, true},
		{"yes, the plan", two, agents.ReplyYes, 0, true, false},
		{"reject the plan", two, agents.ReplyNo, 0, true, false},
		{"yes, create the page Hours", two, agents.ReplyYes, 1, true, false},
		{"Hours: go ahead", two, agents.ReplyYes, 1, true, false},
		{"approve hours and services", two, agents.ReplyWords, -1, false, false},
		{"yes, create it", two, agents.ReplyWords, -1, false, false},
		{"yes, delete Hours", same, agents.ReplyYes, 0, true, false},
		{"yes, delete", same, agents.ReplyWords, -1, false, false},
		{"don't delete Prices", same, agents.ReplyNo, 1, true, false},
		{"yes, but delete Prices first", same, agents.ReplyWords, -1, false, false},
		{"yes, send it again", []assistant.Subject{approval("Send it again")}, agents.ReplyYes, 0, true, false},
		{"don't send it again", []assistant.Subject{approval("Send it again")}, agents.ReplyNo, 0, true, false},
		{"send it again", []assistant.Subject{approval("Send it again")}, agents.ReplyWords, -1, false, false},
		{"is the plan ok?", one, agents.ReplyWords, -1, false, false},
		{"looks good?", one, agents.ReplyWords, -1, false, false},
		{"drop step 3", one, agents.ReplyWords, -1, false, false},
		{"stop", two, agents.ReplyStop, -1, false, false},
		{"you choose", one, agents.ReplyDefault, -1, false, false},
	} {
		got := served().Choose(c.text, c.open)
		if got.Reply.Intent != c.intent || got.Subject != c.subject || got.Named != c.named || got.Unclear != c.unclear {
			t.Errorf("%q with %d open: %+v, want %+v", c.text, len(c.open), got, c)
		}
	}
}

// TestATitleTakesNoWordsOutOfWhatIsSaid: its words are left out only where they are one name, said in its order, and never what turns a
// yes around or puts it off.
func TestATitleTakesNoWordsOutOfWhatIsSaid(t *testing.T) {
	const title = "Contact the clients later: wait until Mia agrees, then publish nothing on Monday"
	for text, want := range map[string]agents.Intent{
		"yes, contact the clients": agents.ReplyYes, "contact the clients: yes": agents.ReplyYes, "yes, clients": agents.ReplyYes, "no, contact nobody": agents.ReplyWords,
		"don't contact the clients": agents.ReplyNo,
		"contact later, ok":         agents.ReplyWords, "yes, contact later": agents.ReplyWords, "ok wait": agents.ReplyWords, "ok, wait until Mia agrees": agents.ReplyWords,
		"yes, on Monday": agents.ReplyWords, "yes, until Mia agrees": agents.ReplyWords, "yes, publish on Monday": agents.ReplyWords, "contact the clients, ok": agents.ReplyWords,
		"contact, yes, clients": agents.ReplyWords, "yes, clients contact": agents.ReplyWords, "yes, publish clients": agents.ReplyWords, "yes, contact publish": agents.ReplyWords,
	} {
		got := served().Choose(text, []assistant.Subject{approval(title)})
		if got.Reply.Intent != want || got.Named != (want != agents.ReplyWords) {
			t.Errorf("%q is %s, named %t", text, got.Reply.Intent, got.Named)
		}
	}
}

// TestASubjectIsNamedAsItsCardSaysItAndInEnglish: what has to be named stands on the card in the language that is spoken there.
func TestASubjectIsNamedAsItsCardSaysItAndInEnglish(t *testing.T) {
	said := func(key, about string) assistant.Subject {
		called := assistant.Say("%s: %s", assistant.Label(key), about)
		return assistant.Subject{Kind: assistant.SubjectApproval, Title: called.String(), Says: called, Language: assistant.German, Irreversible: true}
	}
	open := []assistant.Subject{said("Create a ticket", "“The form”"), said("Write a file", "“The figures”")}
	for text, subject := range map[string]int{
		"ja Ein Ticket anlegen": 0, "ja, Ein Ticket anlegen": 0, "yes, create a ticket": 0, "ja, The form": 0,
		"ja Eine Datei schreiben": 1, "approve write a file": 1, "ja": -1, "ja, Eine Seite anlegen": -1,
	} {
		got := served().Choose(text, open)
		if got.Subject != subject || subject >= 0 && (got.Reply.Intent != agents.ReplyYes || !got.Named) {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
