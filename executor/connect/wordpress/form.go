package wordpress

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// Form asks people for a WordPress site.
func (s *Sites) Form() tools.ConnectionForm {
	return tools.ConnectionForm{
		ConnectionForm: assistant.ConnectionForm{
			Kind: site.KindWordPress, Label: "WordPress", Says: "a WordPress site", Choice: site.Choice, Gives: site.GivenByWordPress(), Tested: true,
			Hint: "WordPress makes an application password under Users, Profile, Application passwords. It is kept for this project alone and never " +
				"shown again, to people or to a model. A new address forgets it.",
			Fields: []assistant.FormField{
				{
					Key: site.KeyAddress, Label: assistant.Label("Address"), Hint: assistant.Label("The address of the WordPress site, like https://example.com."), Placeholder: assistant.Verbatim("https://example.com"),
					Kind: assistant.FieldAddress, Required: true, Binds: true, Most: 500,
				},
				{Key: site.KeyUser, Label: assistant.Label("User"), Kind: assistant.FieldText, Most: 200},
				{Key: site.KeyPassword, Label: assistant.Label("Application password"), Kind: assistant.FieldSecret, Most: 200},
			},
		},
		Test: s.test, Reach: s.reach,
	}
}

func userOf(p assistant.Project) string {
	c, _ := p.Connected(site.KindWordPress)
	return c.Config[site.KeyUser]
}

// reach asks the site where its API is, as visitors may.
func (s *Sites) reach(ctx context.Context, c tools.ConnectionTest) error {
	p := c.Project
	p.Connections = []assistant.Connection{c.Connection}
	_, err := s.api.baseOf(ctx, s.api.to(p), site.AddressOf(p))
	return err
}

// test signs in and looks whether the account may publish pages. It changes nothing.
func (s *Sites) test(ctx context.Context, c tools.ConnectionTest) (assistant.Sentence, error) {
	p := c.Project
	p.Connections = []assistant.Connection{c.Connection}
	var me struct {
		Name         string          `json:"username"`
		Roles        []string        `json:"roles"`
		Capabilities map[string]bool `json:"capabilities"`
	}
	const doing = "sign in to the site"
	err := s.api.as(ctx, p, credential{userOf(p), c.Secret}, request{
		method: http.MethodGet, path: "/wp/v2/users/me", query: url.Values{"context": {"edit"}}, doing: doing,
	}, &me)
	switch {
	case err != nil:
		return assistant.Sentence{}, err
	case me.Name == "":
		return assistant.Sentence{}, strange(false, "the answer to who is signed in names nobody")
	case !me.Capabilities["edit_pages"] || !me.Capabilities["publish_pages"]:
		return assistant.Sentence{}, roleTooLow("publish pages", me.Name, me.Roles, "wordpress: the account may not edit and publish pages")
	}
	return assistant.Say("The site lets “%s” in (%s), who may publish pages.", bounded(me.Name), bounded(strings.Join(me.Roles, ", "))), nil
}
