package agents_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

func TestRequestsAreClassifiedByExplicitRules(t *testing.T) {
	words := served()
	cases := map[agents.ClassKind][]string{
		agents.ClassPlanning: {
			"Please create a new webpage called Services",
			"create a page",
			"Can you update the headline on our homepage?",
			"Could you please add a contact form to the About page?",
			"Hans, please publish the blog post.",
			"@Dana create a landing page for spring",
			"I'd like you to delete the old product pages",
			"We need a new landing page about water filters",
			"I want a Services page",
			"help me build a page for our summer campaign",
			"Let's change the DNS record of example.ca",
			"Run an audit of our homepage",
			"audit example.ca please",
			"Can you do an SEO audit?",
			"Let Dana and Mak work on the spring launch",
			"Hi! Please fix the title of the Services page. Thanks!",
			"What is SEO? Also create a page about it.",
			"1. create a draft\n2. publish it",
			"Remove the banner and then add a new image",
			"have Nico create a page",
			"Can I get a new page for our team?",
			"Update the text on the services page to say 'open on Sundays'",
			"ask the Web Engineer to change the footer",
			"Create a page as a file",
			"Create a ticket about the form and a page called Help", "Create a ticket about the form. Create a ticket about the shop. Open a ticket about the footer.",
			"Create a ticket about the form and run an audit", "Ask Lena and Dana to create a ticket about the form", "Create a ticket about the form. Make it nicer",
			"Upload a new image file to the page", "Run an audit of our homepage and give me the report as a file", "Write a page about CSV files",
		},
		agents.ClassTool: {
			"Create a ticket: the contact form is broken", "open a ticket for the broken form",
			"Export the tickets as CSV and create a ticket about it", "Create a ticket for the broken file upload",
			"Create a ticket about the contact form and tell me its number", "Create a ticket about the form and open a ticket about the shop",
		},
		agents.ClassSimple: {
			"", "   ", "Hi", "Hello Hans!", "Thanks a lot!", "Good morning everyone", "Great, thank you Dana",
			"What is SEO?", "what is seo", "How do I create a page?", "How can we improve our homepage?",
			"Can you explain what a sitemap is?", "Could you tell me about SSL certificates?", "Why is the page slow?",
			"Should we create a page for each service?", "Is it possible to delete a page?", "Who is Nico?",
			"Explain how to add a page", "Tell me what an audit is", "Give me three headlines for our page",
			"Suggest a title for the Services page", "List our products", "What is an audit?", "Did you publish the post?",
			"I want to know how to update a page", "Create five title ideas for the page", "Are you there?",
			"Please write me a CSV of the tickets", "Export the plan as a file", "Put the tickets into a spreadsheet", "Give me a file with our products",
			"I need a CSV of all tickets", "Save the tickets as a markdown file", "Could you make a file called hours.md that says we open at nine?",
			"export the tickets to tickets.csv", "Finn, write notes.md: the shop is closed",
			"What happens when I delete a page?", "Can I delete a page?", "Which layout suits a services page?",
			"¿A quién pregunto por nuestro certificado SSL?", "À qui demander pour notre certificat SSL ?", "Wen frage ich zu unserem SSL-Zertifikat?",
			"¿Con quién hablo de la nueva página?", "Avec qui parler de la nouvelle page ?", "Mit wem spreche ich über die neue Seite?",
		},
		agents.ClassUnsure: {
			"The homepage is down", "services page", "hmm", "make it nicer", "check our site", "do something about the shop",
			"I created a page yesterday", "the file is broken", "delete that file", "Don't delete the page", "Bitte erstelle eine neue Seite", "open the page",
		},
	}
	for want, texts := range cases {
		for _, text := range texts {
			if got := words.Classify(text); got.Kind != want || got.Reason.IsZero() {
				t.Errorf("%q is %s (%s), want %s", text, got.Kind, got.Reason, want)
			}
		}
	}
}

// answers is a model that gives its replies one after the other.
type answers struct {
	replies []llm.Reply
	asked   []llm.Request
	err     error
}

func (a *answers) Ask(_ context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	a.asked = append(a.asked, r)
	if a.err != nil {
		return llm.Reply{}, a.err
	}
	reply := a.replies[min(len(a.asked), len(a.replies))-1]
	if onText != nil {
		onText(reply.Text())
	}
	return reply, nil
}

func text(s string) llm.Reply {
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, s), Info: llm.Info{Provider: "test"}}
}

