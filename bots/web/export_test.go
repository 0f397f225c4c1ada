package web

// MarkdownHTML is how an agent's Markdown is shown.
func MarkdownHTML(text string) string { return string(newMarkdown().html(text)) }
