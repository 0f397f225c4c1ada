package site

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// inTheWay asks where something stands at the new page's address already: creating never replaces, but where that is said.
// What is no hindrance it notes.
func (w pageWrite) inTheWay(ctx context.Context, c tools.Call, a CreatePage, old site.Page, found bool) (notes []assistant.Sentence, err error) {
	if found {
		if a.Replace || old.Marked(c.Key) {
			return nil, nil
		}
		return nil, occupied(a.Slug, "There is a page at /"+a.Slug+" already: "+named(old.Title, old.URL)+standing(old.Status)+".", "change a part of the one that is there, replace it as a whole", old.URL)
	}
	if w.ground == nil {
		return nil, nil
	}
	if above, _ := site.SplitPath(a.Slug); above != "" {
		_, there, err := find(ctx, w.pages, c.Project, above, creating)
		if err != nil {
			return nil, err
		}
		if !there && c.Approved == "" { // an earlier step may make it
			return []assistant.Sentence{assistant.Say("The page /%s, below which this one stands, has to be there first.", above)}, nil
		}
	}
	taken, err := w.ground.Taken(ctx, c.Project, site.Page{Slug: a.Slug, Title: a.Title})
	if err != nil {
		return nil, err
	}
	for _, t := range taken {
		if t.By == site.TakenElsewhere {
			notes = append(notes, assistant.Say("There is another page of that name, %s; it stays as it is.", named(t.Title, "/"+t.Path)))
			continue
		}
		return nil, occupied(a.Slug, takenWords(a.Slug, t), instead(t.By), t.URL)
	}
	return notes, nil
}

func named(title, at string) string {
	out := "“" + clean.Short(title) + "”"
	if at != "" {
		out += " at " + shown.Address(at)
	}
	return out
}

// standing is the state of a page that people do not see.
func standing(status string) string {
	switch status {
	case "":
		return ""
	case "draft":
		return ", a draft that visitors do not see"
	case "future":
		return ", which will be published later"
	case "pending":
		return ", a draft that waits for review"
	}
	return ", which visitors do not see (" + clean.Short(status) + ")"
}

func takenWords(path string, t site.Taken) string {
	at := "/" + path
	switch t.By {
	case site.TakenByTrash:
		return "A page that was at " + at + " is in the trash: " + named(t.Title, "") + "."
	case site.TakenByDraft:
		return "Somebody has begun a page that will be at " + at + ": the draft " + named(t.Title, "") + "."
	case site.TakenByPost:
		return "There is a post at " + at + " already: " + named(t.Title, t.URL) + "."
	case site.TakenByMedia:
		return "A file of the media library has the address " + at + ": " + named(t.Title, t.URL) + "."
	case site.TakenByRedirect:
		return "The address " + at + " leads to " + shown.Address(t.URL) + "."
	case site.TakenByOther, site.TakenByPage, site.TakenElsewhere:
	}
	return "Something answers at " + at + " already, though it is no page that I can change."
}

// instead is what else than another address can be done, as the middle of a question.
func instead(by site.TakenBy) string {
	switch by {
	case site.TakenByTrash:
		return "do you want to take the one in the trash back or delete it for good"
	case site.TakenByDraft:
		return "do you want to go on from the draft"
	case site.TakenByRedirect:
		return "do you want to take the redirect off"
	case site.TakenByPost, site.TakenByMedia, site.TakenByOther, site.TakenByPage, site.TakenElsewhere:
	}
	return "do you want to change what is there"
}

// occupied is the question what shall be done where the address is taken.
func occupied(path, what, instead, open string) error {
	ask := "Shall I take another address, such as /" + path + "-2, "
	if !strings.HasPrefix(instead, "do you") {
		ask += "or "
	}
	ask += instead + "?"
	if open != "" {
		ask += " You can look at it first: " + shown.Address(open)
	}
	return &assistant.Trouble{Problem: assistant.Problem{Side: assistant.SideInput, Message: assistant.Say("%s I have changed nothing.", what), Recovery: assistant.Verbatim(ask)}}
}
