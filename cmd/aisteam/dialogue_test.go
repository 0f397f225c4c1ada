package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
)

// What people say in the three flows of a planner and its executors.
const (
	saysSimple    = "Which priorities can a ticket have here, as far as you know it by heart?"
	saysDelegated = "Compare the tickets about the shop with the tickets about the website, and tell me in one sentence which of the two needs us more"
	saysAsking    = "Have somebody look up the marketing ticket for me while you stay free for other things, and tell me how urgent it is"
)

// dialogues are the stories of the flows, by the words that open them: of the planner, and of its executors by their tasks.
var dialogues = map[string]string{
	saysSimple: `says A ticket is low, medium or high.`,

	saysDelegated: `calls delegate {"agent":"deliveryLead","task":"Count the tickets about the shop","inputs":"The shop is at /shop.","expects":"count"}
and delegate {"agent":"researchAgent","task":"Count the tickets about the website","expects":"count"}
says The website needs us more: it has 2 tickets, the shop has none.`,
	"Count the tickets about the shop": `calls list_tickets {}
calls report {"summary":"No ticket is about the shop.","data":{"count":0,"about":"the shop"}}`,
	"Count the tickets about the website": `calls list_tickets {}
calls report {"summary":"Two tickets are about the website.","data":{"count":2,"titles":["Marketing Q4","Marketing Site"]}}`,

	saysAsking: `calls delegate {"agent":"researchAgent","task":"Find the marketing ticket and its priority","expects":"title, priority"}
calls answer_executor {"executor":"%ASKER%","answer":"The newer one of them."}
calls ask_user {"question":"Which of the two do you mean?","options":[{"label":"Marketing Q4","value":"q4"},{"label":"Marketing Site","value":"site"}]}
calls answer_executor {"executor":"%ASKER%","answer":"The person means Marketing Q4."}
says “Marketing Q4” is urgent: its priority is high.`,
	"Find the marketing ticket and its priority": `calls list_tickets {}
calls ask_planner {"question":"I have found two, “Marketing Q4” and “Marketing Site”. Which one?","options":["Marketing Q4","Marketing Site"]}
calls ask_planner {"question":"Both are of the same day. Is it the one for Q4?"}
calls report {"summary":"“Marketing Q4” has a high priority.","data":{"title":"Marketing Q4","priority":"high"}}`,
}

