package entry

import (
	"context"
	"html"
	"path"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// Meant finds the entry that words mean: its number, the last part of its address, its title. Several, or none, is a question with
// what there is.
func (w Writing) Meant(ctx context.Context, p assistant.Project, words, purpose string) (site.Entry, error) {
	words = strings.Trim(strings.TrimSpace(words), `"“”'«»/`)
	if i := strings.Index(words, "://"); i >= 0 {
		words = strings.Trim(words[i+3:], "/")
	}
	byTitle := words
	if id := strings.TrimPrefix(words, "#"); digits(id) {
		all, err := w.Keeper.Entries(ctx, p, w.Kind, site.Query{ID: id}, purpose)
		if err != nil || len(all) == 1 {
			return first(all), err
		}
	}
	if slug := strings.ToLower(path.Base(words)); site.ValidSlug(slug) {
		all, err := w.Keeper.Entries(ctx, p, w.Kind, site.Query{Slug: slug}, purpose)
		if err != nil || len(all) == 1 {
			return first(all), err
		}
	}
	if w.Kind == site.EntryProduct {
		all, err := w.Keeper.Entries(ctx, p, w.Kind, site.Query{SKU: strings.TrimSpace(words)}, purpose)
		if err != nil || len(all) == 1 {
			return first(all), err
		}
	}
	all, err := w.Keeper.Entries(ctx, p, w.Kind, site.Query{Search: byTitle}, purpose)
	if err != nil {
		return site.Entry{}, err
	}
	var same []site.Entry
	for _, e := range all {
		if strings.EqualFold(clean.Legible(html.UnescapeString(e.Title())), clean.Legible(byTitle)) {
			same = append(same, e)
		}
	}
	switch {
	case len(same) == 1:
		return same[0], nil
	case len(same) > 1:
		return site.Entry{}, assistant.BadInput(assistant.Say("There are several %ss called “%s”.", assistant.Label(w.Noun), clean.Short(byTitle)), assistant.Say("Which one is it? Please give its number: %s.", named(same)))
	case len(all) > 0:
		return site.Entry{}, assistant.BadInput(assistant.Say("There is no %s called “%s”.", assistant.Label(w.Noun), clean.Short(byTitle)), assistant.Say("Did you mean one of these? %s.", named(all)))
	}
	return site.Entry{}, assistant.BadInput(assistant.Say("There is no %s called “%s” on %s's site.", assistant.Label(w.Noun), clean.Short(byTitle), p.Name), assistant.Say("Please check its title or its address."))
}

// Picture finds a picture of the site's library by its number or title. The note says which it is.
func (w Writing) Picture(ctx context.Context, p assistant.Project, words string, open bool) (id string, note assistant.Sentence, err error) {
	if words == "" {
		return "", note, nil
	}
	if open && strings.HasPrefix(words, "(") { // what an earlier step will bring about
		return words, note, nil
	}
	library := Writing{Keeper: w.Keeper, Kind: site.EntryFile, Noun: "file"}
	e, err := library.Meant(ctx, p, words, "look for the picture")
	if err != nil {
		return "", note, err
	}
	if !strings.HasPrefix(e.Fields[site.FieldType], "image/") {
		return "", note, assistant.BadInput(assistant.Say("“%s” is no picture.", clean.Short(e.Title())), assistant.Say("Please choose a picture of the library."))
	}
	return e.ID, assistant.Say("The featured picture is “%s” at %s.", clean.Short(e.Title()), e.URL), nil
}

// named lists entries with their numbers.
func named(all []site.Entry) string {
	var out []string
	for _, e := range all[:min(len(all), 10)] {
		line := "#" + e.ID + " “" + clean.Short(e.Title()) + "”"
		if e.URL != "" {
			line += " at " + shown.Address(e.URL)
		}
		out = append(out, line)
	}
	return strings.Join(out, ", ")
}

func first(all []site.Entry) site.Entry {
	if len(all) == 0 {
		return site.Entry{}
	}
	return all[0]
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// taken asks what to do when the address belongs to something else.
func (o one) taken(e site.Entry, t site.Taken) error {
	what := "There is a " + o.Noun + " at that address already"
	instead := "or shall I change the one that is there"
	switch t.By {
	case site.TakenByPage:
		what, instead = "There is a page at that address already", "or do you want to change that page"
	case site.TakenByDraft:
		what = "There is a draft with that address already"
	case site.TakenByTrash:
		what, instead = "There is one with that address in the trash", "or do you want to take it back or delete it for good"
	case site.TakenByPost, site.TakenByMedia, site.TakenByRedirect, site.TakenByOther, site.TakenElsewhere:
	}
	message := what + ": “" + clean.Short(t.Title) + "”"
	if t.URL != "" {
		message += " at " + shown.Address(t.URL)
	}
	return assistant.BadInput(assistant.Say("%s. I have changed nothing.", message), assistant.Say("Shall I take another address, such as %s-2, %s?", e.Fields[site.FieldSlug], instead))
}
