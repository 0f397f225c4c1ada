package media

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/packs/entry"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

// Shelf has the files of conversations.
type Shelf interface {
	// FilesOf lists the files that people have attached to a conversation or that were made in it, newest first, without their
	// bytes.
	FilesOf(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) ([]assistant.KeptFile, error)
	// File returns a kept file with its bytes, or [assistant.ErrNotFound].
	File(ctx context.Context, t assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error)
}

// The task types of the pack.
const (
	TaskUpload assistant.TaskType = "upload_media"
	TaskUpdate assistant.TaskType = "update_media"
	TaskList   assistant.TaskType = "list_media"
)

// UploadMedia are the arguments of upload_media.
type UploadMedia struct {
	File    string `json:"file" jsonschema:"the name of a file that was attached to this conversation"`
	Alt     string `json:"alt" jsonschema:"what a picture shows, for people who do not see it; a file's title otherwise"`
	Title   string `json:"title,omitempty" jsonschema:"what it is called in the library; made of the file's name when left out"`
	Caption string `json:"caption,omitempty" jsonschema:"the words below it"`
}

// UpdateMedia are the arguments of update_media. What is left out stays as it is.
type UpdateMedia struct {
	File    string `json:"file" jsonschema:"which file of the library: its title or its number"`
	Alt     string `json:"alt,omitempty" jsonschema:"what the picture shows, for people who do not see it"`
	Title   string `json:"title,omitempty" jsonschema:"what it is called in the library"`
	Caption string `json:"caption,omitempty" jsonschema:"the words below it"`
}

// ListMedia are the arguments of list_media.
type ListMedia struct {
	Search string `json:"search,omitempty" jsonschema:"words that are looked for"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many at most; 100 when left out"`
}

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack { return tools.Pack{Name: "media"} }

// Tools returns the pack's tools.
func Tools(k entry.Keeper, s Shelf) ([]tools.Tool, error) {
	if k == nil || s == nil {
		return nil, errors.New("media pack: a keeper and a shelf are needed")
	}
	w := writing{entry.Writing{Keeper: k, Kind: site.EntryFile, Noun: "file", Policy: clean.New(), Target: "the site's library", Verb: "Put up", Past: "Put up", Fields: []entry.Field{
		{Name: site.FieldName, Label: "File"},
		{Name: site.FieldTitle, Label: "Title"},
		{Name: site.FieldAlt, Label: "Text in its place"},
		{Name: site.FieldCaption, Label: "Caption", HTML: true},
	}}, s}
	return []tools.Tool{w.upload(), w.update(), listMedia(k)}, nil
}

type writing struct {
	entry.Writing
	shelf Shelf
}

func (w writing) upload() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskUpload), Label: "Put a file into the library", Examples: uploaded(),
		Description: "Puts a picture or a PDF that a person has attached to this conversation into the website's library, with the text that " +
			"stands for it. Its result has the fields url, id and title; give id as the picture of a post or a product.",
		Owners: packsite.Owners(), Needs: site.Library, Title: "title", Unique: "file", Subject: tools.About("file"),
		Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[UploadMedia](), Nouns: strings.Fields("photo photos media library"),
	}, w.wantedNew)
}

func (w writing) update() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskUpdate), Label: "Change a file's words",
		Description: "Changes the title, the caption or the text in place of a file of the website's library. Its result has the fields url, id and title.",
		Owners:      packsite.Owners(), Needs: site.Library, Subject: tools.About("file"), Result: tools.Fields[entry.Written](),
		Arguments: tools.Arguments[UpdateMedia](), Nouns: strings.Fields("caption captions"),
	}, w.wantedChange)
}

// taken are the kinds of file that are put up, with their endings.
func taken(kind string) (ending string, ok bool) {
	kind, _, _ = strings.Cut(kind, ";")
	ending, ok = map[string]string{
		"image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp", "application/pdf": ".pdf",
	}[kind]
	return ending, ok
}

