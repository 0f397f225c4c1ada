// Package posts is the pack for a site's blog: posts with their categories, tags, excerpt and picture, as drafts, published or for
// later, and what there is of posts and pages. They are looked up, shown, written and taken back by package entry.
package posts
