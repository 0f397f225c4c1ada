package main

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
	"github.com/aisteam/aisteam/internal/vendors"
)

// TestFromTheFirstStartToARealAnswerWithoutATerminal: after the one command everything is done in the browser. Somebody follows the link that it
// printed, goes where the panel leads from its rehearsal, pastes a key and asks; a model that is as strict as the vendor's own answers, and is never
// given cause to refuse anything.
func TestFromTheFirstStartToARealAnswerWithoutATerminal(t *testing.T) {
	t.Parallel()
	const key, answer = "a-key-of-a-newcomer-of-2026", "A filter costs 25 euros."
	brain := vendorsTools(t, answer)
	gemini, claude, openai := vendors.NewGemini(brain, key), vendors.NewAnthropic(brain, key), vendors.NewResponses(brain, key)
	refuses := vendors.NewRefusesTools(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // as OpenAI does for this model by the older protocol
		if strings.HasSuffix(r.URL.Path, "/responses") {
			openai.ServeHTTP(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	for name, c := range map[string]struct {
		model    http.Handler
		refused  func() []string
		variable string // by which its requests go to the test's server
		offer    string
		fields   map[string]string
	}{
		"Gemini":                  {gemini, gemini.Refused, "GEMINI_BASE_URL", "gemini", nil},
		"Anthropic":               {claude, claude.Refused, "ANTHROPIC_BASE_URL", "anthropic", nil},
		"OpenAI, by its protocol": {refuses, openai.Refused, "", "compatible", map[string]string{"model": "gpt-6.1-terra"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(c.model)
			t.Cleanup(server.Close)
			env := []string{"AI_PRIMARY_PROVIDER="}
			if c.variable != "" {
				env = append(env, c.variable+"="+server.URL)
			} else {
				c.fields["address"] = server.URL + "/v1"
			}
			k := newcomer(t, env...)
			k.startReady()
			p := &panel{t: t, ctx: browser.New(t)}
			p.opens(regexp.MustCompile(`http://\S+\?code=\S+`).FindString(k.log.text()))
			p.when("the link is agreed to", `(window.agreed || (window.agreed = true, document.querySelector('form[action="/login"]')?.requestSubmit()), !document.querySelector('form[action="/login"]'))`)
			p.when("the panel is there", `document.readyState === "complete" && document.querySelector('.rehearsal a[href="/settings#setup-model"]')`)
			p.click(`.rehearsal a[href="/settings#setup-model"]`)
			p.click(`#model-form input[name=offer][value="` + c.offer + `"]`)
			for field, text := range c.fields {
				p.do("fill in the "+field, chromedp.SendKeys(chromedp.CSS(`[name="`+c.offer+`.`+field+`"]`), text))
			}
			p.do("paste the key", chromedp.SendKeys(chromedp.CSS(`[name="`+c.offer+`.key"]`), key))
			p.click(`#model-form button.primary`)
			p.when("it is saved", `document.querySelector("#setup-model [role=status]")?.textContent.includes("It answers from the next message on.")`)
			p.click("#new")
			p.say("What do filters cost?")
			p.sees(answer)
			p.when("nothing says that it is a rehearsal", `!document.querySelector(".rehearsal")`)
			if refused := c.refused(); len(refused) > 0 {
				t.Errorf("the model refused %v", refused)
			}
			if strings.Contains(k.log.text(), key) {
				t.Error("the key stands in the log")
			}
			p.when("the key stands nowhere on the page", `!document.documentElement.outerHTML.includes(`+strconv.Quote(key)+`)`)
		})
	}
}
