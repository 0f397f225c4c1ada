package web_test

import (
	"bytes"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/aisteam/aisteam/assistant"
)

// foundForm is a form of a page, as somebody would send it who wrote something into each of its fields.
type foundForm struct {
	page, action string
	button       string // its name and value, where it has any
	fields       url.Values
	texts        []string // the names of its fields in which words stand
}

var anID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// alike are what forms of one kind have in common: those of two people are one.
func (f foundForm) alike() string {
	names := slices.Sorted(maps.Keys(f.fields))
	return anID.ReplaceAllString(f.page+" "+f.action+" "+f.button+" "+strings.Join(names, ","), "·")
}

const typedByHand = "Words that somebody typed by hand"

// formsOf finds the forms of a page that is open: one for each of their buttons.
func (b *plainBrowser) formsOf() []foundForm {
	b.t.Helper()
	var out []foundForm
	b.page.Find(`form[method="post"]`).Each(func(_ int, form *goquery.Selection) {
		buttons := form.Find("button:not([type=button])")
		if id, ok := form.Attr("id"); ok {
			buttons = buttons.AddSelection(b.page.Find(`button[form="` + id + `"]`))
		}
		buttons.Each(func(_ int, pressed *goquery.Selection) {
			f := foundForm{page: b.at.RequestURI(), action: pressed.AttrOr("formaction", form.AttrOr("action", b.at.Path)), fields: b.fields(form)}
			form.Find("input, textarea").Each(func(_ int, field *goquery.Selection) {
				name, kind := field.AttrOr("name", ""), field.AttrOr("type", "text")
				if name == "" || !field.Is("textarea") && !slices.Contains([]string{"text", "search"}, kind) {
					return
				}
				if f.texts = append(f.texts, name); f.fields.Get(name) == "" {
					f.fields.Set(name, typedByHand)
				}
			})
			if name := pressed.AttrOr("name", ""); name != "" {
				f.button = name + "=" + pressed.AttrOr("value", "")
				f.fields.Add(name, pressed.AttrOr("value", ""))
			}
			out = append(out, f)
		})
	})
	return out
}

// sends sends a form.
func (b *plainBrowser) sends(f foundForm) {
	b.t.Helper()
	b.send(http.MethodPost, f.action, "application/x-www-form-urlencoded", bytes.NewBufferString(f.fields.Encode()))
}

// everyForm opens all pages and gives their forms, one of each kind, but for those by which people come in and go out. What ends sessions
// comes last.
func everyForm(t *testing.T, b *plainBrowser, pages []look) []foundForm {
	t.Helper()
	var out []foundForm
	known := map[string]bool{}
	for _, one := range pages {
		if one.status != is200 {
			continue
		}
		b.open(one.path)
		for _, f := range b.formsOf() {
			if strings.HasPrefix(f.action, "/log") || strings.HasPrefix(f.action, "/join") || known[f.alike()] {
				continue
			}
			known[f.alike()] = true
			out = append(out, f)
		}
	}
	if len(out) < 40 {
		t.Errorf("only %d forms were found", len(out))
	}
	ends := func(f foundForm) int {
		if strings.HasPrefix(f.action, "/sessions/") {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b foundForm) int { return ends(a) - ends(b) })
	return out
}

// plainlyIn is a browser without scripts that has signed in.
func plainlyIn(t *testing.T, server string) *plainBrowser {
	t.Helper()
	at, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &plainBrowser{t: t, client: &http.Client{Jar: jar}, at: at}
	b.open("/")
	b.press("form[action='/login'] button", map[string]string{"token": token})
	return b
}

// saysWhy holds what a browser was answered against what an answer has to say that is no yes: why, in a sentence, and a way on.
func (b *plainBrowser) saysWhy(f foundForm, how string) {
	b.t.Helper()
	if b.status >= http.StatusInternalServerError {
		b.t.Errorf("%s of %s, sent %s, is answered %d", f.alike(), f.page, how, b.status)
	}
	if b.status < http.StatusBadRequest {
		return
	}
	why := strings.TrimSpace(b.page.Find(`.notice, [role=alert], main h1`).Text())
	if ways := b.page.Find(`main a[href], main form, nav a[href]`).Length(); why == "" || ways == 0 {
		b.t.Errorf("%s, sent %s, is answered %d and says %q, with %d ways on", f.alike(), how, b.status, why, ways)
	}
}

// TestEveryFormThatIsRefusedSaysWhy sends each form of each page, as it was found there, when whoever sends it is not signed in any more,
// when they have lost their role, and when what it is about may be gone: nothing is done that they may not do, and the answer says why and
// where to go on.
func TestEveryFormThatIsRefusedSaysWhy(t *testing.T) {
	w, server, _, all := everyPage(t)
	b := plainlyIn(t, server.URL)
	forms := everyForm(t, b, looked(all))
	t.Logf("%d forms", len(forms))
	out := withoutScripts(t, server)
	for _, f := range forms {
		out.at = b.at
		out.sends(f)
		out.saysWhy(f, "by somebody who is not signed in any more")
		if to := out.page.Find(`input[name="to"]`).AttrOr("value", ""); out.status != http.StatusUnauthorized || !strings.Contains(out.page.Text(), "You are not signed in any more.") || to == "" {
			t.Errorf("%s: whoever is not signed in any more is answered %d, and led to %q", f.alike(), out.status, to)
		} else if b.open(to); b.status != http.StatusOK {
			t.Errorf("%s: whoever signs in again is led to %s, which is answered %d", f.alike(), to, b.status)
		}
	}
	w.setRole(assistant.RoleMember)
	for _, f := range forms {
		before := w.soFar()
		b.sends(f)
		b.saysWhy(f, "by somebody who has lost their role")
		if after := w.soFar(); b.status >= http.StatusBadRequest && after != before {
			t.Errorf("%s: it was refused with %d, and changed something", f.alike(), b.status)
		}
	}
	w.setRole(assistant.RoleAdmin)
	for _, f := range forms { // many are about what those before have ended, removed or decided
		b.sends(f)
		b.saysWhy(f, "from an old page")
	}
}

// changed counts what was done to the world.
func (w *world) soFar() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.acts) + len(w.inbound) + len(w.changes)
}

// TestAFormThatIsSentTwiceDoesItOnce sends each form twice, as it stands on its page: the second time adds nothing to what the page shows.
func TestAFormThatIsSentTwiceDoesItOnce(t *testing.T) {
	_, server, _, all := everyPage(t)
	b := plainlyIn(t, server.URL)
	for _, f := range everyForm(t, b, looked(all)) {
		shown := func() (int, int) {
			b.sends(f)
			b.saysWhy(f, "twice")
			b.open(f.page)
			return b.page.Find("main li, main article").Length(), b.status
		}
		once, _ := shown()
		if twice, status := shown(); twice > once && status == http.StatusOK {
			t.Errorf("%s: the page shows %d things after it was sent, and %d after it was sent again", f.alike(), once, twice)
		}
	}
}