// newDialogues is a model that plays the flows, and says what each reply took.
func newDialogues(t *testing.T) *scriptedModel {
	t.Helper()
	m := newScriptedModel(t)
	m.meters = true
	for opening, story := range dialogues {
		if err := m.learn(opening, story); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// marketing makes the two tickets that are found.
func marketing(t *testing.T, k *child) {
	t.Helper()
	a := api{t, k}
	for _, title := range []string{"Marketing Q4", "Marketing Site"} {
		if status := a.call(http.MethodPost, "/api/assistant/execute", map[string]any{
			"projectId": a.project(), "createdByAgentId": "deliveryLead", "taskType": "create_ticket", "parameters": map[string]any{"title": title, "priority": "high"}, "summary": title,
		}, nil); status != http.StatusOK {
			t.Fatalf("making a ticket answers %d", status)
		}
	}
}

// of gives what the newest conversation that has executors, or the newest one at all, has of something: a condition on the
// sessions c of its executors, with their executions e.
func (k *kept) executors(of string) (n int) {
	k.tb.Helper()
	k.reads(&n, `select `+of+` from agent_chat_sessions c join agent_executions e on e.session_id = c.id
		where c.conversation_id = (select id from assistant_conversations order by id desc limit 1)`)
	return n
}

// TestTheFlowsOfAPlannerAndItsExecutors: on Slack, on Discord and in the panel, with two replicas on Postgres and Redis, a planner answers
// by itself; has two things looked up, which are worked on at the same time, and says one thing; and has something looked up by an executor
// who asks back twice, which it answers from what it knows and then with what the person says. Rows and cards tell of it.
func TestTheFlowsOfAPlannerAndItsExecutors(t *testing.T) {
	t.Parallel()
	stage := newStage(t)
	env := append(append(newDialogues(t).env(), stage.env(), "DATABASE_URL="+servers.EmptiedPostgres(t)), ownRedis(t)...)
	h := newStoryHouse(t, env...)
	h.starts()
	newChild(t, append(env, "AISTEAM_DATA="+h.child.data)...).startReady()
	marketing(t, h.child)
	db := h.child.kept(t)
	for flow, tell := range map[string]func(*testing.T, storyRoom){
		"a simple answer": func(t *testing.T, r storyRoom) {
			t.Helper()
			r.opens(saysSimple)
			r.reads("A ticket is low, medium or high.")
			if n := db.executors("count(*)"); n != 0 {
				t.Errorf("%d executors", n)
			}
		},
		"two executors":         func(t *testing.T, r storyRoom) { t.Helper(); twoExecutors(t, stage, db, r) },
		"an executor that asks": func(t *testing.T, r storyRoom) { t.Helper(); askingExecutor(t, db, r) },
	} {
		for name, r := range h.rooms(t) {
			t.Run(flow+" on "+name, func(t *testing.T) { tell(t, r) })
		}
	}
	h.lawful(t)
}

func twoExecutors(t *testing.T, s stage, db *kept, r storyRoom) {
	t.Helper()
	s.hold("list_tickets")
	r.opens(saysDelegated)
	working := 0
	eventually(t, patience, "both are at work", func() bool {
		db.reads(&working, `select count(*) from assistant_tasks where status = 'in_progress'`)
		return working == 2
	})
	s.held("list_tickets")
	s.release("list_tickets")
	r.reads("The website needs us more: it has 2 tickets, the shop has none.")
	for what, want := range map[string]int{
		"count(*)": 2, "count(*) filter (where c.outcome = 'reported' and e.outcome = 'reported' and c.tier = 'fast')": 2, "count(distinct c.parent_id)": 1,
		"count(distinct c.planner_agent_id)": 1, "count(distinct c.executor_agent_id)": 2, "count(*) filter (where e.tokens > 100 and e.took_us >= 0)": 2,
		"case when max(e.created_at) < min(e.completed_at) then 1 else 0 end":                                 1,
		"count(*) filter (where (select count(*) from agent_chat_messages m where m.session_id = c.id) >= 5)": 2,
	} {
		if got := db.executors(what); got != want {
			t.Errorf("%s is %d, not %d", what, got, want)
		}
	}
	if p, onPanel := r.(*panelRoom); onPanel {
		unfolds(p.panel) // the run is over
	}
	for _, line := range []string{"Count the tickets about the shop", "Two tickets are about the website.", "tokens for this"} {
		r.reads(line)
	}
}

func askingExecutor(t *testing.T, db *kept, r storyRoom) {
	t.Helper()
	r.opens(saysAsking)
	r.reads("Which of the two do you mean?")
	if _, panel := r.(*panelRoom); panel {
		r.waits("Answer")
		r.says("Marketing Q4")
	} else {
		r.presses("Marketing Q4")
	}
	r.reads("“Marketing Q4” is urgent: its priority is high.")
	for what, want := range map[string]int{
		"count(*)": 1, "count(*) filter (where c.outcome = 'reported')": 1, "count(distinct c.executor_agent_id)": 1,
		"(select count(*) from assistant_tasks k where k.task_type = 'delegate' and k.parent_task_id is not null and k.conversation_id = min(c.conversation_id::text)::uuid)": 2,
	} {
		if got := db.executors(what); got != want {
			t.Errorf("%s is %d, not %d", what, got, want)
		}
	}
	for _, line := range []string{"I have found two, “Marketing Q4” and “Marketing Site”. Which one?", "The newer one of them.", "Both are of the same day.", "The person means Marketing Q4."} {
		r.reads(line)
	}
}

// TestTheDialogueInPictures looks at a planner and its executors in the panel: what each was told, asked and reported, and what it cost,
// folded out. With a folder in AISTEAM_SCREENSHOTS the pictures are kept.
func TestTheDialogueInPictures(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "tours of the panel", 0, 3)
	k := newChild(t, newDialogues(t).env()...)
	k.startReady()
	marketing(t, k)
	p := openPanel(t, k)
	two := &panelRoom{panel: p, child: k}
	two.opens(saysDelegated)
	two.reads("The website needs us more")
	unfolds(p)
	p.looksTall("dialogue-1-two-executors", ".card.run")
	for _, said := range []string{"The shop is at /shop.", "No ticket is about the shop.", `titles: ["Marketing Q4","Marketing Site"]`, "tokens, "} {
		two.reads(said)
	}
	asks := &panelRoom{panel: p, child: k}
	asks.opens(saysAsking)
	asks.waits("Answer")
	unfolds(p)
	p.looksTall("dialogue-2-asks", ".card.run")
	asks.says("Marketing Q4")
	asks.reads("its priority is high.")
	unfolds(p)
	p.looksTall("dialogue-3-answered", ".card.run")
	timeline, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector('#feed a[href^="/runs/"][href$="/timeline"]').getAttribute("href")`))
	if err != nil {
		t.Fatal(err)
	}
	p.do("look at the timeline", chromedp.Navigate(k.url(timeline)))
	p.when("what the executor did is there", `document.body.innerText.includes("Look something up for a colleague")`)
	p.looksTall("dialogue-4-timeline", "h1")
	if text := asks.body(); strings.Contains(text, "sk-secret") {
		t.Errorf("a key is to be seen:\n%s", text)
	}
}

// unfolds opens what is folded of each run's card.
func unfolds(p *panel) {
	p.t.Helper()
	p.when("the dialogues are unfolded", `(all => all.length > 0 && (all.forEach(d => d.open = true), document.querySelector(".dialogue")))([...document.querySelectorAll(".card.run details")])`)
}
