package site

// CreatePage are the arguments of create_page. A page that stands at the address already is replaced where that is said, and
// else is a question.
type CreatePage struct {
	Title           string `json:"title" jsonschema:"the page's title, as people read it"`
	Slug            string `json:"slug" jsonschema:"the page's address within the site: lower case words joined by hyphens; below another page with that page's address before it, such as company/hours"`
	Replace         bool   `json:"replace,omitempty" jsonschema:"true only where the person has asked for the page that stands at the address to be replaced as a whole"`
	ContentHTML     string `json:"contentHtml" jsonschema:"the page's content as HTML, without html, head or body elements"`
	MetaTitle       string `json:"metaTitle,omitempty" jsonschema:"the title for search engines, where it differs from the title"`
	MetaDescription string `json:"metaDescription,omitempty" jsonschema:"one or two sentences for search engines"`
	Language        string `json:"language,omitempty" jsonschema:"the language of the content, such as en or de"`
	CMS             string `json:"cms,omitempty" jsonschema:"the kind of site, folder or wordpress; the project knows it, so leave it out"`
}

// UpdateContentBlock are the arguments of update_content_block. One of Text and HTML is given.
type UpdateContentBlock struct {
	Slug  string `json:"slug" jsonschema:"the page's address within the site, such as hours or company/hours"`
	Block string `json:"block" jsonschema:"which part: the text of its heading, an element's id, h1 for the main heading, intro for what stands before the first section, or a block by its kind and number, such as paragraph 2"`
	Text  string `json:"text,omitempty" jsonschema:"the new words, plain; blank lines separate paragraphs"`
	HTML  string `json:"html,omitempty" jsonschema:"the new content as HTML"`
}

// RunAudit are the arguments of run_audit. Neither given means the project's front page.
type RunAudit struct {
	URL  string `json:"url,omitempty" jsonschema:"the address of the page to look at"`
	Slug string `json:"slug,omitempty" jsonschema:"a page of the project by its address within the site, such as company/hours"`
}

// ReadPage are the arguments of read_page.
type ReadPage struct {
	Slug string `json:"slug,omitempty" jsonschema:"the page's address within the site, such as hours or company/hours; leave it out for the front page"`
}

// ListPages are the arguments of list_pages.
type ListPages struct {
	OlderThanMonths int `json:"olderThanMonths,omitempty" jsonschema:"only pages that have not been changed for so many months; all when left out"`
}

// PagesListed are the fields of the result of list_pages.
type PagesListed struct {
	Pages   []PageListed `json:"pages" jsonschema:"the one that was changed longest ago first"`
	Summary string       `json:"summary" jsonschema:"all of it in a line"`
}

// PageListed is one of them.
type PageListed struct {
	Title   string `json:"title"`
	Slug    string `json:"slug"`
	URL     string `json:"url"`
	Changed string `json:"changed,omitempty" jsonschema:"the day"`
}

// CheckPages are the arguments of check_pages.
type CheckPages struct {
	For string `json:"for" jsonschema:"links for links that lead nowhere, menu for lines of the menu that do, search for pages without a title or a description for search engines"`
}

// PagesChecked are the fields of the result of check_pages.
type PagesChecked struct {
	Found   string `json:"found" jsonschema:"what is to be mended, a line each"`
	Count   string `json:"count" jsonschema:"how much that is"`
	Summary string `json:"summary" jsonschema:"all of it in a line"`
}

// PageRead are the fields of the result of read_page.
type PageRead struct {
	URL      string `json:"url" jsonschema:"where people see the page"`
	Slug     string `json:"slug" jsonschema:"its address within the site"`
	Title    string `json:"title" jsonschema:"its title, which is its main heading where it has no other"`
	Headings string `json:"headings" jsonschema:"its parts, as update_content_block names them"`
	Text     string `json:"text" jsonschema:"what it says, a line each"`
}

// PageWritten are the fields of the results of create_page and update_content_block.
type PageWritten struct {
	URL   string `json:"url" jsonschema:"where people see the page"`
	Slug  string `json:"slug" jsonschema:"its address within the site"`
	ID    string `json:"id" jsonschema:"what the site knows it by"`
	Title string `json:"title" jsonschema:"its title"`
}

// Audited are the fields of the result of run_audit.
type Audited struct {
	URL         string `json:"url" jsonschema:"the address that was looked at"`
	Score       string `json:"score" jsonschema:"of 100"`
	Findings    string `json:"findings" jsonschema:"what is to be mended, a line each"`
	Summary     string `json:"summary" jsonschema:"all of it in a line"`
	Title       string `json:"title" jsonschema:"the title that visitors see"`
	Description string `json:"description" jsonschema:"the description that search engines see"`
}
