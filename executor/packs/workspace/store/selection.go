package store

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// member is the condition that an argument is somebody who belongs to the organisation: guests and who has left see nothing.
func member(person string) string {
	return `exists (select 1 from persons p where p.tenant_id = $1 and p.id = ` + person + ` and (` + tables.Role + `) <> '` + string(assistant.RoleGuest) + `')`
}

// sees is the condition that the project w is one that a person, who is an argument, may see. The tenant is the first argument.
func sees(person string) string {
	return `w.tenant_id = $1 and ` + member(person) + ` and (w.scope = '` + string(workspace.ScopeOrganization) + `'
		or ` + tables.Owned(`w.owner_id`, person) + `
		or w.scope = '` + string(workspace.ScopeTeam) + `' and w.team_id in (select m.team_id from workspace_team_members m
			where m.tenant_id = $1 and ` + tables.Owned(`m.member_id`, person) + `)
		or w.id in (select m.project_id from workspace_project_members m where m.tenant_id = $1 and ` + tables.Owned(`m.member_id`, person) + `))`
}

// selection gathers the conditions of a query, with their arguments: the first is the tenant, the second the viewer.
type selection struct {
	where strings.Builder
	args  []any
	bad   bool // an id among the arguments is none, so there is nothing
}

// visible begins a selection of what is in projects w that the viewer may be told of.
func visible(v workspace.Viewer) *selection {
	s := &selection{args: []any{v.Tenant, v.Person}}
	s.where.WriteString(sees(`$2`))
	if v.Public {
		s.and(`w.scope = '` + string(workspace.ScopeOrganization) + `'`)
	}
	return s
}

// and narrows the selection. Each ? of the condition is the next of the arguments.
func (s *selection) and(condition string, args ...any) {
	s.where.WriteString(` and ` + s.bind(condition, args...))
}

// bind gives the text with its arguments numbered.
func (s *selection) bind(text string, args ...any) string {
	var b strings.Builder
	for _, arg := range args {
		before, after, _ := strings.Cut(text, "?")
		s.args = append(s.args, arg)
		b.WriteString(before + "$" + strconv.Itoa(len(s.args)))
		text = after
	}
	return b.String() + text
}

// byID narrows the selection to one id, where one is given.
func byID[T ~string](s *selection, column string, one T) {
	if one == "" {
		return
	}
	s.bad = s.bad || !assistant.ValidID(string(one))
	s.and(column+` = ?`, string(one))
}

// owned narrows the selection by whether a query of people, whose column it names, has somebody, where one is given.
func (s *selection) owned(query, column string, who assistant.PersonID) {
	if who == "" {
		return
	}
	s.bad = s.bad || !assistant.ValidID(string(who))
	s.and(query+` and `+tables.Owned(column, `?`)+`)`, string(who))
}

// among narrows the selection to some values of a column, where there are any.
func among[T ~string](s *selection, column string, values []T) {
	if len(values) == 0 {
		return
	}
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = string(v)
	}
	s.and(column+` in (?`+strings.Repeat(`, ?`, len(values)-1)+`)`, args...)
}

// words narrows the selection to rows that contain each of the words.
func (s *selection) words(column, text string) {
	for word := range strings.FieldsSeq(searched(text)) {
		s.and(column+` like ? escape '\'`, `%`+strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(word)+`%`)
	}
}

// most ends a query after so many rows.
func (s *selection) most(n int) string { return s.bind(` limit ?`, n) }

// searched is how the words of something are kept to be searched: what differs in case alone is the same in any language.
func searched(texts ...string) string { return strings.ToLower(strings.Join(texts, "\n")) }

// ids are those of a list, each of them once.
func ids[T any](all []T, of func(T) string) []string {
	var out []string
	for _, one := range all {
		if k := of(one); !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}
