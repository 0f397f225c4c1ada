// Package own starts private Postgres and Redis servers from the machine's own binaries, for tests, benchmarks and
// chaos runs. A server lives in a directory of its own, listens where nobody else looks, and is gone when the process
// that started it is gone, however that ended: a small watcher process sees its pipe close, kills the server and removes
// the directory.
//
// It knows nothing of the product, so that what needs no more than a Redis is built without the product's storage.
//
//	Start ──▶ running ──Crash──▶ down ──Restart──▶ running
//	             └──────────Stop, or the starter's end──────▶ gone
package own
