package team_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

func TestATeamSaysWhatIsWrongWithIt(t *testing.T) {
	chief := assistant.Agent{ID: assistant.Chief, Name: "Hans"}
	lead := assistant.Agent{ID: "lead", Name: "Lena"}
	pin := packkit.Whole(tools.Tool{Name: "pin", Class: assistant.ClassAction})
	for what, c := range map[string]struct {
		agents []assistant.Agent
		tools  []tools.Tool
		want   string
	}{
		"nobody":                      {nil, nil, "its first agent is not chief"},
		"nobody who reads first":      {[]assistant.Agent{lead, chief}, nil, "its first agent is not chief"},
		"an agent without a name":     {[]assistant.Agent{chief, {ID: "x"}}, nil, `agent "x", ""`},
		"one id twice":                {[]assistant.Agent{chief, lead, lead}, nil, "there are two of that id"},
		"a lead who is not there":     {[]assistant.Agent{chief, {ID: "x", Name: "Xenia", Lead: "lead"}}, nil, `"lead", who is to carry out`},
		"a lead who only drafts, too": {[]assistant.Agent{chief, lead, {ID: "x", Name: "X", Lead: "lead"}, {ID: "y", Name: "Y", Lead: "x"}}, nil, `"x", who is to carry out`},
		"a tool that is not whole":    {[]assistant.Agent{chief}, []tools.Tool{{Name: "pin"}}, `tool "pin"`},
		"a tool twice":                {[]assistant.Agent{chief}, []tools.Tool{pin, pin}, "there are two of that name"},
	} {
		_, err := team.New(c.agents, []tools.Pack{{Name: "test", Tools: c.tools}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := team.New([]assistant.Agent{chief}, []tools.Pack{{Name: "test", Tools: []tools.Tool{pin}}}); err != nil {
		t.Error(err)
	}
}

// TestNobodyChangesATeam: who is given its agents and takes one out has not taken it out of the team.
func TestNobodyChangesATeam(t *testing.T) {
	roster := team.Roster()
	of, err := team.New(roster, nil)
	if err != nil {
		t.Fatal(err)
	}
	roster[0].Name, of.Agents()[1].Name = "Nobody", "Nobody"
	if of.Name(assistant.Chief) != "Hans" || of.Name(assistant.DeliveryLead) != "Lena" {
		t.Errorf("they are %s and %s", of.Name(assistant.Chief), of.Name(assistant.DeliveryLead))
	}
}
