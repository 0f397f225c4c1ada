// Package address is what an admin tells of where people reach the installation: it is proposed by where their own browser has come by, and tried
// before it is kept. The installation asks for something of its own there that nobody else could answer:
//
//	nonce ──▶ the address ──▶ whichever replica answers there ──▶ the nonce, signed with a key that all replicas have
package address

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Field is the key of the one field that the address is set by.
const Field = "address"

const longest = 300

// Read is an address as it is kept: scheme, name and port, and nothing else. What cannot be where people reach a panel is a
// [*assistant.FieldError].
func Read(text string) (string, error) {
	at, err := url.Parse(strings.TrimRight(strings.TrimSpace(text), "/"))
	switch {
	case err != nil, at.Scheme != "https" && at.Scheme != "http", at.Hostname() == "", at.User != nil:
	case at.Path != "", at.RawQuery != "", at.ForceQuery, at.Fragment != "", len(text) > longest:
	case strings.ContainsFunc(at.Host, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"'<>\^|{}%`, r) }):
	case strings.HasSuffix(at.Host, ":"):
	default:
		return at.Scheme + "://" + strings.ToLower(plain(at)), nil
	}
	return "", &assistant.FieldError{Key: Field, Message: assistant.Say("Enter an address like https://team.example.com, with nothing after the name but a port.")}
}

// plain is the host without a port that goes without saying.
func plain(at *url.URL) string {
	if port := at.Port(); port == "443" && at.Scheme == "https" || port == "80" && at.Scheme == "http" {
		return strings.TrimSuffix(at.Host, ":"+port)
	}
	return at.Host
}

// Of is where people reach the installation by settings: by those of an admin, or of the environment, which may have a path.
func Of(set assistant.PartSettings) assistant.Address {
	at, err := Read(set.Given[Field])
	if err != nil {
		at = strings.TrimRight(set.Given[Field], "/")
	}
	return assistant.Address{URL: at, Since: set.At}
}

// Seen is the address at which the request's browser reached the panel, or "" if that is this machine itself or unknown. Show it to
// the person who asks, but never trust it: a browser may claim any name.
func Seen(r *http.Request) string {
	name := r.Host
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	if ip := net.ParseIP(strings.Trim(name, "[]")); name == "localhost" || ip != nil && ip.IsLoopback() {
		return ""
	}
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" || r.Header.Get("Sec-Fetch-Site") != "" { // which browsers say over TLS alone
		scheme = "https"
	}
	at, err := Read(scheme + "://" + r.Host)
	if err != nil {
		return ""
	}
	return at
}