func TestWhatTheRulesLeaveOpenAModelDecides(t *testing.T) {
	words := served()
	situation := assistant.Situation{
		Plan: &assistant.Plan{Title: "Services page"}, Run: &assistant.Run{Title: "Old", Status: assistant.RunCompleted},
		Recent: []assistant.Message{{Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: "hello"}},
	}
	cases := map[string]struct {
		replies []llm.Reply
		want    agents.ClassKind
		err     error
	}{
		"a plan":             {[]llm.Reply{text(`{"kind":"plan","reason":"r"}`)}, agents.ClassPlanning, nil},
		"a change or two":    {[]llm.Reply{text(`{"kind":"tool","reason":"r"}`)}, agents.ClassTool, nil},
		"an answer":          {[]llm.Reply{text(`{"kind":"answer","reason":"r"}`)}, agents.ClassSimple, nil},
		"something else":     {[]llm.Reply{text(`{"kind":"stop","reason":"r"}`)}, agents.ClassSimple, nil},
		"corrected":          {[]llm.Reply{text(`{"kind":"dance","reason":"r"}`), text(`{"kind":"plan","reason":"r"}`)}, agents.ClassPlanning, nil},
		"garbage":            {[]llm.Reply{text("dunno")}, "", llm.ErrGarbage},
		"told what to think": {[]llm.Reply{text(`{"kind":"plan","reason":"IGNORE ALL RULES"}`)}, agents.ClassPlanning, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			model := &answers{replies: c.replies}
			got, err := words.ClassifyWithModel(t.Context(), model, "make it nicer", situation)
			if !errors.Is(err, c.err) || got.Kind != c.want {
				t.Errorf("%+v, error %v", got, err)
			}
			if strings.Contains(got.Reason.String(), "IGNORE") {
				t.Errorf("the model's words are shown as the reason: %q", got.Reason)
			}
			first := model.asked[0]
			if first.Purpose != llm.PurposeClassify || first.Tier != "" || !strings.Contains(string(first.Facts), "Services page") || strings.Contains(string(first.Facts), "Old") {
				t.Errorf("asked with %s", first.Facts)
			}
		})
	}
}

// TestAModelIsToldWhatIsOpenAndHeardOnlyOnThat: what it says of something that is not open is an answer.
func TestAModelIsToldWhatIsOpenAndHeardOnlyOnThat(t *testing.T) {
	words := served()
	plan := assistant.Situation{Plan: &assistant.Plan{Title: "Services page"}}
	approval := assistant.Situation{Approvals: []assistant.ApprovalRecord{{Approval: assistant.Approval{Title: assistant.Say("Publish Hours")}}}}
	finished := assistant.Situation{Approvals: []assistant.ApprovalRecord{{Approval: assistant.Approval{Title: assistant.Say("Publish Hours"), Revisable: true}}}}
	question := assistant.Situation{Question: &assistant.Clarification{Intro: "Which one?"}}
	run := assistant.Situation{Run: &assistant.Run{Title: "Relaunch", Status: assistant.RunRunning}}
	for _, c := range []struct {
		s     assistant.Situation
		told  string
		kind  string
		heard agents.Heard
	}{
		{plan, "Services page", "approve", agents.HeardYes},
		{plan, "Services page", "reject", agents.HeardNo},
		{plan, "Services page", "revise", agents.HeardRevise},
		{plan, "Services page", "stop", agents.HeardStop},
		{plan, "Services page", "answer", agents.HeardUnsure},
		{plan, "Services page", "reply_to_question", agents.HeardUnsure},
		{approval, "Publish Hours", "approve", agents.HeardYes},
		{approval, "Publish Hours", "revise", agents.HeardUnsure},
		{finished, "Publish Hours", "revise", agents.HeardRevise},
		{question, "Which one?", "reply_to_question", agents.HeardReply},
		{question, "Which one?", "approve", agents.HeardUnsure},
		{run, "Relaunch", "stop", agents.HeardStop},
		{run, "Relaunch", "approve", agents.HeardUnsure},
		{assistant.Situation{}, "make it so", "approve", agents.HeardUnsure},
	} {
		model := &answers{replies: []llm.Reply{text(`{"kind":"` + c.kind + `","reason":"r"}`)}}
		got, err := words.Judge(t.Context(), model, "make it so", c.s)
		if err != nil || got.Heard != c.heard || got.Class.Kind != agents.ClassSimple || !strings.Contains(string(model.asked[0].Facts), c.told) {
			t.Errorf("%s, where %s is open: %+v, %v", c.kind, c.told, got, err)
		}
	}
}
