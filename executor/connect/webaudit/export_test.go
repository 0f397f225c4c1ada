package webaudit

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/PuerkitoBio/goquery"

	"github.com/aisteam/aisteam/assistant/site"
)

// Examine audits a page that was fetched, without a visit to what it links to. It returns the links that would be tried.
func Examine(address *url.URL, header http.Header, body []byte, robots string) (site.Audit, []string, error) {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return site.Audit{}, nil, fmt.Errorf("read page: %w", err)
	}
	out := site.Audit{URL: address.String(), Status: http.StatusOK, Bytes: len(body)}
	read(doc, fetched{url: address, header: header, body: body}, &out)
	internal := links(doc, address, &out)
	out.Blocked = blocks(robots, address)
	bad := structured(context.Background(), doc, &out)
	out.Findings = findings(out, false, bad)
	out.Score = site.ScoreOf(out.Findings)
	return out, internal, nil
}
