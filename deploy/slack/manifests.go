// Package slack has the manifests from which Slack apps are made.
package slack

import (
	_ "embed"
	"strings"
)

//go:embed manifest-socket.json
var socket string

//go:embed manifest.json
var overHTTP string

// standsFor is the address that the manifest has in place of the reader's own.
const standsFor = "https://team.example.com"

// Manifest is what to paste into Slack: of an app that is reached at a public https address, or, where there is none, of one
// that opens a socket itself.
func Manifest(public string) string {
	if !strings.HasPrefix(public, "https://") {
		return socket
	}
	return strings.ReplaceAll(overHTTP, standsFor, strings.TrimSuffix(public, "/"))
}
