package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/setup"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// openIDSetup is what an admin tells of the company's login.
func (s *server) openIDSetup() openid.Setup {
	return openid.Setup{Transport: issuerRoad{s.roads}, Now: time.Now, Panel: s.reached}
}

// openIDPart lets people sign in by the login of the company that is set.
func (s *server) openIDPart() *setup.Part[openid.Issuer] {
	return setup.New(assistant.SetupOpenID, s.openIDSetup().Open, func(ctx context.Context, _ *openid.Issuer) error {
		<-ctx.Done() // it hears nobody
		return nil
	})
}

// issuerRoad leads to issuers, each address by its own road: no secret crosses the open internet unencrypted, and nothing leads to where clouds
// tell machines their secrets.
type issuerRoad struct{ roads modelRoads }

// RoundTrip implements [http.RoundTripper].
func (i issuerRoad) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := i.roads.to(r.URL.String(), true).RoundTrip(r)
	if errors.Is(err, dial.ErrPrivate) || errors.Is(err, dial.ErrPublic) {
		err = fmt.Errorf("%w: %w", openid.ErrAddress, err)
	}
	return answer, err
}

// givenOpenID is what the environment sets of the company's login.
func (c Config) givenOpenID() assistant.PartSettings {
	return assistant.PartSettings{
		Part: assistant.SetupOpenID, Secrets: map[string]assistant.Secret{openid.FieldSecret: assistant.Secret(c.OpenIDClientSecret)},
		Given: map[string]string{
			openid.FieldIssuer: c.OpenIDIssuer, openid.FieldClient: c.OpenIDClientID, openid.FieldName: c.OpenIDName, openid.FieldDomains: c.OpenIDDomains,
			openid.FieldGroups: c.OpenIDGroups, openid.FieldClaim: c.OpenIDGroupsClaim, openid.FieldApprovers: strconv.FormatBool(c.OpenIDRole == string(assistant.RoleApprover)),
			openid.FieldHours: strconv.Itoa(c.OpenIDSessionHours),
		},
	}
}

// checkOpenID finds what cannot work about the company's login.
func (c Config) checkOpenID() error {
	if role := assistant.Role(c.OpenIDRole); role != "" && role != assistant.RoleMember && role != assistant.RoleApprover {
		return misconfigured("AISTEAM_OPENID_ROLE %q is not member or approver", c.OpenIDRole)
	}
	if c.OpenIDIssuer == "" {
		for _, other := range [][2]string{
			{"AISTEAM_OPENID_CLIENT_ID", c.OpenIDClientID},
			{"AISTEAM_OPENID_CLIENT_SECRET", c.OpenIDClientSecret},
			{"AISTEAM_OPENID_NAME", c.OpenIDName},
			{"AISTEAM_OPENID_DOMAINS", c.OpenIDDomains},
			{"AISTEAM_OPENID_GROUPS", c.OpenIDGroups},
			{"AISTEAM_OPENID_GROUPS_CLAIM", c.OpenIDGroupsClaim},
		} {
			if other[1] != "" {
				return misconfigured("%s is set but AISTEAM_OPENID_ISSUER is not: set AISTEAM_OPENID_ISSUER and AISTEAM_OPENID_CLIENT_ID too, or unset it", other[0])
			}
		}
		return nil
	}
	if wrong, misfit := errors.AsType[*assistant.FieldError]((openid.Setup{}).Fits(c.givenOpenID())); misfit {
		variable := map[string]string{openid.FieldIssuer: "AISTEAM_OPENID_ISSUER", openid.FieldClient: "AISTEAM_OPENID_CLIENT_ID", openid.FieldDomains: "AISTEAM_OPENID_DOMAINS", openid.FieldHours: "AISTEAM_OPENID_SESSION_HOURS"}[wrong.Key]
		return misconfigured("%s cannot be used: %s", variable, wrong.Message)
	}
	return nil
}

// openID is the setup of the company's login. The address that it sends people back to stands there also where the environment sets the rest.
func (s setups) openID(ctx context.Context, t assistant.TenantID) (assistant.Setup, error) {
	chosen, err := s.parts.Part(ctx, t, assistant.SetupOpenID)
	out := assistant.Setup{Key: assistant.SetupOpenID, Title: assistant.Say("Company login"), On: chosen.On, Tried: chosen.Locked, State: assistant.Say("Nobody signs in with a company login yet.")}
	switch {
	case chosen.Locked:
		out.State = given("AISTEAM_OPENID_ISSUER")
	case chosen.On:
		out.State = assistant.Say("People can sign in with their login at %s.", chosen.Set.Given[openid.FieldIssuer])
	}
	out.Steps = []assistant.SetupStep{{Done: out.On, Text: assistant.Say("At your provider (OpenID Connect), register a web application with the authorization code flow and this redirect address: %s", s.reached.Now().URL+openid.Back)}}
	return out, err
}
