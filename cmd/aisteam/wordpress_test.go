package main

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// settings puts the project on a WordPress site.
func (a api) settings(site *wordpresskit.Site, password string) {
	a.tb.Helper()
	status := a.call(http.MethodPut, "/api/projects/"+a.project(), map[string]any{
		"cmsPlatform": "wordpress",
		"wordpress":   map[string]string{"url": site.URL, "user": site.User, "applicationPassword": password},
	}, nil)
	if status != http.StatusOK {
		a.tb.Fatalf("settings answered %d", status)
	}
}

// TestServicesPageOnWordPress makes the page on a real WordPress and takes it back again.
func TestServicesPageOnWordPress(t *testing.T) {
	site := wordpresskit.ForTest(t)
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	a.settings(site, site.Password)

	conversation := a.servicesPlan()
	log := a.reads(conversation, "1 step can be undone")
	link := regexp.MustCompile(regexp.QuoteMeta(site.URL) + `/[^\s:)]*`).FindString(log[strings.Index(log, "Created the page"):])
	status, page, err := get(t.Context(), link)
	if err != nil || status != http.StatusOK || !strings.Contains(page, "Services") {
		t.Fatalf("%s answers %d, %v", link, status, err)
	}

	a.chat(conversation, "undo")
	a.reads(conversation, "I have taken back")
	if status, _, _ := get(t.Context(), link); status != http.StatusNotFound {
		t.Errorf("after undo %s answers %d", link, status)
	}
}

// TestWrongWordPressPassword: the answer of seed 000 §11.3, word for word, the task failed, and a way on.
func TestWrongWordPressPassword(t *testing.T) {
	site := wordpresskit.ForTest(t)
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	a.settings(site, site.Password)
	first := a.chat("", "Please create a new webpage called Services.")
	a.chat(first.ConversationID, "English, for homeowners, found by water filters")
	a.chat(first.ConversationID, "1")
	a.settings(site, "wrong wrong wrong wrong")
	approved := a.chat(first.ConversationID, "yes")
	log := a.reads(first.ConversationID, "could not be finished")
	for _, says := range []string{
		"I tried to create the new page but the site returned a permission error.",
		"This usually means the credentials are missing or incorrect.",
		"I can help you verify or update the credentials in the project settings then we can try again.",
		"checking WordPress credentials", "Marking the task as failed",
	} {
		if !strings.Contains(log, says) {
			t.Errorf("it never said %q:\n%s", says, log)
		}
	}
	if strings.Contains(log, "wrong wrong") || strings.Contains(log, site.Password) {
		t.Error("a password was said")
	}
	var view struct {
		Status string
		Tasks  []struct{ TaskType, Status string }
	}
	a.call(http.MethodGet, "/api/runs/"+approved.RunCreated.RunID, nil, &view)
	if view.Status != "failed" {
		t.Errorf("the run is %s", view.Status)
	}
	for _, task := range view.Tasks {
		if task.TaskType == "create_page" && task.Status != "failed" {
			t.Errorf("create_page is %s", task.Status)
		}
	}

	// The way on works: with the right password again, "try again" finishes the run.
	a.settings(site, site.Password)
	a.chat(first.ConversationID, "try again")
	a.reads(first.ConversationID, "Waiting for a person")
	a.chat(first.ConversationID, "yes")
	a.reads(first.ConversationID, "1 step can be undone")
}
