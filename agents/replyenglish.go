package agents

// What people say in English where something is open.
const (
	surelyEnglish = "yes|yep|yeah|yea|yup|aye|sure|sure thing|of course|absolutely|definitely|certainly|agreed|agree|i agree"
	gladlyEnglish = "ok|okay|okey|oki|k|alright|all right|correct|exactly"
	actEnglish    = "go|go ahead|go for it|go on|approve|approved|i approve|proceed|continue|do it|do that|do this|make it so|please do|confirm|confirmed|i confirm|" +
		"ship it|let's go|let's do it|let's do that|let's do this|run it|start|accept|accepted|i accept|you can go ahead|you may go ahead|you can proceed|" +
		"you may proceed|you can start|you have my approval|you have my ok"
	praiseEnglish = "looks good|look good|looks great|looks fine|looks perfect|sounds good|sounds great|sounds fine|sounds perfect|that works|works for me|good to go|" +
		"lgtm|perfect|great|excellent|is great|is perfect|is approved|i like it"
	enoughEnglish = "all good|fine|is fine|is good|that's fine|that's good|it's fine|it's good|that is fine|it is fine|very good"

	pleaseEnglish = "please|pls|plz"
	thanksEnglish = "thanks|thank you|thx|ty|tysm|cheers|many thanks|thanks a lot|thanks so much|thank you so much|thank you very much|thanks very much|much appreciated|" +
		"appreciated|appreciate it|i appreciate it|thanks again|thanks in advance|thank you in advance|thanks for that|thanks for the help|thanks for your help|" +
		"thank you for your help|thanks everyone|thanks all|thank you all"
	greetEnglish  = "hi|hello|hey|hi there|hello there|good morning|good afternoon|good evening|morning"
	calledEnglish = "team|everyone|guys|folks"
	doneEnglish   = "it|that|this|the plan|plan|with it|with that|with this|with the plan|now|right now|right away|then|immediately|at once|straight away|as planned|as proposed|as shown"
	leadsEnglish  = "just|then"
	ownEnglish    = "for me|to me|with me|by me|from me|from my side"
	wholeEnglish  = "all of it|all of that|everything|for all|for everything|to everything|to it|to that|to this|to the plan|with that|with it|with the plan"
	topicEnglish  = "it|this|that|the plan|plan|everything"
	andEnglish    = "and"
	noEnglish     = "no|n|nope|nah|reject|rejected|i reject|decline|declined|deny|denied|cancel|cancel it|cancel that|cancel this|cancel the plan|" +
		"don't|do not|don't do it|don't do that|do not do it|do not do that|no way|never mind|nevermind|forget it|forget about it|forget that|" +
		"discard|discard it|drop it|not interested|no thanks|no thank you|rather not|better not|i'd rather not|leave it"
	stopEnglish = "stop|stop it|stop that|stop this|stop everything|stop all|stop the run|stop the work|stop working|halt|halt it|halt everything|" +
		"abort|abort it|abort the run|abort everything|cancel the run|cancel everything|cancel all|kill it|emergency stop|hold on stop|wait stop"
	undoEnglish = "undo|undo it|undo that|undo this|undo the run|undo everything|undo all|undo all of it|undo the changes|undo all changes|" +
		"can you undo|could you undo|can you undo it|can you undo that|can you undo everything|could you undo it|could you undo that|could you undo everything|" +
		"undo the last run|revert|revert it|revert that|revert this|revert everything|revert the changes|revert all changes|roll back|roll it back|" +
		"roll that back|roll everything back|rollback|take it back|take that back|take everything back|put it back|put everything back"
	retryEnglish = "retry|retry it|retry that|retry the run|retry the failed tasks|retry the failed task|retry the failed steps|try again|try it again|" +
		"try that again|try once more|again|once more|rerun|rerun it|re-run|run it again|do it again|one more time|one more try"
	defaultEnglish = "default|defaults|the default|the defaults|use the default|use the defaults|use default|use defaults|with the defaults|" +
		"you choose|you decide|you pick|your choice|your call|you can choose|you can decide|choose for me|decide for me|pick for me|" +
		"pick one|choose one|whatever|whatever you think|whatever you think is best|whatever you like|whatever you want|whatever you prefer|" +
		"whatever works|whichever|up to you|it's up to you|any|anything|anything is fine|either|either is fine|no preference|" +
		"i have no preference|i don't care|don't care|i don't mind|don't mind|doesn't matter|it doesn't matter|surprise me|as you like|" +
		"as you wish|what you think is best|all defaults"
	idleEnglish = "please|pls|plz|thanks|thank you|thx|now|then|it|that|this|the plan|plan|so|just|right away|right now|immediately|with it|with that|" +
		"with the plan|well|hi|hello|hey|for all|for everything|for the rest|i think|to me|for me|very much|team|everyone|oops|ah|oh|sorry"
)
