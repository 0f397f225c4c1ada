package wordpress

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// denial is an answer that refuses a request for want of a permission.
type denial struct {
	status  int
	code    string // of the API; "" where something else has answered
	message string
	asks    bool // the web server itself asks for a password
	detail  string
}

// denialOf tells whether the answer is a denial: by its status, or, where WordPress took us for a visitor, by complaining of
// what visitors may not ask for.
func denialOf(answer *http.Response, raw []byte, q request) (denial, bool) {
	var r refusal
	err := json.Unmarshal(raw, &r)
	d := denial{
		status: answer.StatusCode, code: r.Code, message: r.Message,
		asks:   strings.HasPrefix(strings.ToLower(answer.Header.Get("WWW-Authenticate")), "basic"),
		detail: fmt.Sprintf("wordpress: %s %s answered %d %s %s", q.method, q.path, answer.StatusCode, bounded(r.Code), bounded(r.Message)),
	}
	isAPI := r.Code != "" && (err == nil || json.Valid(raw))
	if !isAPI {
		d.code = ""
	}
	denied := answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden || isAPI && r.forbids()
	return d, denied || !isAPI && answer.StatusCode == http.StatusNotAcceptable // as firewalls answer
}

// wrongPassword are WordPress's codes for a name or an application password that it does not know.
func wrongPassword(code string) bool {
	return slices.Contains([]string{"incorrect_password", "invalid_username", "invalid_email", "invalid_application_password", "empty_username", "empty_password"}, code)
}

// ofWordPress tells whether the code of a denial is one of WordPress's own. Plugins that shut the API have theirs.
func ofWordPress(code string) bool {
	return strings.HasPrefix(code, "rest_forbidden") || slices.Contains([]string{
		"rest_not_logged_in", "rest_invalid_param", "rest_cannot_create", "rest_cannot_edit", "rest_cannot_publish", "rest_cannot_delete", "rest_cannot_view",
		"rest_cannot_read", "rest_user_cannot_view", "rest_cannot_assign_term",
	}, code)
}

func switchedOff(code string) bool { return strings.HasPrefix(code, "application_passwords_disabled") }

// why finds out what a denial comes from, by asking the site who it takes us for, and says where to go with that.
func (s *api) why(ctx context.Context, through *http.Client, b base, c credential, q request, d denial) error {
	switch {
	case d.code == "":
		return blocked(d)
	case switchedOff(d.code):
		return passwordsOff(d.detail)
	case wrongPassword(d.code):
		return denied(q.doing, d.status, d.detail)
	}
	status, raw := s.ask(ctx, through, b.route("/wp/v2/users/me", url.Values{"context": {"edit"}}), c)
	var me struct {
		refusal
		Name  string   `json:"username"`
		Roles []string `json:"roles"`
	}
	isAPI := json.Unmarshal(raw, &me) == nil || me.Code != ""
	switch {
	case status == http.StatusOK && len(me.Roles) > 0:
		return roleTooLow(q.doing, me.Name, me.Roles, d.detail)
	case !isAPI || wrongPassword(me.Code):
		return denied(q.doing, d.status, d.detail)
	case switchedOff(me.Code):
		return passwordsOff(d.detail)
	case !ofWordPress(d.code):
		return blocked(d)
	case me.Code != "rest_not_logged_in":
		return denied(q.doing, d.status, d.detail)
	}
	status, raw = s.ask(ctx, through, b.route("/", nil), credential{})
	var index struct {
		Routes         json.RawMessage `json:"routes"`
		Authentication json.RawMessage `json:"authentication"`
	}
	if status != http.StatusOK || json.Unmarshal(raw, &index) != nil || index.Routes == nil {
		return denied(q.doing, d.status, d.detail)
	}
	if !strings.Contains(string(index.Authentication), "application-passwords") {
		return passwordsOff(d.detail)
	}
	return denied(q.doing, d.status, d.detail) // WordPress mostly takes who sends a wrong password for a visitor
}

// ask reads an answer whatever it is; status 0 where none came.
func (s *api) ask(ctx context.Context, through *http.Client, address string, c credential) (status int, raw []byte) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return 0, nil
	}
	if c.user != "" {
		r.SetBasicAuth(c.user, string(c.password))
	}
	answer, err := through.Do(r)
	if err != nil {
		return 0, nil
	}
	defer answer.Body.Close()
	raw, err = io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return 0, nil
	}
	return answer.StatusCode, raw
}

func passwordsOff(detail string) error {
	return trouble(assistant.SideContext, detail, assistant.Say("The site takes no application passwords: they are switched off there, so I cannot sign in."),
		assistant.Say("Whoever runs the site can switch them on; mostly a security plugin has switched them off, and WordPress does so where the site has no TLS. "+
			"Then please make one in WordPress under Users, Profile, Application Passwords, and put it into the project settings."),
		true, assistant.Say("checking WordPress credentials"), assistant.Say("WordPress has application passwords switched off"))
}

func roleTooLow(doing, name string, roles []string, detail string) error {
	return trouble(assistant.SideContext, detail,
		assistant.Say("I tried to %s, and the password is right, but the account “%s” may not do that: its role on the site is %s.", doing, bounded(name), bounded(strings.Join(roles, ", "))),
		assistant.Say("An administrator of the site can give the account the role Editor, under Users in WordPress, or you put the application password of another account into the project settings."),
		true, assistant.Say("checking WordPress credentials"), assistant.Say("WordPress knows the account and refuses its role"))
}

// blocked is a site on which something other than WordPress refuses.
func blocked(d denial) error {
	if d.asks {
		return trouble(assistant.SideContext, d.detail, assistant.Say("The web server asks for a password of its own before it lets anybody to the site, so I cannot get to WordPress."),
			assistant.Say("Whoever hosts the site can let the addresses below /wp-json/ through without that password."), true, assistant.Say("The web server asks for a password of its own"))
	}
	said := assistant.Say("Something on the site keeps me from its API: a security plugin, or a firewall in front of it.")
	if d.message != "" {
		said = said.Then(assistant.Say("It says: %s", sentence(d.message)))
	}
	return trouble(assistant.SideContext, d.detail, said,
		assistant.Say("Whoever runs the site can allow the REST API (addresses below /wp-json/) for signed-in users, or let this service through the firewall."),
		true, assistant.Say("asking the WordPress API"), assistant.Say("The answer with code %d is not from WordPress itself", d.status))
}

// maintained is a site that is being updated; WordPress answers so before it does anything.
func maintained(answer *http.Response, raw []byte) bool {
	return answer.StatusCode == http.StatusServiceUnavailable && !json.Valid(raw) &&
		(answer.Header.Get("Retry-After") != "" || strings.Contains(strings.ToLower(string(raw)), "maintenance"))
}

func inMaintenance(detail string) error {
	return trouble(assistant.SideExecution, detail, assistant.Say("The site is in maintenance mode, so I changed nothing."),
		assistant.Say("This is over in a few minutes where WordPress is being updated. If it stays, whoever runs the site can end it: an update that broke off leaves the file .maintenance behind."),
		true, assistant.Say("WordPress API returned code %d", http.StatusServiceUnavailable), assistant.Say("The site says that it is in maintenance mode"))
}
