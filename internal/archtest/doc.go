// Package archtest keeps the architecture true: which package may import which, and the habits that no linter sees. It
// reads the files themselves instead of asking the go command, whose answers the test cache would keep after a forbidden
// import was added.
package archtest
