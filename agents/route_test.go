package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

func TestRequestsGoToTheAgentTheyAreFor(t *testing.T) {
	words := served()
	cases := map[string]struct {
		current assistant.AgentID
		text    string
		want    assistant.AgentID
		by      string
	}{
		"delivery":                        {"", "What is the delivery timeline?", assistant.DeliveryLead, "rule"},
		"a client's":                      {"", "The client's new phone", assistant.ClientSuccess, "rule"},
		"account":                         {"", "Who looks after this account?", assistant.ClientSuccess, "rule"},
		"no accountability":               {"", "accountability matters", assistant.Chief, "rule"},
		"branding":                        {"", "Our branding feels old", assistant.CreativeLead, "rule"},
		"SEO":                             {"", "Improve our SEO", assistant.GrowthLead, "rule"},
		"ads":                             {"", "Should we run ads?", assistant.GrowthLead, "rule"},
		"leads are no ads":                {"", "We need more leads", assistant.Chief, "rule"},
		"hosting":                         {"", "hosting is slow", assistant.TechnicalLead, "rule"},
		"an observer is no server":        {"", "an observer came", assistant.Chief, "rule"},
		"page":                            {"", "Please create a new webpage called Services", assistant.WebEngineer, "rule"},
		"homepage":                        {"", "the homepage looks odd", assistant.WebEngineer, "rule"},
		"postpone is no post":             {"", "postpone it", assistant.Chief, "rule"},
		"the seed's order":                {"", "A page with good SEO and nice visuals", assistant.CreativeLead, "rule"},
		"what is risky before an audit":   {"", "Audit our DNS", assistant.TechnicalLead, "rule"},
		"a pack before what is left over": {"", "Which reminders are there?", assistant.DeliveryLead, "rule"},
		"the shop before its dates":       {"", "When does the shop have a meeting?", assistant.EcommerceSpecialist, "rule"},
		"DNS":                             {"", "our DNS is wrong", assistant.TechnicalLead, "rule"},
		"a file of tickets":               {"", "Please write me a CSV of the tickets", assistant.FileAgent, "rule"},
		"shop":                            {"", "the checkout hangs", assistant.EcommerceSpecialist, "rule"},
		"stays with the current":          {assistant.CreativeLead, "what do you think?", assistant.CreativeLead, "rule"},
		"a greeting stays, surely":        {assistant.CreativeLead, "Hi there!", assistant.CreativeLead, "rule"},
		"an unknown current":              {"stranger", "what do you think?", assistant.Chief, "rule"},
		"@name wins":                      {"", "@Dana what about this page?", assistant.GrowthLead, "person"},
		"@id wins":                        {"", "@webEngineer the brand", assistant.WebEngineer, "person"},
		"ask wins":                        {"", "ask Nico about our SEO", assistant.WebEngineer, "person"},
		"spoken to":                       {"", "Mak, how is the page?", assistant.CreativeLead, "person"},
		"spoken to after hello":           {"", "Hi Mak, how is the page?", assistant.CreativeLead, "person"},
		"a title wins":                    {"", "I want the Growth Lead to look at this page", assistant.GrowthLead, "person"},
		"several":                         {"", "let Dana and Mak look at it", assistant.GrowthLead, "person"},
		"a name in passing is none":       {"", "Leo scored twice in the match", assistant.SportsMedia, "person"},
		"a client of that name":           {"", "our client Leo is unhappy", assistant.ClientSuccess, "rule"},
		"nothing":                         {"", "", assistant.Chief, "rule"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := words.Route(agents.Context{Current: c.current, Text: c.text})
			if d.Agent != c.want || d.By != c.by || d.Reason.IsZero() {
				t.Errorf("%q goes to %+v", c.text, d)
			}
		})
	}
}
