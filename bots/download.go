package bots

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// downloadTries is how often a download is begun at most.
const downloadTries = 4

// Download downloads attachments from a platform's own hosts only: neither an address in a message nor a redirect can send it to
// another host.
type Download struct {
	Client *http.Client
	Hosts  []string // that are asked over https
	Paths  []string // that addresses begin with, on every host; none for any
	API    string   // the configured base of the platform's API, whose scheme and host are fine too
	Header http.Header
}

// Get gets a file of at most [assistant.MaxFileBytes]. What the platform asks to try later is tried again while ctx leaves the
// time; what it refuses is a [*RefusedError], and a larger file an [*assistant.Trouble].
func (d Download) Get(ctx context.Context, address string) ([]byte, error) {
	if err := d.allowed(address); err != nil {
		return nil, err
	}
	client := *d.Client
	client.Timeout = 0 // ctx bounds it: large files take their time
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for try, wait := 1, 200*time.Millisecond; ; try, wait = try+1, 2*wait {
		data, err := d.once(ctx, &client, address)
		if err == nil || try == downloadTries || ctx.Err() != nil || !again(err) {
			return data, err
		}
		if later, ok := errors.AsType[*LaterError](err); ok {
			wait = max(wait, later.After)
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < wait {
			return nil, err
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return nil, fmt.Errorf("wait to download: %w", context.Cause(ctx))
		}
	}
}

// again tells whether trying again may help.
func again(err error) bool {
	if _, refused := errors.AsType[*RefusedError](err); refused {
		return false
	}
	_, told := errors.AsType[*assistant.Trouble](err)
	return !told
}

// allowed refuses every address but the platform's own. Where the message says to go is not followed blindly.
func (d Download) allowed(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.Opaque != "" {
		return &RefusedError{Reason: "not an address"}
	}
	if !d.within(u) {
		return &RefusedError{Reason: "no file of the platform's"}
	}
	if u.Scheme == "https" && slices.Contains(d.Hosts, u.Host) {
		return nil
	}
	if api, err := url.Parse(d.API); err == nil && api.Host != "" && u.Scheme == api.Scheme && u.Host == api.Host {
		return nil
	}
	return &RefusedError{Reason: "files are not fetched from " + u.Host}
}

// within tells whether the path is one of files'. What a server may read as another path is none.
func (d Download) within(u *url.URL) bool {
	if len(d.Paths) == 0 {
		return true
	}
	raw := strings.ToLower(u.EscapedPath())
	for _, trick := range []string{"%2e", "%2f", "%5c", "%25", "\\", "//", "/./", "/../"} {
		if strings.Contains(strings.TrimSuffix(raw, "/")+"/", trick) {
			return false
		}
	}
	return slices.ContainsFunc(d.Paths, func(p string) bool { return strings.HasPrefix(u.Path, p) && len(u.Path) > len(p) })
}

func (d Download) once(ctx context.Context, client *http.Client, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, &RefusedError{Reason: "not an address"}
	}
	if d.Header != nil {
		req.Header = d.Header.Clone()
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("download: %w", err)
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusTooManyRequests:
		after, _ := strconv.ParseFloat(res.Header.Get("Retry-After"), 64)
		return nil, &LaterError{After: time.Duration(min(max(after, 0), 3600) * float64(time.Second)), Err: errors.New(res.Status)}
	case res.StatusCode >= http.StatusInternalServerError:
		return nil, fmt.Errorf("download: %s", res.Status)
	case res.StatusCode != http.StatusOK:
		return nil, &RefusedError{Reason: res.Status}
	}
	data, err := io.ReadAll(io.LimitReader(res.Body, assistant.MaxFileBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("download: %w", err)
	case len(data) > assistant.MaxFileBytes:
		return nil, assistant.FileTooLarge()
	}
	return data, nil
}

// IsPage tells whether bytes are a web page.
func IsPage(data []byte) bool {
	start := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), 512)]))
	return bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html"))
}
