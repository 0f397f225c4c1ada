package agents

// What people say in English where something is open.
const (
	yesEnglish = "yes|y|yep|yeah|yea|yup|yess|yess please|sure|sure thing|ok|okay|okey|k|go|go ahead|go for it|go on|approve|approved|i approve|proceed|continue|do it|do that|" +
		"make it so|lgtm|looks good|look good|looks great|looks fine|sounds good|sounds great|sounds fine|that works|works for me|all good|good to go|" +
		"perfect|great|excellent|fine|confirm|confirmed|i confirm|agreed|agree|i agree|correct|exactly|absolutely|definitely|certainly|" +
		"of course|please do|is fine|is good|that's fine|that's good|it's fine|alright|all right|very good|ship it|let's go|let's do it|let's do this|run it|start|accept|accepted|aye"
	noEnglish = "no|n|nope|nah|reject|rejected|i reject|decline|declined|deny|denied|cancel|cancel it|cancel that|cancel this|cancel the plan|" +
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
