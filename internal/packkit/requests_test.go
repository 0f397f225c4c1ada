package packkit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/wording"
)

// book are the examples of all tools that are served.
func book(tb testing.TB) *examples.Book {
	tb.Helper()
	var all []examples.Of
	packs, err := packkit.Packs()
	if err != nil {
		tb.Fatal(err)
	}
	whole, err := site.Tools(site.Config{Pages: struct{ site.Pages }{}, Auditor: struct{ site.Auditor }{}, Inventory: struct{ site.Inventory }{}})
	if err != nil {
		tb.Fatal(err)
	}
	for _, p := range packs {
		if p.Name == "site" {
			p.Tools = whole
		}
		for _, t := range p.Tools {
			all = append(all, examples.Of{Tool: assistant.TaskType(t.Name), Answers: t.Answers, Direct: t.Direct && !t.Drafted, Examples: t.Examples})
		}
	}
	b := examples.New(all...)
	if err := b.Wrong(); err != nil {
		tb.Fatal(err)
	}
	return b
}

// called is a request as the calls that it comes to, or as what has to be asked first.
func called(b *examples.Book, request string) string {
	found := b.Find(request)
	for _, f := range found {
		for _, s := range f.Example.Slots {
			if len(f.Filled[s.Name]) == 0 && s.Default != "" {
				f.Filled[s.Name] = []string{examples.Worded(s.Default, f.Fills(0, nil))}
			}
			if s.Needed && len(f.Filled[s.Name]) == 0 {
				return "asks for " + s.Name
			}
		}
	}
	var out []string
	for _, c := range examples.Calls(found, nil, func(assistant.TaskType) bool { return true }) {
		words := []string{string(c.Tool)}
		for name, value := range c.Arguments {
			if from, ok := value.(examples.From); ok {
				value = from.Key
			}
			if name != "goal" && name != "layout" && name != "slug" {
				words = append(words, fmt.Sprintf("%s=%v", name, value))
			}
		}
		slices.Sort(words[1:])
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, "; ")
}

func TestWhatPeopleAskOfASiteIsPlannedWithoutAModel(t *testing.T) {
	b := book(t)
	for request, want := range map[string]string{
		"Write a post about winter care":                                            "draft_content keywords=winter care language=English title=Winter care; create_post contentHtml=post-draft title=Winter care",
		"Write a draft of a blog post called “We are back” for our blog":            "draft_content language=English title=We are back; create_post contentHtml=post-draft status=draft title=We are back",
		"create an article about fish, in the category News, tagged water and fish": "draft_content keywords=fish language=English title=Fish; create_post categories=News contentHtml=post-draft tags=water, fish title=Fish",
		"write a post about frost for 2026-12-01 09:00":                             "draft_content keywords=frost language=English title=Frost; create_post contentHtml=post-draft publishAt=2026-12-01T09:00 title=Frost",
		"write a post": "asks for postTitle",
		"change the title of the post Frost to “Ice”":             "update_post post=Frost title=Ice",
		"add the tag ice to the post Frost":                       "update_post addTags=ice post=Frost",
		"unpublish the post Frost":                                "update_post post=Frost status=draft",
		"schedule the post Frost for 2026-12-01 09:00":            "update_post post=Frost publishAt=2026-12-01T09:00",
		"create a page called Posts":                              "draft_content audience=New visitors keywords=Posts language=English title=Posts; draft_seo audience=New visitors focus=Posts language=English title=Posts; create_page contentHtml=draft language=en metaDescription=seo metaTitle=seo title=Posts; run_audit url=page",
		"change the price of the Pond filter to 12":               "update_product price=12 product=Pond filter",
		"set the stock of PF-1 to 40 pieces":                      "update_product product=PF-1 stock=40",
		"change the sale price of Pond filter to €9.50":           "update_product product=Pond filter salePrice=9.50",
		"end the sale of the Pond filter":                         "update_product product=Pond filter salePrice=none",
		"create a product called Hose for 12.50 with 40 in stock": "create_product price=12.50 stock=40 title=Hose",
		"create a product called Hose":                            "asks for price",
		"change the description of the Services page to x":        "update_content_block block=Description text=x",
		"upload logo.png showing our logo":                        "upload_media alt=Our logo file=logo.png",
		"put the picture “pond.jpg” into the library":             "asks for alt",
		"write a file called notes.md":                            "asks for text",
		"add the page Hours to the menu":                          "add_menu_item page=Hours",
		"put the Hours page into the footer menu below Company":   "add_menu_item menu=footer page=Hours under=Company",
		"remove the Hours page from the menu":                     "remove_menu_item line=Hours",
		"delete “Our team” from the footer menu":                  "remove_menu_item line=Our team menu=footer",
		"rename Hours in the main menu to “Opening hours”":        "update_menu_item line=Hours title=Opening hours",
		"move Hours in the menu below Company":                    "update_menu_item line=Hours under=Company",
		"remove the page Hours":                                   "",
		"create a page called Menu":                               "draft_content audience=New visitors keywords=Menu language=English title=Menu; draft_seo audience=New visitors focus=Menu language=English title=Menu; create_page contentHtml=draft language=en metaDescription=seo metaTitle=seo title=Menu; run_audit url=page",
	} {
		if got := called(b, request); got != want {
			t.Errorf("%q comes to\n%s\nwant\n%s", request, got, want)
		}
	}
}

