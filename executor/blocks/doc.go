// Package blocks reads and writes the grammar in which WordPress's editor keeps a page: HTML with blocks marked by
// comments, <!-- wp:paragraph {"align":"left"} --> … <!-- /wp:paragraph -->.
//
// [Parse] reads any text as WordPress itself does, and what it returns prints as the very bytes that were read. It never
// fails: text without a single block is HTML that is in no block, and a text whose comments do not fit together says so,
// see [Document.Whole].
package blocks
