package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// Endpoint is a provider's address, with the headers that let us in. It is safe for concurrent use.
type Endpoint struct {
	client *http.Client
	base   string
	header http.Header
}

// NewEndpoint returns the endpoint at a base address, to whose path those of requests are added.
func NewEndpoint(c Config, base string, header http.Header) (*Endpoint, error) {
	address, err := url.Parse(base)
	if err != nil || address.Host == "" || (address.Scheme != "https" && address.Scheme != "http") {
		return nil, fmt.Errorf("the base address %q is not an http address", base)
	}
	return &Endpoint{client: NewClient(c), base: strings.TrimRight(base, "/"), header: header}, nil
}

// Base is its address, without a slash at its end.
func (e *Endpoint) Base() string { return e.base }

// Post sends JSON and returns the answer, whose body the caller closes. What is not a success is an error ([llm.StatusError]).
func (e *Endpoint) Post(ctx context.Context, path string, body []byte) (*http.Response, error) {
	return e.do(ctx, http.MethodPost, path, bytes.NewReader(body))
}

// Get asks for something and returns all of it.
func (e *Endpoint) Get(ctx context.Context, path string) ([]byte, error) {
	answer, err := e.do(ctx, http.MethodGet, path, http.NoBody)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, fmt.Errorf("read the answer to %s: %w", path, err)
	}
	return body, nil
}

func (e *Endpoint) do(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, e.base+path, body)
	if err != nil {
		return nil, fmt.Errorf("request %s: %w", path, err)
	}
	maps.Copy(r.Header, e.header)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "text/event-stream, application/json")
	}
	answer, err := e.client.Do(r)
	if err != nil {
		return nil, unwrapped(err)
	}
	return answer, nil
}
