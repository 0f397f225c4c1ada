package content

// DraftContent are the arguments of draft_content. Its result has the fields html and text.
type DraftContent struct {
	Title    string `json:"title" jsonschema:"the page's title"`
	Audience string `json:"audience,omitempty" jsonschema:"who the page is for"`
	Language string `json:"language,omitempty" jsonschema:"the language to write in, such as English or Deutsch"`
	Layout   string `json:"layout,omitempty" jsonschema:"how the page is built: which sections, in which order"`
	Keywords string `json:"keywords,omitempty" jsonschema:"words people search for, separated by commas"`
	Goal     string `json:"goal,omitempty" jsonschema:"what the page is to achieve"`
	Tone     string `json:"tone,omitempty" jsonschema:"how it is to sound"`
	Request  string `json:"request,omitempty" jsonschema:"what the person asked for, in their own words"`
	Before   string `json:"before,omitempty" jsonschema:"what was written before, as HTML"`
	Changes  string `json:"changes,omitempty" jsonschema:"what the person wants otherwise in what was written before, in their own words"`
}

// DraftSEO are the arguments of draft_seo. Its result has the fields title, description and keywords.
type DraftSEO struct {
	Title    string `json:"title" jsonschema:"the page's title"`
	Audience string `json:"audience,omitempty" jsonschema:"who the page is for"`
	Language string `json:"language,omitempty" jsonschema:"the language to write in"`
	Keywords string `json:"keywords,omitempty" jsonschema:"words people search for, separated by commas"`
	Focus    string `json:"focus,omitempty" jsonschema:"what search engines are to find the page for"`
	Request  string `json:"request,omitempty" jsonschema:"what the person asked for, in their own words"`
	Before   string `json:"before,omitempty" jsonschema:"what was written before"`
	Changes  string `json:"changes,omitempty" jsonschema:"what the person wants otherwise in what was written before, in their own words"`
}

// Drafted are the fields of the result of draft_content.
type Drafted struct {
	HTML string `json:"html" jsonschema:"the page's content"`
	Text string `json:"text" jsonschema:"its words alone"`
}

// SearchTexts are the fields of the result of draft_seo.
type SearchTexts struct {
	Title       string `json:"title" jsonschema:"for search engines"`
	Description string `json:"description" jsonschema:"one or two sentences for search engines"`
	Keywords    string `json:"keywords" jsonschema:"separated by commas"`
}
