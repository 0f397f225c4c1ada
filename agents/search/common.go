package search

import (
	"strings"
	"sync"
)

// common are the words that stand everywhere in the languages of most requests, and say nothing of what is wanted.
var common = sync.OnceValue(func() map[string]struct{} {
	out := map[string]struct{}{}
	for w := range strings.FieldsSeq(commonWords) {
		out[w] = struct{}{}
	}
	return out
})

const commonWords = `
a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its let me may might my no not
of on or our out she should so some such than that the their them then there these they this those to too up us was we were what when where
which who why will with would you your please thanks hello hi hey also just only about now
der die das den dem des ein eine einen einem einer eines und oder aber ist sind war wird werden hat haben ich du er sie es wir ihr mir mich dir
dich uns euch sich mein dein sein unser zu zum zur mit von vom auf aus bei fur im in an am um nach uber unter nicht kein keine bitte mal doch
noch auch nur so wie was wer wo wann warum dass wenn kannst konntest konnen soll sollte mochte danke hallo
le la les l un une des du de d et ou mais est sont etait ete je tu il elle nous vous ils elles me te se mon ma mes ton ta tes son sa ses notre
votre au aux avec pour par sur sous dans en ne pas ce cet cette ces que qui quoi ou quand comment pourquoi peux peut pouvez pourrais pourriez
s il plait stp svp merci bonjour y
el la los las lo un una unos unas y o pero es son era ha han yo tu el ella nosotros ellos me te se mi mis su sus nuestro al del de con para por
sobre en no si que quien cual cuando como donde este esta estos estas puedes puede podrias podria favor gracias hola
`
