// Package lazy has regular expressions that are compiled when they are first asked for.
package lazy

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first asked for: a start that needs none pays for none.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
