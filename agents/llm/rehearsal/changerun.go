package rehearsal

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
)

// What may stand before what is wanted.
const beforehand = `(?i)^\W*(?:(?:actually|please|ok|okay|hans|so|well|and|then|oh|wait|sorry|eigentlich|doch|bitte|also|finalement|en fait|s'il te pla[iî]t|en realidad|al final|por favor|mejor)[\s,:.]+)*`

var (
	leavesOut1 = script.Pattern(beforehand + `(?:(?:can|could) you |you can |let's |let us )?(?:leave out|leave off|drop|skip|omit|do without|without|no need for|don'?t do|do not do|forget)\s+(.+?)[\s.!]*$`)
	leavesOut2 = script.Pattern(beforehand + `leave\s+(.+?)\s+out\b.*$`)
	leavesOut3 = script.Pattern(beforehand + `(?:lass|lasst|lassen sie)\s+(.+?)\s+(?:weg|aus)\b.*$`)
	leavesOut4 = script.Pattern(beforehand + `(?:ohne|überspring|überspringe|streich|streiche)\s+(.+?)[\s.!]*$`)
	leavesOut5 = script.Pattern(beforehand + `(?:laisse tomber|laissez tomber|saute|sautez|enlève|enlevez|sans|pas besoin de)\s+(.+?)[\s.!]*$`)
	leavesOut6 = script.Pattern(beforehand + `(?:omite|salta|sáltate|quita|deja fuera|sin)\s+(.+?)[\s.!]*$`)
	stopsAfter = script.Pattern(beforehand + `(?:(?:stop|finish|end)\s+after|(?:stopp|stoppe|stop|halte?|hör)\s+(?:\S+\s+)?nach|(?:arrête(?:-toi)?|arrêtez(?:-vous)?|stop)\s+après|(?:para|detente|párate|parar)\s+después\s+del?)\s+(.+?)(?:\s+(?:auf|an))?[\s.!]*$`)
	waitsNow   = script.Pattern(`(?i)^\W*(?:(?:please|hans|bitte|s'il te pla[iî]t|por favor)[\s,]+)*(?:wait|pause|hold on|hold it|warte|wart mal|pausiere?|attends|attendez|mets en pause|espera|pausa)(?:\s+(?:please|a moment|this|it|here|bitte|mal|das|un moment|un momento))*[\s.!]*$`)
	altersRun  = script.Pattern(beforehand + `(?:also\s+)?(?:add|include|append|füge?|ajoute|ajoutez|añade|agrega)\s+.*\b(?:to (?:it|this|the (?:run|plan|page))|hinzu|dazu|à (?:ça|cela)|a (?:esto|eso))\b`)
	stepNumber = script.Pattern(`(?i)(?:^|[^\pL])(?:steps?|number|schritte?|nummer|étapes?|pasos?|número)\s+(\d{1,2}(?:(?:\s*,\s*|\s+(?:and|und|et|y)\s+)\d{1,2})*)`)
	digits     = script.Pattern(`\d+`)
	lastStep   = script.Pattern(`(?i)(?:^|[^\pL])(?:last|final|letzten?|dernière|último|última)(?:$|[^\pL])`)
	thisStep   = script.Pattern(`(?i)^(?:this|that|this one|this step|diesem?|diesem schritt|dem|ça|cela|cette étape|esto|este|este paso)$`)
	aWord      = script.Pattern(`\pL[\pL\pN]+`)
)

// noName are words of a step's name that tell it from no other.
const noName = " the a an of and at end in on step one for page der die das den dem am ende im schritt und seite le la les l' de du à fin étape et el los las del al final paso y "

// changeRun reads words about runs at work in the plain forms that are known.
func changeRun(f llm.RunChangeFacts) llm.RunChangeReply {
	words := strings.Join(strings.Fields(f.Text), " ")
	if strings.HasSuffix(words, "?") {
		return llm.RunChangeReply{Change: llm.RunChangeNone, Steps: []string{}}
	}
	if m := stopsAfter().FindStringSubmatch(words); m != nil {
		steps := []string{}
		if !thisStep().MatchString(m[1]) {
			steps = meantSteps(m[1], f.Steps)
		}
		return llm.RunChangeReply{Change: llm.RunChangeStopAt, Steps: steps}
	}
	if waitsNow().MatchString(words) {
		return llm.RunChangeReply{Change: llm.RunChangeWait, Steps: []string{}}
	}
	for _, form := range []func() *regexp.Regexp{leavesOut1, leavesOut2, leavesOut3, leavesOut4, leavesOut5, leavesOut6} {
		if m := form().FindStringSubmatch(words); m != nil {
			return llm.RunChangeReply{Change: llm.RunChangeLeaveOut, Steps: meantSteps(m[1], f.Steps)}
		}
	}
	if altersRun().MatchString(words) {
		return llm.RunChangeReply{Change: llm.RunChangeAlter, Steps: []string{}}
	}
	return llm.RunChangeReply{Change: llm.RunChangeNone, Steps: []string{}}
}

// meantSteps are the keys of the steps that words mean: by their numbers, as the last one, or the one that is called so. What could
// be one or another is none.
func meantSteps(what string, steps []llm.RunStepFact) []string {
	out := []string{}
	if m := stepNumber().FindStringSubmatch(what); m != nil {
		for _, d := range digits().FindAllString(m[1], -1) {
			n, _ := strconv.Atoi(d)
			for _, s := range steps {
				if s.Number == n {
					out = append(out, s.Key)
				}
			}
		}
		return out
	}
	named := slices.DeleteFunc(aWord().FindAllString(strings.ToLower(what), -1), func(w string) bool { return strings.Contains(noName, " "+w+" ") })
	most, tied := 0, false
	for _, s := range steps {
		n := 0
		for _, w := range named {
			n += calls(s, w)
		}
		if n > 0 && n >= most {
			most, tied, out = n, n == most, []string{s.Key}
		}
	}
	if tied {
		return []string{}
	}
	if len(out) == 0 && lastStep().MatchString(what) {
		for i, s := range steps {
			if i+1 == len(steps) || steps[i+1].Run != s.Run {
				out = append(out, s.Key)
			}
		}
	}
	return out
}

// calls tells how surely a step is called by a word, in one of its forms: “audits”, “auditing”. What does it says it more surely than
// what it is about.
func calls(s llm.RunStepFact, word string) int {
	switch {
	case hasWord(strings.ReplaceAll(s.Does, "_", " "), word):
		return 2
	case hasWord(s.Summary, word):
		return 1
	default:
		return 0
	}
}

func hasWord(text, word string) bool {
	return slices.ContainsFunc(aWord().FindAllString(strings.ToLower(text), -1), func(own string) bool {
		short, long := own, word
		if len(short) > len(long) {
			short, long = long, short
		}
		return own == word || len(short) >= 4 && strings.HasPrefix(long, short) && len(long)-len(short) <= 3
	})
}
