// Package rest asks Discord over REST: one client with its pace, the nouns that Discord answers with, and what its refusals
// mean.
//
// Every answer is sorted into what the courier knows: done, later ([bots.LaterError]), never ([bots.RefusedError]), or
// unknown ([bots.SilentError] and the rest). The pace is ours before it is Discord's: the buckets that Discord names in its
// answers, fifty requests a second over all, and every Retry-After. A bucket is forgotten when it is full again, and
// interactions have none. Payloads are decoded by our own tolerant structs: the library's break on components that it does
// not know yet.
package rest
