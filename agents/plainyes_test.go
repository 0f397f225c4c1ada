package agents_test

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/runenames"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/internal/packkit"
)

func TestAYesWithWhatPeopleWriteAroundItIsAYes(t *testing.T) {
	for _, text := range []string{
		"Yes please, and thank you", "yes and thanks", "ok, thanks", "thanks, go ahead", "Hi Hans, yes please!", "yes 🙏", "yes 👍🏽", "👍", "+1", "*yes*", "go ahead :)",
		"just do it", "then go ahead", "the plan looks good to me", "yes, everything", "do it now, please", "yesss", "okk", "thx, go ahed", "aproved", "yes plese 🙏", "y",
		"ja bitte und danke", "mach das bitte sofort", "ja, alles", "dann los", "genehmgit, vielen Dank", "jaaa",
		"oui, vas-y stp :)", "j'approuve !", "d´accord, merci", "oui s’il te plaît et merci", "bien sur",
		"¡Sí, adelante!", "si", "sí, hazlo ya", "si claro", "dale, grcias", "el plan me parece bien",
		"yes\n> no?", "> publish it?\nyes", "~no~ yes",
	} {
		if r := served().ReadReply(text); r.Intent != agents.ReplyYes {
			t.Errorf("%q is %s", text, r.Intent)
		}
	}
}

func TestWhatOnlySoundsLikeAYesIsNone(t *testing.T) {
	for _, text := range []string{
		"ok also", "ok so", "ok well", "ok sorry", "ok now", "ok then", "ah ok", "oh ok", "well, ok", "so ok", "all good, thanks", "it's fine, thanks", "thanks, ok", "yes yes", "ok, ok",
		"ja ja", "alles gut, danke", "ja gleich", "mach das gleich", "ja, sofort", "ach ja", "also gut", "venga ya", "ya, claro", "sí sí", "sí, ahorita", "c'est bon, merci", "oui oui", "y gracias",
		"si todo está bien", "si está bien, adelante", "sure, a second", "ok, one second", "yes but first", "> yes to all", "> go ahead", ">>> yes\nyes", "&gt; yes",
		`"go ahead"`, "“yes”", "„ja“", "«oui»", "‘yes’", "'yes'", "「yes」", "`yes`", "``yes``", "```\nyes\n```", "```yes", "~go ahead~", "~~yes~~", `yes "but later"`, "yes `rm`",
		"yes？", "ok؟", "¿vale", "yes ?!", "ok ❓", "yes :question:", "yes 🤔", "yes 🙄", "yes 👎", "ok /s", "yes (not)", "yes…", "ok...", "yes,", "yes and", "ok:", "yes –", "star", "list", "pass", "statt", "genre", "kasse", "caro", "lace", "halo", "valid", "leg los doch",
	} {
		if r := served().ReadReply(text); r.Intent != agents.ReplyWords {
			t.Errorf("%q is %s", text, r.Intent)
		}
	}
}

// TestEveryQuestionMarkOfUnicodeAsks goes through all signs that Unicode names so.
func TestEveryQuestionMarkOfUnicodeAsks(t *testing.T) {
	found := 0
	for r := rune(1); r <= 0x10ffff; r++ {
		if name := runenames.Name(r); !strings.Contains(name, "QUESTION MARK") && !strings.Contains(name, "INTERROBANG") {
			continue
		}
		found++
		for _, text := range []string{"yes" + string(r), string(r) + "yes", "yes " + string(r)} {
			if reply := served().ReadReply(text); reply.Intent != agents.ReplyWords {
				t.Errorf("%q (%U, %s) is %s", text, r, runenames.Name(r), reply.Intent)
			}
		}
	}
	if found < 25 {
		t.Errorf("Unicode names %d question marks", found)
	}
}

// TestWhatIsHeardAndNoMoreIsNoDecision: a model says what it is, and a yes that it hears is asked for again.
func TestWhatIsHeardAndNoMoreIsNoDecision(t *testing.T) {
	v := agents.Of(packkit.TeamOf(t))
	for _, text := range []string{"ah ok", "oh, ok", "ok so", "ok also", "ja ja", "venga ya", "ya, claro", "all good, thanks", "alles gut, danke", "c'est bon, merci", "ach so", "bon, ok", "ok, one second"} {
		if r := v.ReadReply(text); r.Intent != agents.ReplyWords {
			t.Errorf("%q is %s", text, r.Intent)
		}
	}
}
