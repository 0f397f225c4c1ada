package script

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first asked for: a start whose model is a real one pays for none.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
