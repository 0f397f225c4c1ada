package view

import (
	"slices"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Chart compares the sizes of several things.
type Chart struct {
	In    wording.Words
	Title string
	Bars  []Bar
}

// Bar is one of the things: as long as it is large, and what that is in words, with its unit.
type Bar struct {
	Name  string
	Said  string
	Value float64
}

func (c Chart) says() bool { return len(c.Bars) > 0 }

func (c Chart) safe(s safe) Section {
	c.Title, c.Bars = s.words(c.Title), slices.Clone(c.Bars)
	for i := range c.Bars {
		c.Bars[i].Name, c.Bars[i].Said = s.words(c.Bars[i].Name), s.words(c.Bars[i].Said)
	}
	return c
}

// Most is the value that the longest bar stands for; 1 where no bar has a length.
func (c Chart) Most() float64 {
	most := 0.0
	for _, b := range c.Bars {
		most = max(most, b.Value)
	}
	if most == 0 {
		return 1
	}
	return most
}

// Lines are the bars as a list, for where nothing can be drawn.
func (c Chart) Lines() List {
	l := List{In: c.In, Title: c.Title}
	for _, b := range c.Bars {
		l.Items = append(l.Items, Fact{Text: bots.OneLine(b.Name) + ": " + bots.OneLine(b.Said)})
	}
	return l
}
