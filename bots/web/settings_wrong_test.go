package web_test

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestAFormThatIsNotTakenKeepsWhatWasTyped(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	of := "/settings/projects/" + string(w.projects[0].ID)
	for name, c := range map[string]struct {
		path   string
		change url.Values
		want   string
	}{
		"no domain":         {of, url.Values{"domain": {"not a domain!!"}}, "The domain must be like example.com"},
		"a whole address":   {of, url.Values{"domain": {"https://x.example/y"}}, "The domain must be like example.com"},
		"a machine's own":   {of, url.Values{"domain": {"169.254.169.254"}}, "The domain must be like example.com"},
		"a machine's site":  {"/settings/projects", url.Values{"give.site": {"wordpress"}, "wordpress.url": {"http://169.254.169.254/"}}, "that machines use among themselves"},
		"a name that is":    {"/settings/projects", url.Values{"name": {"aquaverter"}}, "There is a project called Aquaverter already."},
		"no name":           {of, url.Values{"name": {""}}, "A project needs a name."},
		"no site's address": {of, url.Values{"give.site": {"wordpress"}}, "A WordPress site needs its address."},
	} {
		form := url.Values{"name": {"Typed name"}, "domain": {"typed.example"}, "language": {"Typed language"}, "give.site": {"folder"}, "wordpress.user": {"typed user"}, "wordpress.password": {"typed secret"}}
		maps.Copy(form, c.change)
		got := call(t, h, "POST", c.path, form.Encode(), in, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		body := got.Body.String()
		if got.Code != http.StatusBadRequest || !strings.Contains(body, c.want) || !strings.Contains(body, `value="Typed language"`) || !strings.Contains(body, `value="typed user"`) {
			t.Errorf("%s: %d, and the form is lost or says nothing", name, got.Code)
		}
		if strings.Contains(body, "typed secret") {
			t.Errorf("%s: the password is shown", name)
		}
		if len(w.projects) != 1 || w.projects[0].Language != "English" {
			t.Fatalf("%s: it was saved: %+v", name, w.projects)
		}
	}
	for _, domain := range []string{"example.com", "münchen.example", "localhost:8080", "127.0.0.1", "[::1]:80", ""} {
		form := url.Values{"name": {"Aquaverter"}, "domain": {domain}, "language": {"English"}, "give.site": {"folder"}}
		got := call(t, h, "POST", of, form.Encode(), in, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		if got.Code != http.StatusSeeOther || w.projects[0].Domain != domain {
			t.Errorf("the domain %q: %d", domain, got.Code)
		}
	}
}

func TestSettingsFitAPhoneAndShowWordPressWhereItIs(t *testing.T) {
	w := newWorld(t)
	b := openTab(t, w.serve(t), "/settings")
	b.size(390, 844, true)
	b.await(`document.querySelector("form.fields")`)
	b.await(`document.documentElement.scrollWidth <= 390`)
	b.shoot("settings-phone")
	b.await(`getComputedStyle(document.querySelector(".fields .group")).display === "none"`)
	b.js(`document.querySelector(".fields input[value=wordpress]").click()`)
	b.await(`getComputedStyle(document.querySelector(".fields .group")).display !== "none"`)
	b.size(1280, 900, false)
	b.shoot("settings-light")
	b.js(`document.documentElement.dataset.theme = "dark"`)
	b.shoot("settings-dark")
	b.do(chromedp.SendKeys(chromedp.CSS(".fields input[name=domain]"), "!!\r"))
	b.await(`document.querySelector(".notice[role=alert]")?.textContent.includes("The domain must be like")`)
	b.await(`document.querySelector(".fields input[name=domain]").value.includes("!!")`)
	b.shoot("settings-wrong")
}
