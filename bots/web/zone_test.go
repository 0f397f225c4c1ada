package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/ownkit"
)

// stands makes a request come from a browser of a time zone.
func stands(zone string) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "aisteam_zone", Value: zone}) }
}

// TestTheBrowsersTimeZoneIsThePersonsUntilTheyChooseOne: it is kept with the first request that says it, tasks are made by its clock, and
// a choice in the settings, by the name of a city, counts before it and can be given up.
func TestTheBrowsersTimeZoneIsThePersonsUntilTheyChooseOne(t *testing.T) {
	w, db, _ := agenda(t)
	now := func() time.Time { return time.Date(2026, 11, 22, 16, 40, 0, 0, time.UTC) }
	h := w.surface(t, func(c *web.Config) {
		c.Tasks = &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Hears: db.Verbs, Now: now}
		c.Sessions, c.Zones, c.People, c.Now = db.Verbs, db.Verbs, db.Verbs, now
		c.Own = ownkit.Kept(t, db.Verbs, w.ids, now)
	})
	in := cookie(t, h)
	form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	kept := func(want string) {
		t.Helper()
		if p, err := db.People.Person(t.Context(), w.tenant.ID, w.owner.ID); err != nil || p.Zone != want {
			t.Errorf("kept is %q %v, not %q", p.Zone, err, want)
		}
	}
	says := func(zone, want string) {
		t.Helper()
		if page := call(t, h, "GET", "/settings", "", in, stands(zone)).Body.String(); !strings.Contains(page, want) {
			t.Errorf("no %q in %.2500s", want, page)
		}
	}
	says("America%2FToronto", "America/Toronto, as your browser or your platform says. It is 11:40 there.")
	kept("America/Toronto")
	for _, bad := range []string{"Mars%2FOlympus", "..%2F..%2Fetc%2Fpasswd", "Local", "%zz", ""} {
		says(bad, "America/Toronto")
		kept("America/Toronto")
	}
	made := call(t, h, "POST", "/api/tasks", `{"prompt":"check the audit","at":"tomorrow at 9"}`, in, stands("America%2FToronto"))
	if one := told(t, made.Body.Bytes()); one.Zone != "America/Toronto" || !strings.HasPrefix(one.Next, "2026-11-23T14:00") {
		t.Errorf("%d %s", made.Code, made.Body)
	}
	call(t, h, "POST", "/api/tasks", `{"prompt":"check the audit","schedule":"every day at 9"}`, in, stands("America%2FToronto"))
	if got := call(t, h, "POST", "/settings/own/choose_time_zone", "place=Tokio", in, form); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "every day at 09:00 (America/Toronto)") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	says("America%2FToronto", "Asia/Tokyo, as you have chosen. It is 01:40 there.")
	kept("Asia/Tokyo")
	if got := call(t, h, "POST", "/settings/own/choose_time_zone", "place=Atlantis", in, form); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "I know no time zone by the name “Atlantis”") ||
		!strings.Contains(got.Body.String(), `value="Atlantis"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	kept("Asia/Tokyo")
	call(t, h, "POST", "/settings/own/choose_time_zone", "place=", in, form)
	says("America%2FToronto", "America/Toronto, as your browser or your platform says.")
	kept("America/Toronto")
	if got := call(t, h, "PUT", "/api/notifications", `{"zone":"Europe/Paris"}`, in); got.Code != http.StatusOK {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	kept("Europe/Paris")
	if got := call(t, h, "PUT", "/api/notifications", `{"zone":"Europe/Atlantis"}`, in); got.Code == http.StatusOK {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if h, err := db.People.Hearing(t.Context(), w.tenant.ID, w.owner.ID); err != nil || h.Zone != "Europe/Paris" || h.Check() != nil {
		t.Error(h, err)
	}
}
