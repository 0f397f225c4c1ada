package panel

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

const (
	folderLimit = 60 // characters of a folder's name
	folderParam = "folder"
	awayParam   = "archived"
)

// listing is what a request wants the list of conversations to have.
func (f *feed) listing(r *http.Request) (assistant.Listing, error) {
	q := r.URL.Query()
	folder, err := request.Clean(q.Get(folderParam), folderParam, folderLimit)
	return assistant.Listing{Of: f.owner.Person.ID, Archived: q.Get(awayParam) != "", Folder: folder}, err
}

// query is how an address asks for a listing; "" asks for all.
func query(l assistant.Listing) template.URL {
	switch {
	case l.Archived:
		return awayParam + "=1"
	case l.Folder != "":
		return template.URL(url.Values{folderParam: {l.Folder}}.Encode()) // escaped
	default:
		return ""
	}
}

// listingLink leads to a listing.
type listingLink struct {
	Label assistant.Sentence
	Path  string
	Here  bool
}

// listings are those that the viewer can choose: all, each of their folders, and the archive. Where they have neither there is nothing
// to choose. A listing that nothing is in any more stays as long as it is looked at.
func listings(open assistant.ConversationID, shown assistant.Listing, seen assistant.Overview) []listingLink {
	folders := seen.Folders
	if shown.Folder != "" && !slices.Contains(folders, shown.Folder) {
		folders = append(slices.Clone(folders), shown.Folder)
	}
	if len(folders) == 0 && !seen.Archive && !shown.Archived {
		return nil
	}
	link := func(label assistant.Sentence, l assistant.Listing) listingLink {
		l.Of = shown.Of
		path := "/"
		if open != "" {
			path = address(open, "")
		}
		if q := query(l); q != "" {
			path += "?" + string(q)
		}
		return listingLink{label, path, l == shown}
	}
	out := []listingLink{link(assistant.Say("All"), assistant.Listing{})}
	for _, name := range folders {
		out = append(out, link(assistant.Verbatim(name), assistant.Listing{Folder: name}))
	}
	if seen.Archive || shown.Archived {
		out = append(out, link(assistant.Say("Archive"), assistant.Listing{Archived: true}))
	}
	return out
}

// filing reads from a form how the person changes where they keep a conversation.
func filing(r *http.Request) (assistant.FilingChange, error) {
	yes, no := true, false
	switch r.PostFormValue("do") {
	case "archive":
		return assistant.FilingChange{Archived: &yes}, nil
	case "unarchive":
		return assistant.FilingChange{Archived: &no}, nil
	default:
		folder, err := request.Clean(r.PostFormValue(folderParam), folderParam, folderLimit)
		return assistant.FilingChange{Folder: &folder}, err
	}
}

// Empty is what a list says that has nothing in it.
func (v pastView) Empty() assistant.Sentence {
	switch {
	case v.Sought != "" || len(v.Listed)+len(v.Pinned) > 0:
		return assistant.Sentence{}
	case v.Listing.Archived:
		return assistant.Say("Nothing is in your archive.")
	case v.Listing.Folder != "":
		return assistant.Say("Nothing is in this folder.")
	default:
		return assistant.Say("None yet. Say hello below.")
	}
}

// Query is how an address asks for what the list has.
func (v pastView) Query() template.URL { return query(v.Listing) }
