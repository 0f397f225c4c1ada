package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/search"
)

// shelf are documents as tools write them of themselves, each with a name by which a test knows it.
func shelf() ([]string, *search.Index) {
	names, all := []string{}, []search.Document{}
	for _, d := range [][3]string{
		{"ticket", "create_ticket Create a ticket", "Create a ticket about the slow contact form. Erstelle ein Ticket zum Kontaktformular. Ouvre un ticket. Abre un ticket."},
		{"page", "create_page Create a page", "Please create a new page called Services. Erstelle eine neue Seite. Crée une nouvelle page. Crea una página nueva."},
		{"reminder", "create_one_shot Make a reminder", "Remind me in two hours. Erinnere mich in zwei Stunden. Rappelle-moi dans deux heures. Recuérdame en dos horas."},
		{"invoice", "sendInvoice Send an invoice", "Send the invoice to the client. Schicke die Rechnung an den Kunden. Envoie la facture au client. Envía la factura al cliente."},
		{"file", "write_file Write a file", "Write a file: Markdown, plain text, CSV or JSON."},
	} {
		names, all = append(names, d[0]), append(all, search.Document{{Words: d[1], Weight: 3}, {Words: d[2], Weight: 2}})
	}
	return names, search.New(all)
}

func TestWhatIsMeantIsFoundHoweverItIsWritten(t *testing.T) {
	names, index := shelf()
	for asked, want := range map[string]string{
		"create_ticket":                     "ticket",
		"CREATE A TICKET!!":                 "ticket",
		"tickets":                           "ticket",
		"a tiket, please":                   "ticket",
		"Supporttickets":                    "ticket",
		"irgendwas mit dem Formular":        "ticket",
		"erstellst du mir eine Unterseite?": "page",
		"quiero dos paginas":                "page",
		"cree deux pages":                   "page",
		"Erinnerung morgen":                 "reminder",
		"rappelez-moi":                      "reminder",
		"recuerdame esto":                   "reminder",
		"send invoice":                      "invoice",
		"Rechnungen verschicken":            "invoice",
		"les factures de mai":               "invoice",
		"Please write the numbers as a CSV, thank you": "file",
	} {
		hits := index.Rank(asked)
		if len(hits) == 0 || names[hits[0].Document] != want {
			t.Errorf("%q finds %v, not %s first", asked, hits, want)
		}
	}
}

func TestWordsThatStandEverywhereFindNothing(t *testing.T) {
	_, index := shelf()
	for _, asked := range []string{"", "   ", "the", "can you please", "Kannst du mir bitte", "s'il te plaît", "por favor", "?!", "\xff\xfe", strings.Repeat("\u0301", 500)} {
		if hits := index.Rank(asked); len(hits) > 0 {
			t.Errorf("%q finds %v", asked, hits)
		}
	}
	if hits := search.New(nil).Rank("ticket"); len(hits) > 0 {
		t.Errorf("nothing finds %v", hits)
	}
}

func TestWhoSaysAWordAHundredTimesIsNotFoundForIt(t *testing.T) {
	honest := search.Document{{Words: "create_ticket Create a ticket", Weight: 3}, {Words: "Puts a ticket on the list.", Weight: 1}}
	for name, stuffed := range map[string]string{
		"repeated":      strings.Repeat("ticket ", 5000),
		"with the rest": strings.Repeat("ticket page post invoice reminder create open file ", 1000),
	} {
		t.Run(name, func(t *testing.T) {
			index := search.New([]search.Document{{{Words: "evil", Weight: 3}, {Words: stuffed, Weight: 1}}, honest})
			if hits := index.Rank("create a ticket"); len(hits) == 0 || hits[0].Document != 1 {
				t.Errorf("it finds %v", hits)
			}
		})
	}
}

func TestTheOrderIsTheSameEachTime(t *testing.T) {
	all := make([]search.Document, 300)
	for i := range all {
		all[i] = search.Document{{Words: fmt.Sprintf("tool number %d writes pages and lists", i%7), Weight: 1}}
	}
	index := search.New(all)
	first := index.Rank("lits of pags, numbers")
	if len(first) != len(all) || !slices.IsSortedFunc(first, func(a, b search.Hit) int {
		if a.Score != b.Score {
			return int(b.Score*1e9) - int(a.Score*1e9)
		}
		return a.Document - b.Document
	}) {
		t.Fatalf("%d are found, or out of order", len(first))
	}
	for range 20 {
		if !slices.Equal(first, search.New(all).Rank("lits of pags, numbers")) {
			t.Fatal("it finds them in another order")
		}
	}
}

func TestAnExactIndexTakesAWordForNothingElse(t *testing.T) {
	all := []search.Document{{{Words: "formular ticket", Weight: 1}}}
	for words, want := range map[string][2]int{"tickt": {1, 0}, "kontaktformular": {1, 0}, "TICKETS": {1, 1}, "page": {0, 0}} {
		if near, exact := len(search.New(all).Rank(words)), len(search.NewExact(all).Rank(words)); near != want[0] || exact != want[1] {
			t.Errorf("%q finds %d, and exactly %d", words, near, exact)
		}
	}
}

func FuzzRank(f *testing.F) {
	f.Add("Create a ticket", "create_ticket")
	f.Add("ß Straße camelCase \u0000\xff", strings.Repeat("x", 10000))
	f.Fuzz(func(t *testing.T, words, text string) {
		index := search.New([]search.Document{{{Words: text, Weight: 1}}, {{Words: "ticket", Weight: 3}, {Words: text, Weight: 2}}})
		for _, hit := range index.Rank(words) {
			if hit.Score <= 0 || hit.Document < 0 || hit.Document > 1 {
				t.Errorf("%q finds %v in %q", words, hit, text)
			}
		}
	})
}

// many are as many documents as a tenant with large connections has.
func many() []search.Document {
	verbs, things := strings.Fields("create list update delete send archive approve export merge assign"), strings.Fields("invoice customer order shipment contact deal campaign report user role")
	all := make([]search.Document, 5000)
	for i := range all {
		verb, thing := verbs[i%10], things[i/10%10]
		all[i] = search.Document{
			{Words: fmt.Sprintf("%s_%s_%d", verb, thing, i), Weight: 3},
			{Words: fmt.Sprintf("%s the %s number %d of the account, with part%d and field%d of it, and tell what came of it", verb, thing, i, i%997, i%1009), Weight: 1},
		}
	}
	return all
}

func BenchmarkIndexOf5000(b *testing.B) {
	all := many()
	for b.Loop() {
		search.New(all)
	}
}

func BenchmarkRankAmong5000(b *testing.B) {
	index := search.New(many())
	for b.Loop() {
		index.Rank("Please send the oveerdue invoices of May to every customer, and export a report of part12")
	}
}

// BenchmarkScanOf5000 is the floor beside it: each text is looked through for four words, without a rank.
func BenchmarkScanOf5000(b *testing.B) {
	var texts []string
	for _, d := range many() {
		texts = append(texts, d[0].Words+" "+d[1].Words)
	}
	for b.Loop() {
		n := 0
		for _, text := range texts {
			for _, word := range []string{"invoice", "customer", "export", "part12"} {
				if strings.Contains(text, word) {
					n++
				}
			}
		}
	}
}
