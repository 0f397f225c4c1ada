package web_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// TestAFileThatIsTooLargeIsRefusedByItsName: nothing of it is kept, and nothing is said in its name.
func TestAFileThatIsTooLargeIsRefusedByItsName(t *testing.T) {
	w := newWorld(t)
	l := &library{kept: map[assistant.FileID]assistant.KeptFile{}, gone: map[assistant.FileID]bool{}}
	h := w.surface(t, func(c *web.Config) { c.Files, c.Library = l, l })
	in := cookie(t, h)
	send := func(size int) (int, string) {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		_ = form.WriteField("text", "Read this")
		part, err := form.CreateFormFile("files", "logs.txt")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(bytes.Repeat([]byte("a"), size))
		_ = form.Close()
		got := call(t, h, "POST", "/panel/messages", body.String(), in, func(r *http.Request) { r.Header.Set("Content-Type", form.FormDataContentType()) })
		return got.Code, got.Body.String()
	}
	if code, page := send(assistant.MaxFileBytes + 1); code != http.StatusRequestEntityTooLarge || !strings.Contains(page, "“logs.txt” is larger than 20 MB.") || len(l.kept)+len(w.inbound) > 0 {
		t.Errorf("%d, %d files are kept, %d messages", code, len(l.kept), len(w.inbound))
	}
	if code, _ := send(assistant.MaxFileBytes); code != http.StatusSeeOther || len(l.kept) != 1 {
		t.Errorf("the largest that is taken: %d, %d files", code, len(l.kept))
	}
}

// TestNobodyWhoHasNotSignedInSendsMuch: a form that is larger than a token is not read, and is no attempt.
func TestNobodyWhoHasNotSignedInSendsMuch(t *testing.T) {
	h := newWorld(t).surface(t)
	much := strings.Repeat("a", 5000)
	for path, form := range map[string]url.Values{"/login": {"token": {token}, "to": {much}}, "/join": {"invitation": {"x"}, "name": {much}}} {
		if got := call(t, h, "POST", path, form.Encode(), bare, asForm); got.Code != http.StatusRequestEntityTooLarge || len(got.Result().Cookies()) > 0 {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

// TestTheBoxCountsWhatIsSent: who sends too much in a minute is told when to come back, on the panel as by the API.
func TestTheBoxCountsWhatIsSent(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t, func(c *web.Config) { c.RatePerMinute = 2 })
	in := cookie(t, h)
	var codes []int
	for _, key := range []string{"a", "b", "c"} {
		code, _, _ := fill(t, h, in, "/panel/messages", "text", "hello", "key", key)
		codes = append(codes, code)
	}
	if codes[0] != http.StatusSeeOther || codes[1] != http.StatusSeeOther || codes[2] != http.StatusTooManyRequests || len(w.inbound) != 2 {
		t.Errorf("%v, %d came in", codes, len(w.inbound))
	}
}
