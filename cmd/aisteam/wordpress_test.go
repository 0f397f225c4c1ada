package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/internal/fakeshop"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// settings puts the project on a WordPress site.
func (a api) settings(site *wordpresskit.Site, password string) {
	a.tb.Helper()
	status := a.call(http.MethodPut, "/api/projects/"+a.project(), map[string]any{
		"cmsPlatform": "wordpress",
		"wordpress":   map[string]string{"url": site.URL, "user": site.User, "applicationPassword": password},
		"anyway":      password != site.Password, // else a wrong one is not kept
	}, nil)
	if status != http.StatusOK {
		a.tb.Fatalf("settings answered %d", status)
	}
}

// TestWrongWordPressPassword: the answer of seed 000 §11.3, word for word, the task failed, and a way on.
func TestWrongWordPressPassword(t *testing.T) {
	t.Parallel()
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

// TestAPostIsWrittenWithoutAModel writes a post on a real WordPress, from the request to the undo, in a rehearsal.
func TestAPostIsWrittenWithoutAModel(t *testing.T) {
	t.Parallel()
	site := wordpresskit.ForTest(t)
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	a.settings(site, site.Password)
	plan := a.chat("", "Write a post about our new pond filters, tagged water and fish")
	a.reads(plan.ConversationID, "Our new pond filters")
	a.chat(plan.ConversationID, "yes")
	a.reads(plan.ConversationID, "Waiting for a person")
	a.chat(plan.ConversationID, "yes")
	log := a.reads(plan.ConversationID, "1 step can be undone")
	link := regexp.MustCompile(regexp.QuoteMeta(site.URL) + `/[^\s:),]*`).FindString(log[strings.Index(log, "Created the post"):])
	if status, page, err := get(t.Context(), link); err != nil || status != http.StatusOK || !strings.Contains(page, "Our new pond filters") {
		t.Fatalf("%s answers %d, %v", link, status, err)
	}
	listed := a.chat("", "List our posts about filters")
	a.reads(listed.ConversationID, "Our new pond filters (post, publish)")
	a.chat(plan.ConversationID, "undo")
	a.reads(plan.ConversationID, "I have taken back")
	if status, _, _ := get(t.Context(), link); status != http.StatusNotFound {
		t.Errorf("after undo %s answers %d", link, status)
	}
}

// TestAPriceIsChangedWithoutAModel makes a product and changes its price in a shop that answers as WooCommerce is documented to.
func TestAPriceIsChangedWithoutAModel(t *testing.T) {
	t.Parallel()
	shop := fakeshop.New(t)
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	a.settings(&wordpresskit.Site{URL: shop.URL, User: fakeshop.User}, fakeshop.Password)
	made := a.chat("", "Create a product called Pond filter for 39.90")
	a.reads(made.ConversationID, "Create the product")
	a.chat(made.ConversationID, "yes")
	a.reads(made.ConversationID, "1 step can be undone")
	listed := a.chat("", "List our products")
	a.reads(listed.ConversationID, "Pond filter (39.90)")
	before := shop.Content()
	changed := a.chat("", "Change the price of the Pond filter to 12")
	a.reads(changed.ConversationID, "Waiting for a person: Change a product: “Pond filter”")
	if strings.Contains(a.log(changed.ConversationID), "plan_proposed") {
		t.Error("one change of one product is planned")
	}
	a.chat(changed.ConversationID, "yes")
	a.reads(changed.ConversationID, "All tasks in this run are completed")
	if got := fmt.Sprint(shop.Content()); !strings.Contains(got, `"regular_price":"12"`) {
		t.Errorf("the shop has %s", got)
	}
	a.chat(changed.ConversationID, "undo")
	a.reads(changed.ConversationID, "I have taken back")
	if diff := cmp.Diff(before, shop.Content()); diff != "" {
		t.Errorf("after undo: %s", diff)
	}
}
