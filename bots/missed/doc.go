// Package missed is what surfaces share to find what people said, changed or took back while nobody listened.
//
//	Mark ──▶ since when ──platform──▶ which places ──Visit──▶ known against there ──▶ edited, gone, new ──▶ the surface's own way in
//
// A platform knows in which order its ids are, reads a place page by page, and tells what became of a message; it also says by
// itself when it listens, and which places there are. The rest is here: from where a place is read, what of it is known already, and what
// has to be looked for by itself where there is too much.
package missed
