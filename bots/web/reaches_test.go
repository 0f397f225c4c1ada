package web_test

import (
	"context"
	"encoding/json"
	"image/png"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/away/mail"
	"github.com/aisteam/aisteam/bots/away/push"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/fakemail"
	"github.com/aisteam/aisteam/internal/fakepush"
	"github.com/aisteam/aisteam/internal/ledgerkit"
)

// notified is a panel whose people can be told on their devices.
func notified(t *testing.T, also ...func(*web.Config)) (*world, *ledgerkit.DB, http.Handler, push.Key) {
	t.Helper()
	key := pushKey(t)
	var kept reachesOf
	w, db, h := agenda(t, func(c *web.Config) {
		c.Reaches, c.Devices = &kept, key
		for _, set := range also {
			set(c)
		}
	})
	kept.reaches = db.Reaches
	return w, db, h, key
}

// pushKey is an installation's, for push services.
func pushKey(t *testing.T) push.Key {
	t.Helper()
	made, err := push.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	key, err := push.ReadKey(made)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// reachesOf are those of a ledger that there is once the panel is made.
type reachesOf struct{ reaches }

type reaches = web.Reaches

// unreached keeps of nobody where they are told.
type unreached struct{ reaches }

// Reaches implements [web.Reaches].
func (unreached) Reaches(context.Context, assistant.TenantID, assistant.PersonID) ([]assistant.Reach, error) {
	return nil, nil
}

func device(t *testing.T, key push.Key) url.Values {
	t.Helper()
	service := fakepush.New(key.PushKey())
	t.Cleanup(service.Close)
	d, err := service.Subscribe()
	if err != nil {
		t.Fatal(err)
	}
	return url.Values{"endpoint": {"https://push.example/wp/secret-address"}, "p256dh": {d.P256dh}, "auth": {d.Auth}}
}

func TestADeviceIsAddedListedAndForgotten(t *testing.T) {
	w, db, h, key := notified(t)
	in := cookie(t, h)
	android := func(r *http.Request) {
		r.Header.Set("User-Agent", "Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0")
	}
	form := device(t, key)
	if page := call(t, h, "GET", "/notifications", "", in).Body.String(); !strings.Contains(page, `data-key="`+key.PushKey()+`"`) || !strings.Contains(page, "None yet.") {
		t.Errorf("%s", page)
	}
	got := call(t, h, "POST", "/notifications/devices", form.Encode(), in, asForm, android)
	var made struct{ ID string }
	if err := json.Unmarshal(got.Body.Bytes(), &made); got.Code != http.StatusOK || err != nil || made.ID == "" {
		t.Fatalf("%d %s %v", got.Code, got.Body, err)
	}
	kept, err := db.Reaches.Reaches(t.Context(), w.tenant.ID, w.owner.ID)
	if err != nil || len(kept) != 1 || kept[0].Surface != assistant.SurfacePush || kept[0].Name != "Firefox on Android" || string(kept[0].ID) != made.ID {
		t.Fatalf("%+v %v", kept, err)
	}
	page := call(t, h, "GET", "/notifications", "", in).Body.String()
	if !strings.Contains(page, "Firefox on Android") || strings.Contains(page, "secret-address") || strings.Contains(page, form.Get("auth")) {
		t.Errorf("the page tells more than which device it is: %s", page)
	}
	for field, wrong := range map[string]string{"endpoint": "https://10.0.0.1/", "p256dh": "x", "auth": ""} {
		bad := url.Values{"endpoint": form["endpoint"], "p256dh": form["p256dh"], "auth": form["auth"]}
		bad.Set(field, wrong)
		if got := call(t, h, "POST", "/notifications/devices", bad.Encode(), in, asForm); got.Code != http.StatusBadRequest {
			t.Errorf("%s=%s: %d", field, wrong, got.Code)
		}
	}
	at := "/notifications/" + made.ID + "/forget"
	if got := call(t, h, "POST", at, "", in, asForm, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }); got.Code != http.StatusForbidden {
		t.Errorf("another site ends it: %d", got.Code)
	}
	if got := call(t, h, "POST", at, "", in, asForm); got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/notifications?done=forgotten" {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := call(t, h, "POST", at, "", in, asForm); got.Code != http.StatusNotFound {
		t.Errorf("a second time: %d", got.Code)
	}
}

// TestDecisionsAreHeardOnDevicesThatThereAre: who has chosen them and has none is told how to get one.
func TestDecisionsAreHeardOnDevicesThatThereAre(t *testing.T) {
	_, _, h, key := notified(t)
	in := cookie(t, h)
	hear := func() int {
		return call(t, h, "POST", "/tasks/notifications", url.Values{"where-decisions": {"push"}}.Encode(), in, asForm).Code
	}
	if code := hear(); code != http.StatusUnprocessableEntity {
		t.Errorf("without a device: %d", code)
	}
	call(t, h, "POST", "/notifications/devices", device(t, key).Encode(), in, asForm)
	if code := hear(); code != http.StatusSeeOther {
		t.Errorf("with one: %d", code)
	}
	if page := call(t, h, "GET", "/notifications", "", in).Body.String(); !strings.Contains(page, `<option value="push" selected>on your devices</option>`) {
		t.Error("the page does not say so")
	}
}

