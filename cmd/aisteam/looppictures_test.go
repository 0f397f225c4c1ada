package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/sampled"
)

// TestTheLoopInPictures looks at what people see of an agent that acts: two actions on one card, an answer that was stopped and goes
// on, the timeline of what was done, and who decides. With a folder in AISTEAM_SCREENSHOTS the pictures are kept.
func TestTheLoopInPictures(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "tours of the panel", 1, 3)
	model := newScriptedModel(t)
	for opening, story := range map[string]string{
		"Create a ticket about the contact form and the footer": `says Two things are broken there. I would put both of them on the list. and calls create_ticket {"title":"The contact form sends nothing","priority":"high"}
and create_ticket {"title":"The footer names the old address","priority":"medium"}
says Both are on the list. The contact form comes first: nobody can write to you until it works.`,
		"Create a ticket about the opening hours": `says I have looked at what is on the list already. and calls list_tickets {}
calls create_ticket {"title":"The opening hours are of last winter","priority":"medium"}
calls create_ticket {"title":"The opening hours are of last winter","priority":"medium"}
says It is on the list now.`,
	} {
		if err := model.learn(opening, story); err != nil {
			t.Fatal(err)
		}
	}
	k := newChild(t, "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-secret-of-the-test", "OPENAI_MODEL=m", "OPENAI_BASE_URL="+model.URL)
	k.startReady()
	p := openPanel(t, k)

	two := &panelRoom{panel: p, child: k}
	two.opens("Create a ticket about the contact form and the footer")
	two.waits("Approve all 2")
	p.looksTall("loop-1-two-actions", `.card.approval`)
	two.presses("Approve all 2")
	two.reads("The contact form comes first")
	two.reads("Done: Created the ticket #2")
	p.when("the way to the timeline is there", `document.querySelector('#feed a[href^="/runs/"][href$="/timeline"]')`)
	timeline, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector('#feed a[href^="/runs/"][href$="/timeline"]').getAttribute("href")`))
	if err != nil {
		t.Fatal(err)
	}

	stopped := &panelRoom{panel: p, child: k}
	stopped.opens("Create a ticket about the opening hours")
	stopped.waits("Approve")
	stopped.says("stop")
	stopped.reads("Say “continue” if it shall go on.")
	stopped.says("continue")
	stopped.waits("Approve")
	stopped.presses("Approve")
	stopped.reads("It is on the list now.")
	p.looksTall("loop-2-stopped-and-continued", `.turn`)

	p.do("look at the timeline", chromedp.Navigate(k.url(timeline)))
	p.when("each call is there", `document.body.innerText.includes("The footer names the old address")`)
	p.when("what one call was given is unfolded", `(d => d && (d.open = true))([...document.querySelectorAll("details.peek")][0])`)
	p.looksTall("loop-3-timeline", "h1")

	a := api{t, k}
	for _, rule := range []map[string]any{
		{"rule": map[string]any{"roles": []string{"approver"}, "needed": 2, "notRequester": true}},
		{"tool": "create_ticket", "projectId": a.project(), "rule": map[string]any{"roles": []string{"admin"}}},
	} {
		var kept struct{ Rules []any }
		if status := a.call(http.MethodPut, "/api/approvals/rules", rule, &kept); status != http.StatusOK {
			t.Fatalf("a rule answered %d", status)
		}
	}
	p.do("look at who decides", chromedp.Navigate(k.url("/approvals")))
	p.when("the rules are there", `document.querySelector('form[action="/approvals/rules/remove"]')`)
	p.looksTall("loop-4-who-decides", "h1")
	if text := two.body(); strings.Contains(text, "sk-secret") {
		t.Errorf("a key is to be seen:\n%s", text)
	}
}
