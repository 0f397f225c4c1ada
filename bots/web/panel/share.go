package panel

import (
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// share takes what another app shares where the browser runs no worker of ours that would: it stands in the box, and nothing is sent. Its
// files are left out, which is said, since no page can attach any.
func (f *feed) share(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseMultipartForm(request.BodyLimit); err != nil {
		return request.Malformed(assistant.Say("The form could not be read."))
	}
	defer r.MultipartForm.RemoveAll() //nolint:errcheck // they are in the folder for temporary files
	var words []string
	for _, name := range []string{"title", "text", "url"} {
		if word := strings.TrimSpace(r.PostFormValue(name)); word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	given := slices.ContainsFunc(r.MultipartForm.File["files"], func(part *multipart.FileHeader) bool { return part.Size > 0 })
	return f.draw(w, r, feedView{Words: strings.Join(words, "\n"), Unattached: given})
}
