package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// Browsers write a quote and the end of a line in the name of a file as forms have them; people read the name that they gave.
func TestAFileWithQuotesInItsNameIsNotCalledByTheirCode(t *testing.T) {
	for sent, want := range map[string]string{
		`Offer %22Mill%22.pdf`: "Offer -Mill-.pdf", "two%0D%0Alines.txt": "two lines.txt", "50%.csv": "50%.csv", "100%2525.csv": "100%2525.csv",
	} {
		w := newWorld(t)
		l := &library{kept: map[assistant.FileID]assistant.KeptFile{}, gone: map[assistant.FileID]bool{}}
		h := w.surface(t, func(c *web.Config) { c.Files, c.Library = l, l })
		body := strings.Join([]string{
			"--b", `Content-Disposition: form-data; name="text"`, "", "Read this",
			"--b", `Content-Disposition: form-data; name="files"; filename="` + sent + `"`, "", "hello", "--b--", "",
		}, "\r\n")
		call(t, h, "POST", "/panel/messages", body, w.as(t, w.join("Mia", assistant.RoleMember)), func(r *http.Request) {
			r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		})
		for _, k := range l.kept {
			if k.Name != want {
				t.Errorf("%q is called %q", sent, k.Name)
			}
		}
		if len(l.kept) != 1 {
			t.Errorf("%q: %d files are kept", sent, len(l.kept))
		}
	}
}
