package site

import (
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// What else than pages a project's site may have that can be worked on.
const (
	Blog    assistant.Capability = "posts"
	Library assistant.Capability = "media" // pictures and files
	Menus   assistant.Capability = "menus"
	Shop    assistant.Capability = "shop"
)

// EntryKind says what an entry is.
type EntryKind string

// The kinds of entry.
const (
	EntryPage    EntryKind = "page" // as one of a list; it is worked on as a [Page]
	EntryPost    EntryKind = "post"
	EntryProduct EntryKind = "product"
	EntryFile    EntryKind = "file" // of the library
	EntryMenu    EntryKind = "menu"
	EntryLink    EntryKind = "link" // of a menu
)

// The fields that entries have. What has no field of a name does not keep such a thing.
const (
	FieldTitle      = "title"
	FieldSlug       = "slug"
	FieldHTML       = "html"    // the content
	FieldExcerpt    = "excerpt" // HTML, as a rule of a sentence
	FieldCategories = "categories"
	FieldTags       = "tags"
	FieldPicture    = "picture" // the ID of a file of the library
	FieldStatus     = "status"
	FieldAt         = "at"   // when it will be published, where that is still to come: 2026-12-01T09:00 on the site's clock
	FieldDate       = "date" // that it is published under, to the second; "" for a draft that has none yet
	FieldMetaTitle  = "metaTitle"
	FieldMetaWords  = "metaDescription"
	FieldPrice      = "price"
	FieldSalePrice  = "salePrice"
	FieldSKU        = "sku"
	FieldStock      = "stock" // how many there are; "" where nobody counts them
	FieldType       = "type"
	FieldAlt        = "alt"
	FieldCaption    = "caption"
	FieldName       = "name" // of a file
	FieldMenu       = "menu" // the ID of the menu that a link stands in
	FieldAddress    = "address"
	FieldUnder      = "under" // the ID of the link that another one stands below
	FieldOrder      = "order"
	FieldObject     = "object" // the ID of the page that a link leads to
	FieldRest       = "rest"   // what else the site keeps of a link, as the site writes it
)

// The states of an entry.
const (
	StatusPublic  = "publish"
	StatusDraft   = "draft"
	StatusLater   = "future"
	StatusPrivate = "private"
	StatusPending = "pending"
)

// Entry is a thing that a site keeps beside its pages: a post, a product, a file of its library, a link of a menu.
type Entry struct {
	ID      string            `json:"id,omitempty"` // the site's own; "" for one that does not exist yet
	Fields  map[string]string `json:"fields"`
	URL     string            `json:"url,omitempty"`
	Builder string            `json:"builder,omitempty"` // the page builder that keeps its content
	Made    []string          `json:"made,omitempty"`    // what a write made along with it, such as a tag, as the site knows it
	Bytes   []byte            `json:"-"`                 // of a file that does not exist yet
}

// Title is the entry's display name.
func (e Entry) Title() string { return e.Fields[FieldTitle] }

// Hash tells two states of an entry apart.
func (e Entry) Hash() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(e.Fields)) {
		parts = append(parts, name, e.Fields[name])
	}
	return HashOf(parts...)
}

// With returns the entry with other values in some of its fields.
func (e Entry) With(fields map[string]string) Entry {
	next := maps.Clone(e.Fields)
	if next == nil {
		next = map[string]string{}
	}
	maps.Copy(next, fields)
	e.Fields = next
	return e
}

// Has tells whether all the values are in its fields.
func (e Entry) Has(fields map[string]string) bool {
	for name, value := range fields {
		if e.Fields[name] != value {
			return false
		}
	}
	return true
}

// Changed are the fields in which the entry differs from an earlier state of it, with its values.
func (e Entry) Changed(from Entry) map[string]string {
	out := map[string]string{}
	for name, value := range e.Fields {
		if from.Fields[name] != value {
			out[name] = value
		}
	}
	return out
}

// Listed are the parts of a field that holds several names.
func Listed(field string) []string {
	var out []string
	for part := range strings.SplitSeq(field, ",") {
		if part = strings.Join(strings.Fields(part), " "); part != "" && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return out
}

// Joined is a field that holds several names. They stand in an order of their own: sites give them in any.
func Joined(names []string) string {
	names = slices.Clone(names)
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return strings.Join(slices.Compact(names), ", ")
}

// Query says which entries are meant. What is left out does not matter.
type Query struct {
	ID     string
	Slug   string
	SKU    string
	Search string // words
	Status string // one of the states; all that somebody has saved and not thrown away when ""
	Menu   string // the ID of the menu whose links are meant
	Most   int
}

// Prospect is what a site has to say of an entry that is to be written.
type Prospect struct {
	Taken []Taken  // what stands where a new one would
	Makes []string // what is made along with it, each as people read it: the tag “Ponds”
	Lacks []string // the fields that the site does not keep
}
