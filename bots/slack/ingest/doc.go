// Package ingest takes what people say into their conversations. How it came makes no difference: what comes over HTTP, over
// a socket and what is read back go the same way in, and the keys know what was heard before.
package ingest
