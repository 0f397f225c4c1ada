// Package content is the pack of writing tools: a page's words, and its title, description and keywords for search
// engines. They only write drafts; nothing outside changes.
package content
