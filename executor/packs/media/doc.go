// Package media is the pack for a site's library: pictures and files that people have attached to a conversation are put up with the
// words that stand for them, and what is there is listed.
package media
