package main

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
)

// TestThePublicAddressIsSetOnThePanelWithoutARestart: on two replicas behind one name. Where the admin's browser came by is proposed and not taken;
// an address is tried first, and whichever replica answers knows it; then both go by it, also after a restart, until it is another one or none.
// Nobody is signed out by any of it.
func TestThePublicAddressIsSetOnThePanelWithoutARestart(t *testing.T) {
	t.Parallel()
	one, two := pair(t)
	admin, other := newSteward(t, one), newSteward(t, two)
	balanced, err := url.Parse("http://" + two.addr)
	if err != nil {
		t.Fatal(err)
	}
	name := httptest.NewServer(httputil.NewSingleHostReverseProxy(balanced))
	t.Cleanup(name.Close)
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(elsewhere.Close)

	page := admin.getsAs("/settings", "team.example.com")
	if !strings.Contains(page, `value="http://team.example.com"`) || !strings.Contains(page, "No public address is set") {
		t.Error("where the browser has come by is not proposed, or in force")
	}
	if page = admin.gets("/settings"); !strings.Contains(page, "No public address is set: links that AISTEAM sends lead to http://"+one.addr) {
		t.Error("an address was taken by itself")
	}
	const form = "/settings/parts/address"
	saves := func(at string, more ...string) (int, string) {
		values := url.Values{"address": {at}}
		for _, anyway := range more {
			values.Set("anyway", anyway)
		}
		return admin.sends(form, values)
	}
	closed := "http://" + freeAddr(t)
	for at, wrong := range map[string]string{
		closed: "Nothing answers at ", elsewhere.URL: "Another server answers at " + elsewhere.URL + " (status 404).",
		"https://team.example.com/panel": "Enter an address like https://team.example.com",
	} {
		code, page := saves(at)
		if code != http.StatusBadRequest || !strings.Contains(page, wrong) || !strings.Contains(page, `value="`+at+`"`) || !strings.Contains(page, "Nothing was saved.") {
			t.Errorf("%s: %d", at, code)
		}
	}
	if code, page := admin.sends(form+"/try", url.Values{"address": {name.URL}}); code != http.StatusOK || !strings.Contains(page, name.URL+" leads to this panel.") {
		t.Errorf("the right one, tried: %d", code)
	}
	goes := func(what, at string, by ...steward) {
		t.Helper()
		for _, o := range by {
			eventually(t, patience, what, func() bool { return strings.Contains(o.gets("/settings"), "Links that AISTEAM sends lead to "+at+".") })
			if _, page := o.sends("/people/invitations", url.Values{"name": {"Anna"}, "role": {"approver"}}); !strings.Contains(page, `value="`+at+`/join?invitation=`) {
				t.Errorf("%s: an invitation leads elsewhere", what)
			}
		}
	}
	if code, page := saves(name.URL); code != http.StatusSeeOther {
		t.Fatalf("the right one: %d %s", code, page)
	}
	goes("both go by it", name.URL, admin, other)
	for _, k := range []*child{one, two} {
		k.kill()
		k.startReady()
	}
	goes("both do after a restart", name.URL, admin, other)
	for _, k := range []*child{one, two} {
		if !strings.Contains(k.log.text(), "Open the panel within ten minutes, once: "+name.URL+"/?code=") {
			t.Error("the line at the start leads elsewhere")
		}
	}

	const secure = "https://team.example.com"
	if code, _ := saves(secure); code != http.StatusBadRequest {
		t.Errorf("a name that leads nowhere: %d", code)
	}
	if code, _ := saves(secure, "yes"); code != http.StatusSeeOther {
		t.Errorf("the same, by whoever knows better: %d", code)
	}
	goes("both go by TLS, and nobody is signed out", secure, admin, other)
	if page := other.gets("/settings"); !strings.Contains(page, secure+"/slack/events") || !strings.Contains(page, "Signing Secret") {
		t.Error("the manifest has another address")
	}
	if page := other.gets("/login"); strings.Contains(page, `name="token"`) {
		t.Error("the other replica does not know the session any more")
	}
	if code, _ := admin.sends(form+"/remove", nil); code != http.StatusSeeOther {
		t.Errorf("taking it away: %d", code)
	}
	eventually(t, patience, "none is set on either", func() bool {
		return strings.Contains(admin.gets("/settings"), "No public address is set") && strings.Contains(other.gets("/settings"), "No public address is set")
	})
}

// TestThePublicAddressOfTheEnvironmentIsShownAndLocked: it goes before what an admin has set, by its variable's name, and can be tried.
func TestThePublicAddressOfTheEnvironmentIsShownAndLocked(t *testing.T) {
	t.Parallel()
	k := newChild(t, "AISTEAM_SECRET_KEY="+testKey)
	k.startReady()
	admin := newSteward(t, k)
	if code, _ := admin.sends("/settings/parts/address", url.Values{"address": {"http://set.example"}, "anyway": {"yes"}}); code != http.StatusSeeOther {
		t.Fatalf("set on the panel: %d", code)
	}
	k.kill()
	k.startReady("AISTEAM_PUBLIC_URL=http://" + k.addr + "/")
	admin = newSteward(t, k)
	page := admin.gets("/settings")
	if !strings.Contains(page, "lead to http://"+k.addr+". The environment sets it by AISTEAM_PUBLIC_URL") || strings.Contains(page, "/settings/parts/address") || strings.Contains(page, "set.example") {
		t.Error("the page does not say that the environment sets the address")
	}
	for _, path := range []string{"", "/try", "/remove"} {
		if code, _ := admin.sends("/settings/parts/address"+path, url.Values{"address": {"http://set.example"}, "anyway": {"yes"}}); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code, page := admin.sends("/settings/setup/address/try", nil); code != http.StatusOK || !strings.Contains(page, "http://"+k.addr+" leads to this panel.") {
		t.Errorf("trying what the environment sets: %d", code)
	}
}

// getsAs is a page that is reached by a name.
func (o steward) getsAs(path, host string) string {
	o.t.Helper()
	req, err := http.NewRequestWithContext(o.t.Context(), http.MethodGet, o.k.url(path), http.NoBody)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, c := range o.client.Jar.Cookies(req.URL) {
		req.AddCookie(c)
	}
	req.Host = host
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		o.t.Fatal(err)
	}
	defer res.Body.Close()
	return readAll(res.Body)
}
