package view

import "github.com/aisteam/aisteam/bots"

// member is a thin line, as of what an agent says in passing.
func member(c bots.MemberCard) View {
	v := View{Kind: Reply, At: c.At, Aloud: bots.OneLine(c.Text)}
	add(&v, Text{Voice: Passing, Words: bots.OneLine(c.Text)})
	return v
}
