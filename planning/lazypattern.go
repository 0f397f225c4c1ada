package planning

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first asked for: a start that plans nothing pays for none.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
