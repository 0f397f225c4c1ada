// Package ingest takes what people say into their conversations. Messages from HTTP, from a socket and from reading back take the
// same path, and their keys make duplicates known.
package ingest
