package assent

func english() pieces {
	return pieces{
		language: "en",
		yeses:    list("yes|ok|sure|go ahead|fine|approved|sounds good|perfect|yeah|do it|alright|looks good"),
		numbered: list("yes to 2|2: yes|yes to all|yes to the first one|approve 1 and 2|yes to both|yes 1"),
		tails: map[string][]piece{
			"later":     list("one second|a second|one moment|a sec|give me a minute|in a minute|later|tomorrow|not yet|not now|after lunch|on Monday|in 5 minutes|wait|hold on|1 second|2 minutes|second|soon"),
			"condition": list("if Mia agrees|unless it costs money|once the shop is open|as long as it is short|when Mia is back|only if it is cheap|provided it is short"),
			"contrast":  list("but first|but shorter|but wait|except the prices|without the picture|first of all|first|though|just not today|but not that one|instead of the other"),
			"count":     list("3 of them|2 first|one of them|two at a time|the first two things|some of it|half of it|2 of 3|them|number two on my list|a few"),
			"negation":  list("not really|or not|I don't think so|never|not like that|nothing|no one"),
			"doubt":     list("I guess|maybe|I think|not sure|probably|kind of|I suppose|hmm|whatever"),
			"discourse": list("so|also|well|sorry|because|anyway|like|and|and also|by the way|you know"),
			"reported":  list("he said|she says|says Mia|they told me|was his answer|that was her reply"),
			"other":     list("I will look at it|that was about the other page|I am reading it|what a day|got it|I see|I was told|makes sense|whose idea was it"),
		},
		heads: map[string][]piece{
			"acknowledged": list("ah|oh|aha|so|also|well|hm|hmm|um|oh well|ah so"),
			"reported":     list("he said|she says|Mia says|they would say|nobody said|I did not say|did he say|the boss wrote"),
			"negation":     list("not|not quite|I can't say|it is not|never say|hardly"),
			"doubt":        list("maybe|I guess|perhaps|I think|probably|not sure, but"),
			"other":        list("on second thought|at first glance|one more thing|first things first|it was|what if I say|before I say|until I say|contact later|when I say|if|unless|once more after"),
		},
		whole: map[string][]piece{
			"acknowledged": list("ok ok|yes yes|sure, sure|yeah yeah|all good, thanks|it's fine, thanks|that's fine, thank you|ah ok thanks|oh ok|ok so|ok well|ok also|ok sorry|so ok|well ok|thanks, ok|got it|I see|right|ok then|ok now|fine, thanks|all good, thank you Hans|very good, thanks|thanks"),
			"number":       list("ok, one second|sure, a second|ok thanks, second|ok 1 second|yes, 2 first|ok, first|ok 3 of them|yes, them|yes, 2|one|two|second|the second|ok 2|first|1|2 and 3|yes to the second half|ok 2 minutes|yes first|yes to 2 but not now|ok to 1, one second"),
		},
		polite: list("%s, thanks|please, %s|Hans, %s|%s 🙏|thanks, %s|hi, %s|%s 🤔|%s!"),
		plain:  list("yes|ok|okay|sure|go ahead|approved|yes, go ahead|sounds good|looks good|do it|yep|yeah|of course|perfect|yes, do it|ok, go ahead|I approve|that works|let's go|approve it|yes, approve|alright, go ahead|go for it|proceed|please go ahead|👍|✅|yes 👍|confirmed"),
		please: list("please|pls"),
		thanks: list("thanks|thank you|thx|many thanks|thanks a lot|and thank you|thank you very much|and thanks"),
		greets: list("Hi Hans|Hello|Hans|Hey Hans|Lena"),
	}
}
