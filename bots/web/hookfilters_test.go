package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// hookPage is the page of a hook that was told of two events, as its owner uses it without scripts.
type hookPage struct {
	*hookWorld

	path string
	in   func(*http.Request)
}

func onHookPage(t *testing.T) hookPage {
	t.Helper()
	w := eventful(t)
	id, hook := w.hook(`{"sender":"none","window":"0"}`)
	w.tell(hook.URL, `{"action":"opened","user":{"login":"<b>anna</b>"},"token":"t0psecret","amount":"120.50"}`)
	w.tell(hook.URL, `{"action":"closed","user":{"login":"bo"}}`)
	return hookPage{w, "/tasks/" + id + "/hook", cookie(t, w)}
}

// send sends the form, and gives the page that comes of it.
func (p hookPage) send(fields url.Values) (int, string) {
	p.Helper()
	got := call(p.T, p, "POST", p.path, fields.Encode(), p.in, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
	if got.Code == http.StatusSeeOther {
		shown := call(p.T, p, "GET", got.Header().Get("Location"), "", p.in)
		return got.Code, shown.Body.String()
	}
	return got.Code, got.Body.String()
}

func (p hookPage) page() string { return call(p.T, p, "GET", p.path, "", p.in).Body.String() }

func conditions(do string, rows ...string) url.Values {
	out := url.Values{"sender": {"none"}, "match": {"all"}, "do": {do}, "filter": {""}, "came": {""}}
	for i := 0; i < len(rows); i += 3 {
		out["field"], out["compares"], out["value"] = append(out["field"], rows[i]), append(out["compares"], rows[i+1]), append(out["value"], rows[i+2])
	}
	return out
}

// TestAFilterIsFilledInAsConditions about fields that past events had, and kept as the expression that they come to.
func TestAFilterIsFilledInAsConditions(t *testing.T) {
	p := onHookPage(t)
	page := p.page()
	for _, want := range []string{`<option value="action">closed</option>`, `<option value="user.login">bo</option>`, `<option value="token"></option>`, `<option value="amount">120.50</option>`, `<option value="@event">`} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is not offered: %s", want, page)
		}
	}
	if strings.Contains(page, "t0psecret") || strings.Contains(page, "<b>anna") {
		t.Error("a secret, or markup, is shown")
	}
	code, page := p.send(conditions("row", "action", "is", "opened", "", "is", ""))
	if code != http.StatusOK || strings.Count(page, `name="value"`) != 2 || !strings.Contains(page, `name="value" maxlength="500" aria-label="Value" placeholder="Value" value="opened"`) {
		t.Errorf("a row more: %d %s", code, page)
	}
	if got := p.shown(taskOf(p.path)).Filter; got != "" {
		t.Errorf("adding a row has changed the filter: %s", got)
	}
	code, page = p.send(conditions("drop-1", "action", "is", "opened", "user.login", "is_not", "bo"))
	if code != http.StatusOK || strings.Contains(page, `value="opened"`) || !strings.Contains(page, `value="user.login" autocomplete`) {
		t.Errorf("a row less: %d %s", code, page)
	}
	code, page = p.send(conditions("", "action", "is", "opened", "amount", "more", "100", "", "is", ""))
	const want = `payload.action == "opened" && double(payload.amount) > 100.0`
	if got := p.shown(taskOf(p.path)).Filter; code != http.StatusSeeOther || got != want {
		t.Errorf("%d, and the filter is %s: %s", code, got, page)
	}
	if !strings.Contains(page, `<option value="more" selected>`) || !strings.Contains(page, `value="100" autocomplete`) {
		t.Errorf("the conditions are not shown again: %s", page)
	}
	either := conditions("", "action", "is", "opened", "action", "is", "closed")
	either.Set("match", "any")
	if code, page := p.send(either); code != http.StatusSeeOther || !strings.Contains(page, `<option value="any" selected>`) {
		t.Errorf("%d %s", code, page)
	}
}

func taskOf(path string) string { return strings.Split(path, "/")[2] }

