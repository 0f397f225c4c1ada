// Package fakeslack is a small, strict Slack for tests and benchmarks: the Web API methods that the product uses, on
// loopback; people who write, edit, delete and click, as signed requests to the product; and faults on demand.
//
// It is strict about what is documented (token, channel, sizes, unique block ids, the schema of blocks and views where
// that file is at hand) and records each breach in [Server.Violations], besides answering as Slack would. It is written
// by the same hands as the product: it is no proof of what live Slack accepts.
package fakeslack
