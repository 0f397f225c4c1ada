package webaudit

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// robots fetches the site's robots.txt, and whether there is one.
func (v *visitor) robots(ctx context.Context, page *url.URL) (string, bool) {
	u := url.URL{Scheme: page.Scheme, Host: page.Host, Path: "/robots.txt"}
	got, err := v.peek(ctx, http.MethodGet, u.String(), 500<<10)
	if err != nil || got.status != http.StatusOK {
		return "", false
	}
	return string(got.body), true
}

// blocks tells whether robots.txt keeps every crawler from the page (RFC 9309: the longest matching rule of the group "*"
// wins, and allow wins a tie).
func blocks(robots string, page *url.URL) bool {
	path := page.EscapedPath()
	if path == "" {
		path = "/"
	}
	if page.RawQuery != "" {
		path += "?" + page.RawQuery
	}
	best, blocked := -1, false
	inGroup, naming := false, false
	for line := range strings.SplitSeq(robots, "\n") {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "user-agent":
			if !naming {
				inGroup = false
			}
			naming = true
			inGroup = inGroup || value == "*"
		case "allow":
			naming = false
			if inGroup && value != "" && matches(value, path) && len(value) >= best {
				best, blocked = len(value), false
			}
		case "disallow":
			naming = false
			if inGroup && value != "" && matches(value, path) && len(value) > best {
				best, blocked = len(value), true
			}
		}
	}
	return blocked
}

// matches applies a rule with its wildcards * and $.
func matches(rule, path string) bool {
	rule, toEnd := strings.CutSuffix(rule, "$")
	parts := strings.Split(rule, "*")
	if !strings.HasPrefix(path, parts[0]) {
		return false
	}
	rest := path[len(parts[0]):]
	for i, part := range parts[1:] {
		if toEnd && i == len(parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !toEnd || rest == ""
}