func (w writing) wantedNew(ctx context.Context, c tools.Call, _ bool) (entry.Wanted, error) {
	a, err := tools.Read[UploadMedia](c)
	if err != nil {
		return entry.Wanted{}, err
	}
	k, err := w.attached(ctx, c, a.File)
	if err != nil {
		return entry.Wanted{}, err
	}
	ending, ok := taken(k.Type)
	if !ok {
		return entry.Wanted{}, assistant.BadInput(assistant.Say("I put up pictures (JPEG, PNG, GIF, WebP) and PDFs, and “%s” is none.", clean.Short(k.Name)), assistant.Say("Please attach it in one of these forms."))
	}
	if strings.TrimSpace(a.Alt) == "" {
		return entry.Wanted{}, assistant.BadInput(assistant.Say("It is not said what “%s” shows, for people who do not see it.", clean.Short(k.Name)), assistant.Say("Please tell me in a few words."))
	}
	stem := strings.TrimSuffix(k.Name, path.Ext(k.Name))
	slug := cmp.Or(packsite.Slug(stem, c.Project.Language), "file")
	slug = slug[:min(len(slug), 60)] + "-" + site.HashOf(string(c.Tenant), c.Key)[:8] // by which it is found where the answer was lost
	out := entry.Wanted{Bytes: k.Bytes, Anew: true, Fields: map[string]string{
		site.FieldName: slug + ending, site.FieldTitle: cmp.Or(a.Title, stem), site.FieldAlt: a.Alt, site.FieldSlug: slug, site.FieldType: k.Type,
	}}
	if a.Caption != "" {
		out.Fields[site.FieldCaption] = a.Caption
	}
	return out, nil
}

// attached finds a file of the conversation by its name.
func (w writing) attached(ctx context.Context, c tools.Call, name string) (assistant.KeptFile, error) {
	all, err := w.shelf.FilesOf(ctx, c.Tenant, c.Conversation)
	if err != nil {
		return assistant.KeptFile{}, err
	}
	at := slices.IndexFunc(all, func(k assistant.KeptFile) bool {
		return strings.EqualFold(k.Name, strings.Trim(strings.TrimSpace(name), `"“”`))
	})
	if at >= 0 {
		return w.shelf.File(ctx, c.Tenant, all[at].ID)
	}
	var names []string
	for _, k := range all {
		if !slices.Contains(names, "“"+k.Name+"”") {
			names = append(names, "“"+k.Name+"”")
		}
	}
	if len(names) == 0 {
		return assistant.KeptFile{}, assistant.BadInput(assistant.Say("There is no file “%s” in this conversation.", clean.Short(name)), assistant.Say("Please attach it to a message here, then ask me again."))
	}
	return assistant.KeptFile{}, assistant.BadInput(assistant.Say("There is no file “%s” in this conversation.", clean.Short(name)), assistant.Say("There is: %s. Which one is it?", strings.Join(names[:min(len(names), 10)], ", ")))
}

func (w writing) wantedChange(_ context.Context, c tools.Call, _ bool) (entry.Wanted, error) {
	a, err := tools.Read[UpdateMedia](c)
	if err != nil {
		return entry.Wanted{}, err
	}
	if strings.TrimSpace(a.File) == "" {
		return entry.Wanted{}, assistant.BadInput(assistant.Say("It is not said which file is meant."), assistant.Say("Please tell me its title."))
	}
	out := entry.Wanted{Means: a.File, Fields: map[string]string{}}
	for name, value := range map[string]string{site.FieldAlt: a.Alt, site.FieldTitle: a.Title, site.FieldCaption: a.Caption} {
		if strings.TrimSpace(value) != "" {
			out.Fields[name] = value
		}
	}
	return out, nil
}

func listMedia(k entry.Keeper) tools.Tool {
	l := entry.Listing{Keeper: k, Kind: site.EntryFile, Field: "media", Noun: "file", Nouns: "files", Shows: []string{site.FieldTitle, site.FieldAlt, site.FieldType}}
	return l.Tool(tools.Tool{
		Name: string(TaskList), Label: "List the library",
		Description: "Lists or searches the pictures and files of the website's library. Changes nothing.",
		Arguments:   tools.Arguments[ListMedia](), Needs: site.Library,
	}, func(c tools.Call) (site.Query, error) {
		a, err := tools.Read[ListMedia](c)
		return site.Query{Search: a.Search, Most: a.Limit}, err
	})
}
