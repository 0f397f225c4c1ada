package web_test

import (
	"strings"

	"golang.org/x/net/html"
)

// frames are the documents of a page's frames that hold nothing but what may be looked at.
func frames(page string) []string {
	var out []string
	for z := html.NewTokenizer(strings.NewReader(page)); z.Next() != html.ErrorToken; {
		token := z.Token()
		attr := map[string]string{}
		for _, a := range token.Attr {
			attr[a.Key] = a.Val
		}
		if allows, sealed := attr["sandbox"]; token.Data == "iframe" && sealed && allows == "" && attr["src"] == "" && attr["title"] != "" {
			out = append(out, attr["srcdoc"])
		}
	}
	return out
}
