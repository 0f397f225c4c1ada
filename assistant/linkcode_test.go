package assistant_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func TestCodesAreReadAsPeopleWriteThem(t *testing.T) {
	ids := assistant.NewIDs(time.Now, rand.Reader)
	seen := map[string]bool{}
	for range 500 {
		c := assistant.LinkCode{Code: ids.Code()}
		if len(c.Code) != 8 || strings.ContainsAny(c.Code, "0O1IL2Z5S8B") || seen[c.Code] {
			t.Fatalf("a code nobody could read out, or one made twice: %q", c.Code)
		}
		seen[c.Code] = true
		for _, written := range []string{c.Code, strings.ToLower(c.Code), c.String(), " " + strings.ToLower(c.String()) + "\n", "`" + c.Code[:3] + " " + c.Code[3:] + "`"} {
			if got, ok := assistant.ReadCode(written); !ok || got != c.Code {
				t.Fatalf("%q reads as %q, %v", written, got, ok)
			}
		}
	}
	for _, garbage := range []string{"", "ACDEFGH", "ACDEFGHJK", "ACDE0GHJ", "ACDE;GHJ", "ÄCDEFGHJ", "link", strings.Repeat(" ", 80) + "ACDEFGHJ", "'; drop"} {
		if got, ok := assistant.ReadCode(garbage); ok {
			t.Errorf("%q reads as %q", garbage, got)
		}
	}
}

func TestTheRoleIsTheHighestOfOneOwnAndTheGroups(t *testing.T) {
	from := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Groups: []string{"S1", "S2"}}
	grant := func(s assistant.Surface, space, group string, r assistant.Role) assistant.Grant {
		return assistant.Grant{Surface: s, Space: space, Group: group, Role: r}
	}
	member, approver, admin := assistant.RoleMember, assistant.RoleApprover, assistant.RoleAdmin
	for name, c := range map[string]struct {
		own    assistant.Role
		grants []assistant.Grant
		want   assistant.Role
	}{
		"nothing granted":       {member, nil, member},
		"granted":               {member, []assistant.Grant{grant("slack", "T1", "S2", approver)}, approver},
		"granted in any space":  {member, []assistant.Grant{grant("slack", "", "S1", admin)}, admin},
		"the highest":           {member, []assistant.Grant{grant("slack", "T1", "S1", admin), grant("slack", "T1", "S2", approver)}, admin},
		"never lowered":         {admin, []assistant.Grant{grant("slack", "T1", "S1", member)}, admin},
		"another group":         {member, []assistant.Grant{grant("slack", "T1", "S3", admin)}, member},
		"another workspace":     {member, []assistant.Grant{grant("slack", "T2", "S1", admin)}, member},
		"another platform":      {member, []assistant.Grant{grant("discord", "", "S1", admin)}, member},
		"no group at all":       {member, []assistant.Grant{grant("slack", "T1", "", admin)}, member},
		"a role that is none":   {member, []assistant.Grant{grant("slack", "T1", "S1", "owner")}, member},
		"nobody, but a group's": {"", []assistant.Grant{grant("slack", "T1", "S1", approver)}, approver},
	} {
		if got := assistant.RoleOf(c.own, from, c.grants); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
