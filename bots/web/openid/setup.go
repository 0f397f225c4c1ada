package openid

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/aisteam/aisteam/assistant"
)

// What an issuer is set by, by the keys of its form.
const (
	FieldIssuer    = "issuer"
	FieldClient    = "client_id"
	FieldSecret    = "client_secret"
	FieldName      = "name"
	FieldDomains   = "domains"
	FieldGroups    = "groups"
	FieldClaim     = "groups_claim"
	FieldApprovers = "approvers"
	FieldHours     = "session_hours"
)

const (
	longest       = 500
	nameMost      = 60
	answersWithin = 10 * time.Second
	answerMost    = 1 << 20 // bytes of what an issuer answers
	wellKnown     = "/.well-known/openid-configuration"
	usualClaim    = "groups"
	noCode        = "none" // that no issuer has given anybody

	hoursUsual = int(assistant.OpenIDSessionLife / time.Hour)
	hoursMost  = int(assistant.SessionLife / time.Hour)
)

// Setup is what an admin tells of the issuer. All of its fields are required.
type Setup struct {
	Transport http.RoundTripper // the road to issuers; what it does not go to is [ErrAddress]
	Now       func() time.Time
	Panel     assistant.Public // where issuers send people back, at [Back]
}

// Form asks for the issuer's settings and for who may come in.
func (Setup) Form() assistant.Form {
	return assistant.Form{Fields: []assistant.FormField{
		{
			Key: FieldIssuer, Kind: assistant.FieldAddress, Label: assistant.Say("Issuer"), Most: longest, Required: true, Binds: true,
			Placeholder: assistant.Verbatim("https://login.example.com"), Hint: assistant.Say("The address by which your provider identifies itself. Its description is below it, at %s.", wellKnown),
		},
		{Key: FieldClient, Kind: assistant.FieldText, Label: assistant.Say("Client ID"), Most: longest, Required: true, Binds: true},
		{Key: FieldSecret, Kind: assistant.FieldSecret, Label: assistant.Say("Client secret"), Most: longest},
		{Key: FieldName, Kind: assistant.FieldText, Label: assistant.Say("Name on the button"), Most: nameMost, Hint: assistant.Say("What people call this login, such as the name of your company. If it is empty, the issuer's host is shown.")},
		{
			Key: FieldDomains, Kind: assistant.FieldText, Label: assistant.Say("Domains whose people may join"), Most: longest, Placeholder: assistant.Verbatim("example.com, example.org"),
			Hint: assistant.Say("If it is empty, nobody new joins. The login then works for people who are here already: once they link it under “Sessions”, or when the provider has verified the address that they confirmed under “Notifications”. With domains, anybody with a verified address in one of them joins by signing in."),
		},
		{
			Key: FieldGroups, Kind: assistant.FieldText, Label: assistant.Say("Groups whose people may join"), Most: longest,
			Hint: assistant.Say("Anybody whom the provider lists in one of these groups joins by signing in, too. Separate groups by commas."),
		},
		{Key: FieldClaim, Kind: assistant.FieldText, Label: assistant.Say("Claim that lists the groups"), Most: nameMost, Placeholder: assistant.Verbatim(usualClaim)},
		{
			Key: FieldApprovers, Kind: assistant.FieldYesNo, Label: assistant.Say("People who join may approve what anybody asked for"),
			Hint: assistant.Say("Otherwise they join as members, who decide only on what they asked for themselves. You can change roles under “People”."),
		},
		{
			Key: FieldHours, Kind: assistant.FieldNumber, Label: assistant.Say("Hours after which they sign in again"), Least: 1, Most: hoursMost, Default: strconv.Itoa(hoursUsual),
			Hint: assistant.Say("Whoever the company no longer lets in keeps what they have open here until then. Removing them under “People” ends it at once."),
		},
	}}
}

