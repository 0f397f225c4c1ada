// Package sysdocs is the pack of the product's own guide: pages for the people who use it, which the binary holds. They are read, and never
// written, and nothing of a tenant stands in them, so that guests may be told of them, too.
//
// A page is a file of the folder guide, called by its slug. It begins with its title, then says what kind of page it is and what it is about:
//
//	# How undo works
//
//	*guide*: What can be taken back and what cannot.
//
// The rest is sections, paragraphs and lists; what of them an excerpt shows is one paragraph or one entry of a list. A link to another page
// names its slug.
package sysdocs
