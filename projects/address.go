package projects

import (
	"net"
	"net/url"
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// address checks where something is on the web. A name or a password within it would end up in logs.
func address(text string, field assistant.FormField) (string, error) {
	name := field.Named()
	no := func(format string, args ...any) error {
		return &assistant.FieldError{Key: field.Key, Message: assistant.Say(format, args...)}
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", no("The %s must be like https://example.com.", name)
	}
	if linkLocal(u.Hostname()) {
		return "", no("The %s is one that machines use among themselves, never a site's. Write the one that visitors use, such as https://example.com.", name)
	}
	if u.Scheme == "http" && !nearby(u.Hostname()) {
		return "", no("The %s must begin with https://, or its password would cross the internet for everybody on the way to read. http:// is for sites on your own network.", name)
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", no("The %s must be without user, question mark or hash.", name)
	}
	return strings.TrimRight(u.String(), "/"), nil
}

var hostForm = regexp.MustCompile(`^(?:[\pL\pN](?:[\pL\pN-]{0,61}[\pL\pN])?\.)*[\pL\pN](?:[\pL\pN-]{0,61}[\pL\pN])?(?::\d{1,5})?$`)

// isHost tells whether a text may name where a site is: a name or an address, with a port where it has one.
func isHost(text string) bool {
	name := text
	if host, _, err := net.SplitHostPort(text); err == nil {
		name = host
	}
	return !linkLocal(name) && (hostForm.MatchString(text) || net.ParseIP(strings.Trim(name, "[]")) != nil)
}

// linkLocal tells of addresses at which no site is, but what hosts tell their own machines alone.
func linkLocal(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && (ip.IsLinkLocalUnicast() || ip.IsLinkLocalMulticast())
}
