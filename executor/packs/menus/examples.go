package menus

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// example is a request about a line of a menu.
func example(title, goal, does, arguments string, w examples.Words) []examples.Example {
	return []examples.Example{{
		Words: w, Slots: []examples.Slot{{Name: "line"}, {Name: "menu"}, {Name: "under"}, {Name: "says"}}, Arguments: arguments,
		Title: title, Goal: goal, Key: "menu", Does: does, Owner: assistant.WebEngineer, Here: true,
	}}
}

func added() []examples.Example {
	return example("Add to the menu", "add “{line}” to the menu", "Add “{line}” to the menu", `{"page": "{line}", "menu": "{menu}", "under": "{under}"}`, examples.Words{
		assistant.English: {"add|put [page] {line} [page] to|into [main] menu", "add|put [page] {line} [page] to|into {menu} menu", "… below|under {under}"},
		assistant.German:  {"setze|füge [die] [Seite] {line} ins|in Menü [hinzu|ein]", "füge [die] [Seite] {line} zum Menü hinzu", "… unter {under}"},
		assistant.French:  {"ajoute|mets [page] {line} à|au|dans menu [principal]", "… sous {under}"},
		assistant.Spanish: {"añade|pon [página] {line} al|en|a menú [principal]", "… debajo de {under}"},
	})
}

func removed() []examples.Example {
	return example("Remove from the menu", "remove “{line}” from the menu", "Remove “{line}” from the menu", `{"line": "{line}", "menu": "{menu}"}`, examples.Words{
		assistant.English: {"remove [page|line] {line} [page] from [main] menu", "remove [page|line] {line} [page] from {menu} menu"},
		assistant.German:  {"entferne|nimm [die] [Seite|Zeile] {line} aus dem Menü"},
		assistant.French:  {"supprime|retire [page|ligne] {line} de|du menu [principal]"},
		assistant.Spanish: {"elimina|quita [página|línea] {line} de|del menú [principal]"},
	})
}

func renamed() []examples.Example {
	return append(example("Change the menu", "rename “{line}” in the menu", "Rename “{line}” in the menu to “{says}”", `{"line": "{line}", "menu": "{menu}", "title": "{says}"}`, examples.Words{
		assistant.English: {"rename [line] {line} in [main] menu to|as|into {says}", "rename [line] {line} in {menu} menu to|as|into {says}"},
		assistant.German:  {"benenne {line} im Menü in {says} um"},
		assistant.French:  {"renomme {line} dans menu en {says}"},
		assistant.Spanish: {"renombra {line} en menú como|a {says}"},
	}), example("Change the menu", "move “{line}” in the menu", "Move “{line}” in the menu below “{under}”", `{"line": "{line}", "menu": "{menu}", "under": "{under}"}`, examples.Words{
		assistant.English: {"move [line] {line} in [main] menu [to] below|under {under}", "move [line] {line} in {menu} menu [to] below|under {under}"},
		assistant.German:  {"verschiebe {line} im Menü unter {under}"},
		assistant.French:  {"déplace {line} dans menu sous {under}"},
		assistant.Spanish: {"mueve {line} en menú debajo de {under}"},
	})...)
}
