package pages

import (
	"html/template"
	"regexp"
	"strings"
	"sync"
)

var addresses = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`https://[a-z0-9.-]+(?:/[A-Za-z0-9/_-]*)?`) })

// linked is a text of ours with the addresses in it as links. It is for what code says to admins, never for words of models or
// people: nobody else chooses where they lead.
func linked(text string) template.HTML {
	var out strings.Builder
	for {
		at := addresses().FindStringIndex(text)
		if at == nil {
			out.WriteString(template.HTMLEscapeString(text))
			return template.HTML(out.String()) // every piece of it is escaped
		}
		address := strings.TrimRight(text[at[0]:at[1]], ".-")
		out.WriteString(template.HTMLEscapeString(text[:at[0]]) + `<a href="` + template.HTMLEscapeString(address) + `" rel="noreferrer" target="_blank">` + template.HTMLEscapeString(address) + `</a>`)
		text = text[at[0]+len(address):]
	}
}
