package main

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/sampled"
)

// TestTheLookOfATaskThatAsks goes the way of a background task on the panel, from the words that make it to the mend that it asked for
// and what it reports, and takes its pictures.
func TestTheLookOfATaskThatAsks(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "tours of the panel", 0, 3)
	model := newScriptedModel(t)
	if err := model.learn("home page still says", `rehearses
plans Every day at
calls read_page {"slug":"home"}
says The home page does not say Services any more. and calls update_content_block {"slug":"home","block":"h1","text":"Services"}
says The home page says Services again.`); err != nil {
		t.Fatal(err)
	}
	k := newChild(t, "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-secret-of-the-test", "OPENAI_MODEL=m", "OPENAI_BASE_URL="+model.URL)
	k.startReady()
	writeHome(t, k, "Services")
	p := openPanel(t, k)
	p.say("Every day at 9 check whether the home page still says Services and let me know")
	p.sees("Approve and start")
	p.looks("task-1-reading")
	p.click(`.card.plan button.primary`)
	p.sees("Made the automation")
	writeHome(t, k, "What we do")
	a := api{t, k}
	var all struct{ Tasks []struct{ ID string } }
	a.call(http.MethodGet, "/api/tasks", nil, &all)
	if len(all.Tasks) != 1 {
		t.Fatalf("there are %d tasks", len(all.Tasks))
	}
	a.call(http.MethodPost, "/api/tasks/"+all.Tasks[0].ID+"/run", nil, nil)
	p.when("the card is there", `document.querySelector(".card.approval.pending button.primary")`)
	p.do("look at what waits", chromedp.Navigate(k.url("/waiting")))
	p.looks("task-2-asks")
	p.do("go back to the conversation", chromedp.Navigate(k.url("/")))
	p.click(`#past a`)
	p.when("the conversation is open", `location.pathname.startsWith("/c/") && document.readyState == "complete"`) // what waits has the card, too
	p.click(`.card.approval.pending button.primary`)
	p.sees("The home page says Services again.")
	p.looks("task-3-reports")
	p.do("look at the tasks", chromedp.Navigate(k.url("/tasks")))
	p.when("the task is there", `document.body.innerText.includes("every day at 09:00")`)
	p.looks("task-4-listed")
}
