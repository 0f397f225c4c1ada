package site

// TakenBy says what stands where a page was to be made.
type TakenBy string

// What may stand at an address.
const (
	TakenByTrash    TakenBy = "trash"    // a page that somebody has thrown away and may want back
	TakenByDraft    TakenBy = "draft"    // a page that somebody has begun
	TakenByPost     TakenBy = "post"     // a post of the blog
	TakenByMedia    TakenBy = "media"    // the page of a picture or file
	TakenByRedirect TakenBy = "redirect" // it leads elsewhere
	TakenByPage     TakenBy = "page"     // a page, where something else was to be made
	TakenByOther    TakenBy = "other"    // something answers there

	// TakenElsewhere is no hindrance: a page of the same name below another one.
	TakenElsewhere TakenBy = "elsewhere"
)

// Taken is something that stands at an address, or nearly.
type Taken struct {
	By    TakenBy
	Path  string // of a page
	Title string
	URL   string // where people look at it, or where the address leads
}