// Fits finds what cannot be an issuer.
func (s Setup) Fits(set assistant.PartSettings) error {
	u, err := url.Parse(issuerOf(set))
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http":
		return &assistant.FieldError{Key: FieldIssuer, Message: assistant.Say("Enter the issuer's address, such as https://login.example.com.")}
	case set.Given[FieldClient] == "":
		return &assistant.FieldError{Key: FieldClient, Message: assistant.Say("Enter the client ID from your provider.")}
	}
	for _, domain := range domainsOf(set) {
		if !strings.Contains(domain, ".") || strings.ContainsFunc(domain, func(r rune) bool {
			return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-.", r)
		}) {
			return &assistant.FieldError{Key: FieldDomains, Message: assistant.Say("“%s” is not a domain. Write domains like example.com, example.org.", short(domain, nameMost))}
		}
	}
	if hours(set) <= 0 {
		return &assistant.FieldError{Key: FieldHours, Message: assistant.Say("Write a whole number of hours from 1 to %d.", hoursMost)}
	}
	return nil
}

// hours are those after which people sign in again; 0 of what are none.
func hours(set assistant.PartSettings) int {
	n, err := strconv.Atoi(cmp.Or(set.Given[FieldHours], strconv.Itoa(hoursUsual)))
	if err != nil || n < 1 || n > hoursMost {
		return 0
	}
	return n
}

// Open makes the issuer that is set. It asks nobody.
func (s Setup) Open(set assistant.PartSettings) (*Issuer, error) {
	at := issuerOf(set)
	n := newcomers{domains: domainsOf(set), groups: listed(set.Given[FieldGroups], ","), claim: cmp.Or(set.Given[FieldClaim], usualClaim), role: assistant.RoleMember}
	if set.Given[FieldApprovers] == "true" {
		n.role = assistant.RoleApprover
	}
	return &Issuer{
		name: cmp.Or(short(set.Given[FieldName], nameMost), hostOf(at)), at: at, client: set.Given[FieldClient], secret: set.Secret(FieldSecret), newcomers: n, now: s.Now,
		session: time.Duration(cmp.Or(hours(set), hoursUsual)) * time.Hour,
		http: &http.Client{
			Timeout: answersWithin, Transport: bounded{s.Transport},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // what is sent is for the issuer alone
		},
	}, nil
}

// Try asks whether an issuer answers there, and whether it takes the client: it refuses a code that it has given nobody for the code alone.
func (s Setup) Try(ctx context.Context, set assistant.PartSettings) (assistant.Sentence, error) {
	i, err := s.Open(set)
	if err != nil {
		return assistant.Sentence{}, err
	}
	d, err := i.discover(ctx)
	if err != nil {
		return assistant.Sentence{}, i.notSet(err)
	}
	_, err = i.flow(d, s.Panel.Now().URL+Back).Exchange(i.reach(ctx), noCode, oauth2.VerifierOption(strings.Repeat(noCode, 11)))
	answer, said := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case said && clientRefused(answer):
		return assistant.Sentence{}, i.unchanged(err)
	case err != nil && !said && !reached(err):
		return assistant.Sentence{}, i.notSet(err)
	}
	return assistant.Say("%s is an OpenID Connect issuer and accepts the client. People sign in at %s.", i.at, hostOf(d.Endpoint().AuthURL)), nil
}

// issuerOf is the issuer that is set. Some paste where it describes itself.
func issuerOf(set assistant.PartSettings) string {
	return strings.TrimSuffix(set.Given[FieldIssuer], wellKnown)
}

// domainsOf are the domains whose people may join.
func domainsOf(set assistant.PartSettings) []string {
	out := listed(strings.ToLower(set.Given[FieldDomains]), ", ")
	for i := range out {
		out[i] = strings.TrimPrefix(out[i], "@")
	}
	return out
}

// listed are the entries of a list.
func listed(text, between string) []string {
	all := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(between, r) })
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return slices.DeleteFunc(all, func(one string) bool { return one == "" })
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// bounded reads no more of an answer than an issuer needs.
type bounded struct{ next http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, answerMost)
	}
	return answer, err
}
