package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/sampled"
)

// endingVendor is an OpenAI that shuts gpt-5-mini down in six days, and says so.
type endingVendor struct {
	*httptest.Server

	refuses atomic.Bool // it knows the key no more
}

func newEndingVendor(t *testing.T) *endingVendor {
	t.Helper()
	v := &endingVendor{}
	v.Server = httptest.NewServer(http.HandlerFunc(v.serve))
	t.Cleanup(v.Close)
	return v
}

func (v *endingVendor) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if v.refuses.Load() {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"error":{"message":"Incorrect API key provided: sk-secret-of-the-test. You can find your API key at https://platform.openai.com/account/api-keys.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`)
		return
	}
	if model, asked := strings.CutPrefix(r.URL.Path, "/v1/models/"); asked {
		day := "null"
		if model == "gpt-5-mini" {
			day = `"` + time.Now().UTC().AddDate(0, 0, 6).Format(time.DateOnly) + `"`
		}
		fmt.Fprintf(w, `{"id":%q,"object":"model","created":1,"owned_by":"system","shutdown_date":%s}`, model, day)
		return
	}
	var asked struct {
		Model string
		Tools []any
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || len(asked.Tools) == 0 {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":{"message":"a test without tools tells nothing"}}`)
		return
	}
	stream(w, true, `"content":"ready"`)
}

// TestTheSettingsTellOfAModelThatEnds looks at the page before and after the test of the models, tries the successor, and sees a key that
// is not taken told as what it is. Its owner reads of the end in their conversations. With a folder in AISTEAM_SCREENSHOTS the pictures
// are kept.
func TestTheSettingsTellOfAModelThatEnds(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "tours of the panel", 2, 3)
	vendor := newEndingVendor(t)
	k := newChild(t, "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-secret-of-the-test", "OPENAI_MODEL=gpt-5-mini", "OPENAI_FAST_MODEL=gpt-6-luna", "OPENAI_BASE_URL="+vendor.URL+"/v1")
	k.startReady()
	p := openPanel(t, k)
	p.when("its owner is told", `document.querySelector("#past")?.textContent.includes("The language model gpt-5-mini") || (document.readyState === "complete" && location.reload(), false)`)
	p.do("look at the settings", chromedp.Navigate(k.url("/settings")))
	p.when("the model is unfolded", `document.querySelector("#setup-model")?.setAttribute("open", "") === undefined`)
	p.when("it says how long", `document.querySelector("#setup-model").textContent.includes("Days left: 6.")`)
	p.looksFrom("model-1-ends", 0, "#setup-model")
	p.click(`#try-model button`)
	p.when("both have answered", `(s => s.includes("gpt-5-mini answered in") && s.includes("gpt-6-luna answered in"))(document.querySelector("#setup-model .tried").textContent)`)
	p.click(`#setup-model .models button`)
	p.when("the successor has answered", `document.querySelector("#setup-model .tried").textContent.includes("set OPENAI_MODEL=gpt-6.1-terra")`)
	p.looksFrom("model-2-successor", 0, "#setup-model")
	vendor.refuses.Store(true)
	p.click(`#try-model button`)
	p.when("the key is not taken", `document.querySelector("#setup-model .tried").textContent.includes("does not let us in")`)
	p.looksFrom("model-3-key", 0, "#setup-model")
	if text := (&panelRoom{panel: p, child: k}).body(); strings.Contains(text, "sk-secret") {
		t.Errorf("a key is to be seen:\n%s", text)
	}
	p.do("look again", chromedp.Navigate(k.url("/settings")))
	p.when("the tests are kept", `document.querySelector("#setup-model").textContent.includes("The last test failed (key)")`)
}
