package site_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

// door answers for every address.
type door struct {
	status int
	err    error
}

func (d *door) Visit(context.Context, outward.Permit, assistant.Project, string) (int, error) {
	return d.status, d.err
}

func TestAPageIsReadBackAndItsAddressOpened(t *testing.T) {
	w, d := newWorld(t), &door{status: http.StatusOK}
	pack, err := packsite.Tools(packsite.Config{Pages: w.shelf, Auditor: w.eye, Visitor: d})
	if err != nil {
		t.Fatal(err)
	}
	create := pack[0]
	c := call(`{"title":"Offer","slug":"offer","contentHtml":"<p>Hi</p>"}`)
	receipt, err := create.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	look := func(want assistant.Sight, says string) {
		t.Helper()
		found, words, err := create.Verify(t.Context(), c, receipt)
		if err != nil || found != want || !strings.Contains(words.String(), says) {
			t.Errorf("it finds %q, %q, %v, want %q with %q", found, words, err, want, says)
		}
	}
	page := w.shelf.pages["offer"]
	page.URL = "https://x.example/offer"
	w.shelf.pages["offer"] = page
	look(assistant.SightAsWritten, "its address answers, and its text is as it was written")
	d.status = http.StatusNotFound
	look(assistant.SightDifferent, "answers 404")
	d.err = errors.New("no route")
	look(assistant.SightUnknown, "did not answer from here")
	page.HTML = "<p>Hello</p>"
	w.shelf.pages["offer"] = page
	look(assistant.SightDifferent, "somebody has changed it since")
	delete(w.shelf.pages, "offer")
	look(assistant.SightDifferent, "was not there")
}
