package schedule

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed zones.txt
var zoneNames string // of the time zone database, one a line

//go:embed places.txt
var placeNames string

// Zones are the names of the time zones that people choose from.
func Zones() []string { return strings.Fields(zoneNames) }

// places are the zones by what people call them, in plain letters.
var places = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, zone := range Zones() {
		out[plain(zone)] = zone
		city := zone[strings.LastIndexByte(zone, '/')+1:]
		if _, twice := out[plain(city)]; !twice {
			out[plain(city)] = zone
		}
	}
	for line := range strings.Lines(placeNames) {
		zone, names, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		out[plain(zone)] = zone
		for name := range strings.SplitSeq(names, ",") {
			out[plain(name)] = zone
		}
	}
	return out
})

// offset is a zone by how far it is from Greenwich.
var offset = pattern(`^(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?00)?$`)

// Place is the time zone that people mean by the name of a city, a country or a zone: “Toronto”, “Deutschland”, “EST”, “UTC+2”,
// “Europe/Berlin”. A name that may be several zones, like a large country's, is none.
func Place(name string) (string, bool) {
	said := plain(name)
	if m := offset().FindStringSubmatch(said); m != nil {
		return ahead(m)
	}
	if zone, ok := places()[said]; ok {
		return zone, true
	}
	for _, rest := range []*regexp.Regexp{zoneTail(), zoneHead()} {
		if short := rest.ReplaceAllString(said, ""); short != said {
			if zone, ok := places()[short]; ok {
				return zone, true
			}
		}
	}
	return "", false
}

// What people say around the name of a place whose clock they mean.
var (
	zoneTail = pattern(`(?: (?:time|time zone|timezone|zeit)|-zeit)$|, .+$`)
	zoneHead = pattern(`^(?:that of|the one of|like in|as in|in|die von|wie in|von|celui de|celle de|la de|el de|de|a|à) `)
)

// ahead is the zone of a whole number of hours from Greenwich. The names of the database count the other way.
func ahead(m []string) (string, bool) {
	hours, err := strconv.Atoi(m[2])
	sign := map[string]string{"+": "-", "-": "+"}[m[1]]
	name := "Etc/GMT" + sign + strconv.Itoa(hours)
	if hours == 0 {
		name = "Etc/UTC"
	}
	if err != nil {
		return "", false
	}
	if _, err := time.LoadLocation(name); err != nil {
		return "", false
	}
	return name, true
}

// plain is a name in small letters without accents, as people write it who are in a hurry.
func plain(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "ß", "ss")
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == '_', r == '’', r == '.':
			return ' '
		}
		return r
	}, norm.NFD.String(name))
	return strings.Join(strings.Fields(name), " ")
}
