package posts

// CreatePost are the arguments of create_post.
type CreatePost struct {
	Title           string `json:"title" jsonschema:"the post's title, as people read it"`
	ContentHTML     string `json:"contentHtml" jsonschema:"the post's content as HTML, without html, head or body elements"`
	Slug            string `json:"slug,omitempty" jsonschema:"the last part of the post's address: lower case words joined by hyphens; made of the title when left out"`
	Excerpt         string `json:"excerpt,omitempty" jsonschema:"one or two sentences for lists of posts"`
	Categories      string `json:"categories,omitempty" jsonschema:"names of categories, separated by commas; those there are not yet are made"`
	Tags            string `json:"tags,omitempty" jsonschema:"names of tags, separated by commas; those there are not yet are made"`
	Picture         string `json:"picture,omitempty" jsonschema:"the featured picture: the number or the title of a file of the site's library"`
	Status          string `json:"status,omitempty" jsonschema:"publish, draft or private; publish when left out"`
	PublishAt       string `json:"publishAt,omitempty" jsonschema:"when it is to be published, if later: 2026-12-01T09:00 on the site's clock"`
	MetaTitle       string `json:"metaTitle,omitempty" jsonschema:"the title for search engines, where it differs from the title"`
	MetaDescription string `json:"metaDescription,omitempty" jsonschema:"one or two sentences for search engines"`
}

// UpdatePost are the arguments of update_post. What is left out stays as it is.
type UpdatePost struct {
	Post            string `json:"post" jsonschema:"which post: its title, its number or the last part of its address"`
	Title           string `json:"title,omitempty" jsonschema:"the new title"`
	ContentHTML     string `json:"contentHtml,omitempty" jsonschema:"the whole new content as HTML"`
	Excerpt         string `json:"excerpt,omitempty" jsonschema:"the new excerpt"`
	Categories      string `json:"categories,omitempty" jsonschema:"all its categories from now on, separated by commas"`
	Tags            string `json:"tags,omitempty" jsonschema:"all its tags from now on, separated by commas; none for no tags"`
	AddTags         string `json:"addTags,omitempty" jsonschema:"tags that it gets beside those it has, separated by commas"`
	AddCategories   string `json:"addCategories,omitempty" jsonschema:"categories that it gets beside those it has, separated by commas"`
	Picture         string `json:"picture,omitempty" jsonschema:"the featured picture: the number or the title of a file of the site's library; none for no picture"`
	Status          string `json:"status,omitempty" jsonschema:"publish, draft or private"`
	PublishAt       string `json:"publishAt,omitempty" jsonschema:"when it is to be published: 2026-12-01T09:00 on the site's clock"`
	MetaTitle       string `json:"metaTitle,omitempty" jsonschema:"the title for search engines"`
	MetaDescription string `json:"metaDescription,omitempty" jsonschema:"one or two sentences for search engines"`
}

// ListContent are the arguments of list_content.
type ListContent struct {
	Kind   string `json:"kind,omitempty" jsonschema:"posts or pages; both when left out"`
	Search string `json:"search,omitempty" jsonschema:"words that are looked for in titles and contents"`
	Status string `json:"status,omitempty" jsonschema:"publish, draft, future, pending or private; all when left out"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many of each at most; 100 when left out"`
}
