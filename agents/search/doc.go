// Package search ranks short documents by words, in memory. It knows nothing of what the documents are: whoever makes an index says which
// texts a document has and how much each of them tells.
//
//	words ──normalise, stem──▶ terms ──known──▶ postings ──BM25──▶ ranked documents
//	                             └──unknown──▶ terms that look alike: typos, compounds, other endings ──▶ the same, for less
//
// What a document says can be hostile: a word counts only so often however often it stands there, and a document has only so many.
package search
