// Package site is the pack of website tools: create_page, update_content_block, create_ticket and run_audit. It speaks
// the nouns of assistant/site and does not know which system keeps a project's pages.
//
// A write leaves a mark of its idempotency key on the page. Where an answer was lost, the mark tells whether the write
// happened, so that its effect is counted once. What was there before goes into the receipt; undo puts it back, and
// refuses where somebody has changed the page since.
package site
