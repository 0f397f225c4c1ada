package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func TestShortRepliesAreReadStrictly(t *testing.T) {
	cases := map[agents.Intent][]string{
		agents.ReplyYes: {
			"yes", "Yes!", "YES please", "yes, go ahead", "go ahead", "approve", "Approved.", "ok", "okay, do it",
			"looks good", "Looks good to me!", "LGTM", "👍", ":+1:", ":white_check_mark:", "yes, proceed with the plan", "y",
			"that's fine", "Perfect, thanks", "Hans, go ahead", "sounds good, let's go", "proceed now", "all good", "Yes. Do it.",
		},
		agents.ReplyNo: {
			"no", "No.", "nope", "no thanks", "reject", "cancel", "cancel that", "Cancel the plan please", "never mind", "forget it",
			"don't", "please don't", "no, don't do it", "👎", "decline", "drop it",
		},
		agents.ReplyStop: {"stop", "STOP!", "stop it now", "halt", "abort", "please abort the run", "stop everything", "cancel the run", "no, stop", "ok stop", "🛑"},
		agents.ReplyUndo: {"undo", "undo that", "Undo it please", "revert", "roll back", "rollback the plan", "take it back", "yes, undo that", "undo everything"},
		agents.ReplyRetry: {
			"retry", "try again", "Please try again", "again please", "run it again", "once more", "rerun", "ok try again",
		},
		agents.ReplyDefault: {
			"you choose", "You decide!", "whatever", "whatever you think is best", "default", "use the defaults", "up to you", "any",
			"I don't mind", "no preference", "surprise me", "your call", "ok, you choose", "anything is fine", "yes, you choose for everything",
		},
		agents.ReplyWords: {
			"", "   ", "yes but change the title", "yes and make it blue", "drop step 3", "don't stop", "do not stop", "please do not stop", "don't cancel", "do not undo", "don't try again",
			"yes no", "Is it ok?", "not yet", "no problem at all with step 2", "stop the presses on page two", "any page", "English",
			"the default language is French", "go to the home page", "again and again it fails", "Services for families", "thanks", "hi",
			"no, undo that", "cancel step 2", "whatever you think about dogs", "approve it if Dana agrees",
		},
	}
	for want, texts := range cases {
		for _, text := range texts {
			if got := served().ReadReply(text); got.Intent != want {
				t.Errorf("%q is %s, want %s", text, got.Intent, want)
			}
		}
	}
}
