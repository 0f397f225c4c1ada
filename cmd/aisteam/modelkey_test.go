package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/vendors"
)

// steward is an admin at the panel of a replica.
type steward struct {
	t      *testing.T
	k      *child
	client *http.Client
}

func newSteward(t *testing.T, k *child) steward {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	o := steward{t, k, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	o.sends("/login", url.Values{"token": {testToken}})
	return o
}

// sends sends a form, and gives the answer's status and its page.
func (o steward) sends(path string, form url.Values) (int, string) {
	o.t.Helper()
	res, err := o.client.PostForm(o.k.url(path), form)
	if err != nil {
		o.t.Fatal(err)
	}
	defer res.Body.Close()
	page, err := io.ReadAll(res.Body)
	if err != nil {
		o.t.Fatal(err)
	}
	return res.StatusCode, string(page)
}

// TestAKeyThatIsPastedOnThePanelIsInForceWithoutARestart: on two replicas that were started without any, the rehearsal answers until an admin
// saves a key, and from the next message on the model does, on both, also after a restart. A key that the server refuses is not saved, and none
// stands on a page or in a log. What is taken away is taken away on both.
func TestAKeyThatIsPastedOnThePanelIsInForceWithoutARestart(t *testing.T) {
	t.Parallel()
	const key, wrong, answer, rehearsal = "sk-a-key-of-the-office-4f2a", "sk-a-key-of-somebody-else", "A filter costs 25 euros.", "This is a rehearsal"
	model := vendors.NewChat(vendorsTools(t, answer), vendors.ChatConfig{Key: key, Lenient: true})
	server := httptest.NewServer(model)
	t.Cleanup(server.Close)
	env := []string{"DATABASE_URL=" + servers.EmptiedPostgres(t), "AISTEAM_SECRET_KEY=" + testKey, "AI_PRIMARY_PROVIDER="}
	one, two := newChild(t, env...), newChild(t, env...)
	one.startReady()
	two.startReady()
	said := func(k *child) string {
		t.Helper()
		return api{t, k}.chat("", "What do filters cost?").text()
	}
	for _, k := range []*child{one, two} {
		if got := said(k); !strings.Contains(got, rehearsal) {
			t.Fatalf("without a key: %q", got)
		}
	}
	admin := newSteward(t, one)
	filled := func(key string) url.Values {
		return url.Values{"offer": {"compatible"}, "compatible.address": {server.URL + "/v1"}, "compatible.model": {"house-model"}, "compatible.key": {key}}
	}
	code, page := admin.sends("/settings/model", filled(wrong))
	if code != http.StatusBadRequest || !strings.Contains(page, "does not accept this key") || !strings.Contains(page, `value="house-model"`) || strings.Contains(page, wrong) {
		t.Errorf("a wrong key: %d %s", code, page)
	}
	if got := said(one); !strings.Contains(got, rehearsal) {
		t.Errorf("after a wrong key: %q", got)
	}
	if code, page = admin.sends("/settings/model", filled(key)); code != http.StatusSeeOther {
		t.Fatalf("the right key: %d %s", code, page)
	}
	if got := said(one); !strings.Contains(got, answer) {
		t.Errorf("the next message is answered %q", got)
	}
	eventually(t, patience, "the other replica has it, too", func() bool { return strings.Contains(said(two), answer) })
	for _, k := range []*child{one, two} {
		k.kill()
		k.startReady()
		if got := said(k); !strings.Contains(got, answer) {
			t.Errorf("after a restart: %q", got)
		}
	}
	admin = newSteward(t, two)
	if code, page = admin.sends("/settings/model/remove", nil); code != http.StatusSeeOther {
		t.Fatalf("taking it away: %d %s", code, page)
	}
	if got := said(two); !strings.Contains(got, rehearsal) {
		t.Errorf("without the key again: %q", got)
	}
	eventually(t, patience, "the other replica has none, too", func() bool { return strings.Contains(said(one), rehearsal) })
	for _, k := range []*child{one, two} {
		if log := k.log.text(); strings.Contains(log, key) || strings.Contains(log, wrong) {
			t.Error("a key stands in the log")
		}
	}
	if refused := model.Refused(); len(refused) != 1 || !strings.Contains(refused[0], "Incorrect API key") {
		t.Errorf("the model refused %v", refused)
	}
}
