// Package fakediscord is a small, strict Discord for tests: the REST routes that the product uses, on loopback; a gateway;
// people who write, edit, delete, click and use commands, as events of the gateway or as signed requests to the product;
// and faults on demand.
//
// It is strict about what is documented (token, channels, the schema of every body where that file is at hand, the rules
// that the schema does not know, one answer to an interaction) and records each breach in [Server.Violations], besides
// answering as Discord would. It is written by the same hands as the product: it is no proof of what live Discord accepts.
package fakediscord