// TestAnExpressionStaysWhatSomebodyWrote where no conditions come to it, and what is wrong with one is said in words, with what was typed.
func TestAnExpressionStaysWhatSomebodyWrote(t *testing.T) {
	p := onHookPage(t)
	own := url.Values{"sender": {"none"}, "came": {""}, "filter": {`payload.user.login.startsWith("a")`}, "field": {""}, "compares": {"is"}, "value": {""}}
	code, page := p.send(own)
	if code != http.StatusSeeOther || strings.Contains(page, `name="field"`) || !strings.Contains(page, `value="payload.user.login.startsWith(&#34;a&#34;)"`) {
		t.Errorf("%d %s", code, page)
	}
	code, page = p.send(url.Values{"sender": {"none"}, "came": {own.Get("filter")}, "filter": {`payload.action ==`}, "window": {"7s"}})
	if code != http.StatusUnprocessableEntity || !strings.Contains(page, "it ends too early, and something has to follow “payload.action ==”") || strings.Contains(page, "EOF") ||
		!strings.Contains(page, `value="payload.action =="`) || !strings.Contains(page, `name="window" maxlength="20" value="7s"`) {
		t.Errorf("%d %s", code, page)
	}
	code, page = p.send(conditions("", "amount", "more", "many", "user login", "is", "x"))
	if code != http.StatusUnprocessableEntity || !strings.Contains(page, "“many” is no number") || !strings.Contains(page, `value="many"`) || !strings.Contains(page, `value="user login"`) {
		t.Errorf("%d %s", code, page)
	}
	if got := p.shown(taskOf(p.path)).Filter; got != own.Get("filter") {
		t.Errorf("what was refused is kept: %s", got)
	}
	if code, page := p.send(url.Values{"sender": {"none"}, "came": {own.Get("filter")}, "filter": {""}}); code != http.StatusSeeOther || !strings.Contains(page, `name="field"`) {
		t.Errorf("no conditions can be chosen any more: %d %s", code, page)
	}
}

// TestAFilterIsTriedOnAPastEvent: it says what it would do and why, begins nothing and changes nothing.
func TestAFilterIsTriedOnAPastEvent(t *testing.T) {
	p := onHookPage(t)
	found := regexp.MustCompile(`<option value="([0-9a-f-]{36})"`).FindAllStringSubmatch(p.page(), -1)
	if len(found) != 2 {
		t.Fatalf("%d events can be tried on: %s", len(found), p.page())
	}
	newest, before := found[0][1], p.shown(taskOf(p.path))
	for value, want := range map[string]string{
		"closed": "This event would begin the automation.",
		"opened": "“action” has to be “opened”. Here it is “closed”.",
	} {
		fields := conditions("try", "action", "is", value)
		fields.Set("event", newest)
		code, page := p.send(fields)
		if code != http.StatusOK || !strings.Contains(page, want) || !strings.Contains(page, `value="`+value+`"`) || !strings.Contains(page, `<option value="`+newest+`" selected>`) {
			t.Errorf("%d %s", code, page)
		}
	}
	broken := url.Values{"sender": {"none"}, "came": {""}, "filter": {"payload."}, "do": {"try"}, "event": {newest}}
	if code, page := p.send(broken); code != http.StatusUnprocessableEntity || !strings.Contains(page, "too early") {
		t.Errorf("%d %s", code, page)
	}
	for _, event := range []string{"", nobodys(), "nothing"} {
		fields := conditions("try", "action", "is", "x")
		fields.Set("event", event)
		if code, _ := p.send(fields); code != http.StatusNotFound {
			t.Errorf("%q: %d", event, code)
		}
	}
	after := p.shown(taskOf(p.path))
	if len(after.Events) != len(before.Events) || after.Filter != before.Filter {
		t.Errorf("trying has done something: %+v", after)
	}
}

// TestANewAutomationOfEventsTakesConditions before any event has come.
func TestANewAutomationOfEventsTakesConditions(t *testing.T) {
	p := onHookPage(t)
	p.path = "/hooks"
	fields := conditions("row", "repository.name", "contains", "site")
	fields.Set("prompt", "look at it")
	if code, page := p.send(fields); code != http.StatusOK || !strings.Contains(page, "look at it</textarea>") || strings.Count(page, `name="field"`) != 2 || !strings.Contains(page, `formaction="/hooks#filter"`) {
		t.Errorf("%d %s", code, page)
	}
	fields.Set("do", "")
	if _, page := p.send(fields); !strings.Contains(page, "Shown this once") || !strings.Contains(page, `value="repository.name"`) {
		t.Errorf("%s", page)
	}
}
