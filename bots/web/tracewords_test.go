package web_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/wording"
)

// TestATimelineIsInTheLanguageOfWhoeverLooks: what tools are called, what models were asked for, what became of each and what it comes to;
// nothing of it is a sentence of the catalogue in English. What people called things stays.
func TestATimelineIsInTheLanguageOfWhoeverLooks(t *testing.T) {
	w := newWorld(t)
	run, ask := assistant.NewID[assistant.RunID](w.ids), assistant.NewID[assistant.ApprovalID](w.ids)
	w.runs[run] = assistant.RunView{
		Run:   assistant.Run{ID: run, Conversation: w.start("x"), Title: "Create a page: “Services for May”", CreatedBy: assistant.Chief, Status: assistant.RunCompleted},
		Tasks: []assistant.Task{{ID: "task", Type: "create_page", Owner: assistant.WebEngineer, Approval: ask}},
	}
	w.approvals[ask] = assistant.ApprovalRecord{
		Approval: assistant.Approval{ID: ask, Title: assistant.Titled("Create a page", "Create a page: “Services for May”")}, Status: assistant.ApprovalApproved,
		Yeses: []assistant.Yes{{Person: w.join("Anna", assistant.RoleAdmin).ID, At: w.now()}}, DecidedBy: "somebody who is gone", DecidedAt: w.now().Add(time.Second),
	}
	h := w.surface(t, func(c *web.Config) {
		c.Labels = func(assistant.TenantID) map[string]string { return map[string]string{"create_page": "Create a page"} }
	})
	in := cookie(t, h)
	sentence := regexp.MustCompile(`\pL{2,} \pL`)
	for l, words := range map[assistant.Language][]string{
		assistant.English: {"Create a page", "Write an answer", "model", "tool", "decision", "done", "approved", "approved, and more have to", "somebody", "120 tokens", "2.0 s", "under 1 ¢"},
		assistant.German:  {"Eine Seite anlegen", "Eine Antwort schreiben", "Modell", "Werkzeug", "Entscheidung", "erledigt", "freigegeben", "und weitere müssen es noch", "jemand", "120 Tokens", "2,0 s", "unter 1 ¢"},
		assistant.French:  {"Créer une page", "Écrire une réponse", "modèle", "outil", "décision", "fait", "approuvé", "2,0 s"},
		assistant.Spanish: {"Crear una página", "Escribir una respuesta", "modelo", "herramienta", "decisión", "hecho", "2,0 s"},
	} {
		page := call(t, h, "GET", "/runs/"+string(run)+"/timeline", "", in, reading(string(l))).Body.String()
		doc, err := goquery.NewDocumentFromReader(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		shown := doc.Find("main").Text()
		for _, want := range append(words, "“Services for May”", "Anna", "gemini flash") {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: no %q in %s", l.Name(), want, shown)
			}
		}
		if l == assistant.English {
			continue
		}
		all, err := wording.Entries(l)
		if err != nil {
			t.Fatal(err)
		}
		for english, e := range all {
			if sentence.MatchString(english) && e.Text != english && !strings.Contains(english, "%") && regexp.MustCompile(`\b`+regexp.QuoteMeta(english)).MatchString(shown) {
				t.Errorf("%s: it says %q", l.Name(), english)
			}
		}
	}
}
