package home

import (
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/wording"
)

// Forms are the forms of the settings about these words.
func Forms(text string) []slackapi.ModalViewRequest {
	return []slackapi.ModalViewRequest{
		roleForm([]slackapi.UserGroup{{ID: "S1", Name: text}, {ID: text, Name: text}, {ID: "S2", Handle: text}}, wording.Words{}),
		drawn(assistant.Project{}, assistant.ConnectionForm{}, wording.Words{}),
		drawn(assistant.Project{ID: "p", Name: text, Language: text, Connections: []assistant.Connection{{Kind: "k", Opened: true, Config: map[string]string{"a": text}}}}, assistant.ConnectionForm{
			Kind: "k", Hint: text, Fields: []assistant.FormField{{Key: "a", Label: assistant.Verbatim(text), Hint: assistant.Verbatim(text), Kind: assistant.FieldText, Most: 3000}, {Key: "b", Label: assistant.Verbatim(text), Kind: assistant.FieldSecret, Most: 200}},
		}, wording.Words{}),
	}
}

// Settings are what an admin is shown of so many sites and people of these words.
func Settings(text string, n int) []slackapi.Block {
	d := &deciders{}
	var sites []shownSite
	for range n {
		name := here(assistant.Profile{Person: assistant.Person{Name: text}}, "T1")
		d.admins, d.approvers = append(d.admins, name), append(d.approvers, name)
		d.grants = append(d.grants, assistant.Grant{Surface: assistant.Surface(text), Group: text, Role: assistant.Role(text)})
		sites = append(sites, shownSite{ID: "p", Name: text, Address: text})
	}
	return settings(sites, true, assistant.Person{Role: assistant.RoleAdmin}, d, blocks.Renderer{Hosts: []string{"panel.example"}})
}