// TestThePanelCanBeInstalled: who has signed in nowhere is told what it takes to install it, and nothing else.
func TestThePanelCanBeInstalled(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	got := call(t, h, "GET", "/manifest.webmanifest", "", bare)
	var app struct {
		Name, Display string
		Start         string `json:"start_url"`
		Icons         []struct{ Src, Sizes, Type, Purpose string }
		Share         struct{ Action string } `json:"share_target"`
	}
	if err := json.Unmarshal(got.Body.Bytes(), &app); err != nil || got.Code != http.StatusOK || got.Header().Get("Content-Type") != "application/manifest+json" {
		t.Fatalf("%d %s %v", got.Code, got.Body, err)
	}
	if app.Name != "AISTEAM" || app.Display != "standalone" || app.Start != "/" || len(app.Icons) != 3 || app.Share.Action != "/share" || strings.Contains(got.Body.String(), w.tenant.Name) {
		t.Errorf("%s", got.Body)
	}
	for _, icon := range app.Icons {
		file := call(t, h, "GET", icon.Src, "", bare)
		drawn, err := png.Decode(file.Body)
		if err != nil || !strings.Contains(file.Header().Get("Cache-Control"), "immutable") {
			t.Fatalf("%s: %v, %s", icon.Src, err, file.Header())
		}
		if size := drawn.Bounds().Size(); regexp.MustCompile(`^(192x192|512x512)$`).FindString(icon.Sizes) == "" || !strings.HasPrefix(icon.Sizes, map[int]string{192: "192x", 512: "512x"}[size.X]) || size.X != size.Y {
			t.Errorf("%s is %v", icon.Src, size)
		}
	}
	if page := call(t, h, "GET", "/login", "", bare).Body.String(); !strings.Contains(page, `<link rel="manifest" href="/manifest.webmanifest">`) {
		t.Error("no page says so")
	}
	worker := call(t, h, "GET", "/sw.js", "", bare)
	policy := worker.Header().Get("Content-Security-Policy")
	if worker.Code != http.StatusOK || !strings.HasPrefix(worker.Header().Get("Content-Type"), "text/javascript") || worker.Header().Get("Cache-Control") != "no-cache" ||
		!strings.Contains(policy, "worker-src 'self'; manifest-src 'self'") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("%d %v", worker.Code, worker.Header())
	}
}

// TestAnAddressIsTheirsOnceTheyHaveOpenedItsLink: following the link alone confirms nothing, and nobody but who gave the address can.
func TestAnAddressIsTheirsOnceTheyHaveOpenedItsLink(t *testing.T) {
	server, err := fakemail.Start("", "", false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	by, err := mail.ReadServer("smtp://"+server.Addr, "AISTEAM <aisteam@example.com>", nil)
	if err != nil {
		t.Fatal(err)
	}
	w, db, h, _ := notified(t, func(c *web.Config) {
		c.Mailer = mail.New(mail.Config{Server: by, Panel: assistant.PublicAt("https://panel.example"), Log: slog.New(slog.DiscardHandler)})
	})
	in := cookie(t, h)
	give := func(address string) int {
		return call(t, h, "POST", "/notifications/address", url.Values{"address": {address}}.Encode(), in, asForm).Code
	}
	open := func() (open []bool) {
		all, err := db.Reaches.Reaches(t.Context(), w.tenant.ID, w.owner.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			open = append(open, r.Open)
		}
		return open
	}
	if code := give("nobody"); code != http.StatusUnprocessableEntity || open() != nil {
		t.Errorf("no address: %d", code)
	}
	if code := give("robin@example.com"); code != http.StatusSeeOther {
		t.Fatalf("%d", code)
	}
	if code := give("somebody.else@example.com"); code != http.StatusUnprocessableEntity {
		t.Errorf("at once another one: %d", code)
	}
	sent, wrong := server.Taken()
	if len(sent) != 1 || wrong != nil || sent[0].To != "robin@example.com" {
		t.Fatalf("%v %v", sent, wrong)
	}
	link := regexp.MustCompile(`https://panel.example(/notifications\?confirm=\S+)`).FindStringSubmatch(sent[0].Text)[1]
	at, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	code := at.Query().Get("confirm")
	if got := call(t, h, "GET", link, "", bare); got.Code != http.StatusUnauthorized || strings.Contains(got.Body.String(), "Confirm your address") {
		t.Errorf("who has not signed in: %d", got.Code)
	}
	if page := call(t, h, "GET", link, "", in).Body.String(); !strings.Contains(page, `name="confirm" value="`+code+`"`) || !strings.Contains(page, "not confirmed yet") {
		t.Errorf("%s", page)
	}
	if diff := cmp.Diff([]bool{true}, open()); diff != "" {
		t.Fatalf("the link confirms by being followed: %s", diff)
	}
	confirm := func(code string) int {
		return call(t, h, "POST", "/notifications/confirm", url.Values{"confirm": {code}}.Encode(), in, asForm).Code
	}
	if got := confirm(code + "0"); got != http.StatusUnprocessableEntity {
		t.Errorf("a wrong link: %d", got)
	}
	if got := confirm(code); got != http.StatusSeeOther {
		t.Errorf("the link: %d", got)
	}
	if diff := cmp.Diff([]bool{false}, open()); diff != "" {
		t.Error(diff)
	}
	if got := confirm(code); got != http.StatusUnprocessableEntity {
		t.Errorf("a second time: %d", got)
	}
	server.Faults(func(string) fakemail.Fault { return fakemail.Fault{Code: 550} })
	if code := give("gone@example.com"); code != http.StatusUnprocessableEntity {
		t.Errorf("a mail that is not sent: %d", code)
	}
}