// What wants to know something of the whole site is looked up, and is no audit of a page that is called like the rest of the sentence.
func TestWhatIsAskedOfTheWholeSiteIsLookedUp(t *testing.T) {
	b := book(t)
	for request, want := range map[string]string{
		"Check that every line of the site’s menu leads to a page that is there; only tell me when something changed": "check_pages for=menu",
		"Check the site for links that lead nowhere": "check_pages for=links", "are there any broken links?": "check_pages for=links",
		"Check which pages have no title or description for search engines; only tell me when something is new": "check_pages for=search",
		"List the pages that have not been changed for half a year, the oldest first":                           "list_pages olderThanMonths=6",
		"which pages has nobody touched for 24 months":                                                          "list_pages olderThanMonths=24",
		"Which pages do we have?": "list_pages", "Welche Seiten haben wir?": "list_pages", "Quelles pages avons-nous?": "list_pages", "¿Qué páginas tenemos?": "list_pages",
		"Check whether the home page still says “Services”; only tell me when something changed": "read_page",
		"see if the about page still mentions Ruth":                                              "read_page",
		"Audit the home page":                            "run_audit",
		"What is on the contact page?":                   "",
		"Which layout suits a services page?":            "",
		"Suggest a title and a description for our shop": "",
		"make our site look more upbeat":                 "",
		"Is our site up?":                                "check_site", "is the website down again": "check_site", "Is https://aquaverter.com/ still up?": "check_site url=https://aquaverter.com/",
		"When does our certificate expire?": "check_site ends=true", "check that our site is up": "check_site", "What can you do?": "",
	} {
		if got := called(b, request); got != want {
			t.Errorf("%q comes to %q, want %q", request, got, want)
		}
	}
}

// What a request that makes a task says besides is that task's: what it may do without asking, and what it is to do. Nothing of it is
// done at once, and no other task is changed by it.
func TestAPermissionSaidWhileATaskIsMadeIsThatTasks(t *testing.T) {
	b := book(t)
	for request, want := range map[string]string{
		"Every day at 9 create a ticket about the backup. It may create tickets without asking, at most 5 until Friday": "create_recurring allow=It may create tickets without asking, at most 5 until Friday prompt=create a ticket about the backup. schedule=Every day at 9",
		"in 30 seconds create a ticket about the form":                                                                  "create_one_shot at=in 30 seconds prompt=create a ticket about the form",
		"In 30 Sekunden erstelle ein Ticket über das Formular":                                                          "create_one_shot at=In 30 Sekunden prompt=erstelle ein Ticket über das Formular",
		"Dans 30 secondes crée un ticket sur le formulaire":                                                             "create_one_shot at=Dans 30 secondes prompt=crée un ticket sur le formulaire",
		"Dentro de 30 segundos crea un ticket sobre la entrada":                                                         "create_one_shot at=Dentro de 30 segundos prompt=crea un ticket sobre la entrada",
		"When GitHub tells of a new issue, create a ticket about it. It may create tickets without asking":              "create_event_trigger allow=It may create tickets without asking prompt=create a ticket about it. sender=github",
		"It may create tickets without asking, at most 5":                                                               "edit_task allow=It may create tickets without asking, at most 5",
		"every day at 8 instead":                          "set_task when=every day at 8",
		"change the task check the audit to every Monday": "set_task task=check the audit when=every Monday",
	} {
		if got := called(b, request); got != want {
			t.Errorf("%q comes to\n%q, want\n%q", request, got, want)
		}
	}
}

// TestWhatIsOfferedIsUnderstoodInEveryLanguage: each request that can be pressed comes to its own tool, as it is offered in each language.
func TestWhatIsOfferedIsUnderstoodInEveryLanguage(t *testing.T) {
	b, team := book(t), packkit.Team(t)
	for _, o := range team.Words().Offers {
		for _, l := range assistant.Languages() {
			request := wording.In(l).Label(o.Request)
			found := b.Find(request)
			if len(found) != 1 || string(found[0].Tool) != o.Tool.Name {
				t.Errorf("%q is for %s and is read as %+v", request, o.Tool.Name, found)
			}
		}
	}
	for _, p := range team.Agents() {
		for _, request := range p.Examples {
			english := called(b, request)
			for _, l := range assistant.Languages() {
				own := wording.In(l).Label(request)
				if first, _, _ := strings.Cut(called(b, own), " "); !strings.HasPrefix(english+" ", first+" ") || first == "" && english != "" {
					t.Errorf("%q comes to %q, and %q to %q", request, english, own, called(b, own))
				}
			}
		}
	}
}
