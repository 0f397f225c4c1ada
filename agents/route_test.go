package agents_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

func TestRequestsGoToTheAgentTheyAreFor(t *testing.T) {
	words := served()
	cases := map[string]struct {
		current assistant.AgentID
		text    string
		want    assistant.AgentID
		also    []assistant.AgentID
		by      string
		sure    bool
	}{
		"delivery":                        {"", "What is the delivery timeline?", assistant.DeliveryLead, nil, "rule", true},
		"a client's":                      {"", "The client's new phone", assistant.ClientSuccess, nil, "rule", true},
		"account":                         {"", "Who looks after this account?", assistant.ClientSuccess, nil, "rule", true},
		"no accountability":               {"", "accountability matters", assistant.Chief, nil, "rule", false},
		"branding":                        {"", "Our branding feels old", assistant.CreativeLead, nil, "rule", true},
		"SEO":                             {"", "Improve our SEO", assistant.GrowthLead, nil, "rule", true},
		"ads":                             {"", "Should we run ads?", assistant.GrowthLead, nil, "rule", true},
		"leads are no ads":                {"", "We need more leads", assistant.Chief, nil, "rule", false},
		"hosting":                         {"", "hosting is slow", assistant.TechnicalLead, nil, "rule", true},
		"an observer is no server":        {"", "an observer came", assistant.Chief, nil, "rule", false},
		"page":                            {"", "Please create a new webpage called Services", assistant.WebEngineer, nil, "rule", true},
		"homepage":                        {"", "the homepage looks odd", assistant.WebEngineer, nil, "rule", true},
		"postpone is no post":             {"", "postpone it", assistant.Chief, nil, "rule", false},
		"the seed's order":                {"", "A page with good SEO and nice visuals", assistant.CreativeLead, []assistant.AgentID{assistant.GrowthLead, assistant.WebEngineer}, "rule", true},
		"what is risky before an audit":   {"", "Audit our DNS", assistant.TechnicalLead, []assistant.AgentID{assistant.SEOSpecialist}, "rule", true},
		"a pack before what is left over": {"", "Which reminders are there?", assistant.DeliveryLead, []assistant.AgentID{assistant.NotificationAgent}, "rule", true},
		"the shop before its dates":       {"", "When does the shop have a meeting?", assistant.EcommerceSpecialist, []assistant.AgentID{assistant.SchedulerAgent}, "rule", true},
		"DNS":                             {"", "our DNS is wrong", assistant.TechnicalLead, nil, "rule", true},
		"a file of tickets":               {"", "Please write me a CSV of the tickets", assistant.FileAgent, []assistant.AgentID{assistant.DeliveryLead}, "rule", true},
		"shop":                            {"", "the checkout hangs", assistant.EcommerceSpecialist, nil, "rule", true},
		"stays with the current":          {assistant.CreativeLead, "what do you think?", assistant.CreativeLead, nil, "rule", false},
		"a greeting stays, surely":        {assistant.CreativeLead, "Hi there!", assistant.CreativeLead, nil, "rule", true},
		"an unknown current":              {"stranger", "what do you think?", assistant.Chief, nil, "rule", false},
		"@name wins":                      {"", "@Dana what about this page?", assistant.GrowthLead, nil, "person", true},
		"@id wins":                        {"", "@webEngineer the brand", assistant.WebEngineer, nil, "person", true},
		"ask wins":                        {"", "ask Nico about our SEO", assistant.WebEngineer, nil, "person", true},
		"spoken to":                       {"", "Mak, how is the page?", assistant.CreativeLead, nil, "person", true},
		"spoken to after hello":           {"", "Hi Mak, how is the page?", assistant.CreativeLead, nil, "person", true},
		"a title wins":                    {"", "I want the Growth Lead to look at this page", assistant.GrowthLead, nil, "person", true},
		"several":                         {"", "let Dana and Mak look at it", assistant.GrowthLead, []assistant.AgentID{assistant.CreativeLead}, "person", true},
		"a name in passing is none":       {"", "Leo scored twice in the match", assistant.SportsMedia, nil, "person", true},
		"a client of that name":           {"", "our client Leo is unhappy", assistant.ClientSuccess, nil, "rule", true},
		"nothing":                         {"", "", assistant.Chief, nil, "rule", true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := words.Route(agents.Context{Current: c.current, Text: c.text})
			if d.Agent != c.want || d.By != c.by || d.Sure != c.sure || d.Reason == "" {
				t.Errorf("%q goes to %+v", c.text, d)
			}
			if diff := cmp.Diff(c.also, d.Also); diff != "" && len(c.also)+len(d.Also) > 0 {
				t.Error(diff)
			}
		})
	}
}
