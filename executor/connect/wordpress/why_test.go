package wordpress_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestADenialSaysWhereItComesFrom: the site is asked who it takes us for, and people are sent to the right place.
func TestADenialSaysWhereItComesFrom(t *testing.T) {
	const (
		visitor = `{"code":"rest_invalid_param","message":"Invalid parameter(s): status","data":{"status":400,"params":{"status":"Status is forbidden."}}}`
		nobody  = `{"code":"rest_not_logged_in","message":"You are not currently logged in.","data":{"status":401}}`
		on      = `{"routes":{"/":{}},"authentication":{"application-passwords":{"endpoints":{}}}}`
		off     = `{"routes":{"/":{}},"authentication":[]}`
		wrong   = `{"code":"incorrect_password","message":"x","data":{"status":401}}`
	)
	for name, c := range map[string]struct {
		pages       string
		status      int
		me, index   string
		says, where string
	}{
		"application passwords are off":         {visitor, 400, nobody, off, "takes no application passwords", "Application Passwords"},
		"off for the account":                   {`{"code":"application_passwords_disabled_for_user","message":"x"}`, 401, nobody, on, "takes no application passwords", "switch them on"},
		"the password is wrong for 6.1":         {visitor, 400, nobody, on, "credentials are missing or incorrect", "verify or update the credentials"},
		"the password is wrong":                 {wrong, 401, wrong, on, "credentials are missing or incorrect", "verify or update the credentials"},
		"wrong, found out by asking":            {visitor, 400, wrong, on, "credentials are missing or incorrect", "verify or update"},
		"the role is too low":                   {`{"code":"rest_forbidden_context","message":"x"}`, 403, `{"id":3,"username":"writer","roles":["author"]}`, on, "the account “writer” may not do that: its role on the site is author", "role Editor"},
		"a plugin shuts the API":                {`{"code":"rest_login_required","message":"REST API restricted"}`, 401, nobody, on, "a security plugin", "allow the REST API"},
		"a firewall":                            {`<html>Attention required</html>`, 406, nobody, on, "a firewall", "through the firewall"},
		"the site answers nothing more that is": {visitor, 400, `<html>`, `<html>`, "credentials are missing or incorrect", "verify or update"},
	} {
		t.Run(name, func(t *testing.T) {
			p := serve(t, &fake{link: `<SITE/wp-json/>; rel="https://api.w.org/"`, prefix: "", answer: func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.HasSuffix(r.URL.Path, "/users/me"):
					if !strings.Contains(c.me, "roles") {
						w.WriteHeader(http.StatusUnauthorized)
					}
					fmt.Fprint(w, c.me)
				case strings.HasSuffix(r.URL.Path, "/wp-json/"), strings.HasSuffix(r.URL.Path, "/wp-json"):
					fmt.Fprint(w, c.index)
				default:
					w.WriteHeader(c.status)
					fmt.Fprint(w, c.pages)
				}
			}})
			_, _, err := sites().Pages.Find(t.Context(), p, "services", "create the new page")
			if got := problem(t, err); !strings.Contains(got.Message.String(), c.says) || !strings.Contains(got.Recovery.String(), c.where) || got.Side != assistant.SideContext {
				t.Errorf("%s %s (%v)", got.Message, got.Recovery, err)
			}
		})
	}
}

func TestMaintenanceAndAPasswordOfTheServerAreSaid(t *testing.T) {
	for says, answer := range map[string]func(http.ResponseWriter, *http.Request){
		"in maintenance mode": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "600")
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, "<h1>Briefly unavailable for scheduled maintenance. Check back in a minute.</h1>")
		},
		"asks for a password of its own": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Basic realm="staging"`)
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, "<h1>401</h1>")
		},
	} {
		p := serve(t, &fake{answer: answer})
		_, _, err := sites().Pages.Find(t.Context(), p, "services", "look")
		if got := problem(t, err); !strings.Contains(got.Message.String(), says) {
			t.Errorf("%+v", got)
		}
		p = serve(t, &fake{answer: readable(answer)})
		_, err = sites().Pages.Write(t.Context(), p, page, "")
		if got := problem(t, err); !strings.Contains(got.Message.String(), says) || errors.Is(err, assistant.ErrUncertain) {
			t.Errorf("writing: %+v, %v", got, err)
		}
	}
}

// TestWhatTheAccountMayNotSaveIsNotSaved: WordPress would take scripts of the site's own off the page.
func TestWhatTheAccountMayNotSaveIsNotSaved(t *testing.T) {
	for links, refused := range map[string]bool{
		`{"self":[]}`: true, `{"self":[],"https://api.w.org/action-unfiltered-html":[{"href":"x"}]}`: false, `{"self":[],"wp:action-unfiltered-html":[{"href":"x"}]}`: false,
	} {
		old := page
		old.ID, old.HTML = "7", `<p>x</p><iframe src="https://maps.example/"></iframe>`
		f := &fake{answer: func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"id":7,"slug":"services","status":"publish","title":{"raw":"Services"},"content":{"raw":%q},"_links":%s}`, old.HTML, links)
		}}
		p := serve(t, f)
		_, err := sites().Pages.Write(t.Context(), p, old, old.Hash())
		if (err != nil) != refused {
			t.Errorf("%s: %v", links, err)
		}
		if refused && (!strings.Contains(problem(t, err).Message.String(), "holds <iframe>") || len(f.asked) != 1) {
			t.Errorf("%v, asked %q", err, f.asked)
		}
	}
}
