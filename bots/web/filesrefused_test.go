package web_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestFilesAreKeptOnlyWithTheMessageTheyCameWith: of a message that is refused, for whatever reason, nothing is kept, least of all in
// somebody else's conversation; what is sent twice is kept once.
func TestFilesAreKeptOnlyWithTheMessageTheyCameWith(t *testing.T) {
	l := newLodge(t)
	mia, in := l.join("Mia", assistant.RoleMember)
	otto, _ := l.join("Otto", assistant.RoleMember)
	hers, his := l.says(mia, "", "mine").Conversation, l.says(otto, "", "his").Conversation
	send := func(files int, fields ...string) *httptest.ResponseRecorder {
		t.Helper()
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		for i := 0; i+1 < len(fields); i += 2 {
			l.ok(form.WriteField(fields[i], fields[i+1]))
		}
		for range files {
			part, err := form.CreateFormFile("files", "logo.txt")
			l.ok(err)
			_, err = part.Write([]byte("hello"))
			l.ok(err)
		}
		l.ok(form.Close())
		return call(t, l.h, "POST", "/panel/messages", body.String(), in, func(r *http.Request) { r.Header.Set("Content-Type", form.FormDataContentType()) })
	}
	kept := func() (int, int) {
		t.Helper()
		all, err := l.db.Files.KeptFiles(t.Context(), l.w.tenant.ID, l.w.owner.ID, 100)
		l.ok(err)
		there, err := l.db.Files.FilesOf(t.Context(), l.w.tenant.ID, his)
		l.ok(err)
		return len(all), len(there)
	}
	for name, refused := range map[string]func() *httptest.ResponseRecorder{
		"in somebody else's conversation": func() *httptest.ResponseRecorder { return send(1, "text", "read this", "conversation", string(his)) },
		"to nobody":                       func() *httptest.ResponseRecorder { return send(1, "text", "read this", "agent", "nobody") },
		"too many": func() *httptest.ResponseRecorder {
			return send(assistant.MaxFiles+1, "text", "read these", "conversation", string(hers))
		},
	} {
		got := refused()
		if all, there := kept(); got.Code < http.StatusBadRequest || all != 0 || there != 0 {
			t.Errorf("%s: %d, and %d files are kept, %d of them there", name, got.Code, all, there)
		}
	}
	for range 2 {
		if got := send(1, "text", "read this", "conversation", string(hers), "key", "k"); got.Code != http.StatusSeeOther {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	there, err := l.db.Files.FilesOf(t.Context(), l.w.tenant.ID, hers)
	l.ok(err)
	if all, _ := kept(); all != 1 || len(there) != 1 {
		t.Errorf("%d files are kept, %d of them in the conversation", all, len(there))
	}
}
