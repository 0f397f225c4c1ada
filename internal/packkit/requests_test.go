package packkit_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/executor/packs/media"
	"github.com/aisteam/aisteam/executor/packs/menus"
	"github.com/aisteam/aisteam/executor/packs/posts"
	"github.com/aisteam/aisteam/executor/packs/shop"
)

// planned is a request as a plan of one pack, a step a line.
func planned(t *testing.T, s script.Script, request string) string {
	t.Helper()
	part := s.Begin()
	if part.Find(request) < 0 {
		return ""
	}
	part.Take(request)
	d := script.NewDraft(llm.PlanFacts{})
	for _, w := range part.Wishes(request, llm.ProjectFact{Language: "English"}) {
		for _, need := range w.Needs {
			if d.Values[need.Key] = script.First(need.Value, need.Default); need.Required && need.Value == "" {
				return "asks for " + need.Key
			}
		}
		w.Draft(d)
	}
	var out []string
	for _, step := range d.Steps() {
		words := []string{step.Type}
		for _, p := range step.Parameters {
			if p.Name != "goal" && p.Name != "layout" {
				words = append(words, p.Name+"="+p.Value+p.From)
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, "; ")
}

func TestWhatPeopleAskOfASiteIsPlannedWithoutAModel(t *testing.T) {
	scripts := map[string]script.Script{"posts": posts.Pack().Rehearse, "shop": shop.Pack().Rehearse, "media": media.Pack().Rehearse, "menus": menus.Pack().Rehearse}
	for request, want := range map[string]string{
		"posts: Write a post about winter care":                                            "draft_content title=Winter care language=English keywords=winter care; create_post title=Winter care slug=winter-care contentHtml=post-draft",
		"posts: Write a draft of a blog post called “We are back” for our blog":            "draft_content title=We are back language=English; create_post title=We are back slug=we-are-back contentHtml=post-draft status=draft",
		"posts: create an article about fish, in the category News, tagged water and fish": "draft_content title=Fish language=English keywords=fish; create_post title=Fish slug=fish contentHtml=post-draft categories=News tags=water, fish",
		"posts: write a post about frost for 2026-12-01 09:00":                             "draft_content title=Frost language=English keywords=frost; create_post title=Frost slug=frost contentHtml=post-draft publishAt=2026-12-01T09:00",
		"posts: write a post": "asks for postTitle",
		"posts: change the title of the post Frost to “Ice”":            "update_post post=Frost title=Ice",
		"posts: add the tag ice to the post Frost":                      "update_post post=Frost addTags=ice",
		"posts: unpublish the post Frost":                               "update_post post=Frost status=draft",
		"posts: schedule the post Frost for 2026-12-01 09:00":           "update_post post=Frost publishAt=2026-12-01T09:00",
		"posts: create a page called Posts":                             "",
		"shop: change the price of the Pond filter to 12":               "update_product product=Pond filter price=12",
		"shop: set the stock of PF-1 to 40 pieces":                      "update_product product=PF-1 stock=40",
		"shop: change the sale price of Pond filter to €9.50":           "update_product product=Pond filter salePrice=9.50",
		"shop: end the sale of the Pond filter":                         "update_product product=Pond filter salePrice=none",
		"shop: create a product called Hose for 12.50 with 40 in stock": "create_product title=Hose slug=hose price=12.50 stock=40",
		"shop: create a product called Hose":                            "asks for price",
		"shop: change the description of the Services page to x":        "",
		"media: upload logo.png showing our logo":                       "upload_media file=logo.png alt=Our logo",
		"media: put the picture “pond.jpg” into the library":            "asks for alt",
		"media: write a file called notes.md":                           "",
		"menus: add the page Hours to the menu":                         "add_menu_item page=Hours",
		"menus: put the Hours page into the footer menu below Company":  "add_menu_item page=Hours menu=footer under=Company",
		"menus: remove the Hours page from the menu":                    "remove_menu_item line=Hours",
		"menus: delete “Our team” from the footer menu":                 "remove_menu_item line=Our team menu=footer",
		"menus: rename Hours in the main menu to “Opening hours”":       "update_menu_item line=Hours title=Opening hours",
		"menus: move Hours in the menu below Company":                   "update_menu_item line=Hours under=Company",
		"menus: remove the page Hours":                                  "",
		"menus: create a page called Menu":                              "",
	} {
		pack, request, _ := strings.Cut(request, ": ")
		if got := planned(t, scripts[pack], request); got != want {
			t.Errorf("%s: %q is planned as\n%s\nwant\n%s", pack, request, got, want)
		}
	}
}
