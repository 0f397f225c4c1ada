package schedule_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/background/schedule"
)

func TestATimeZoneIsNamedByItsPlace(t *testing.T) {
	for name, want := range map[string]string{
		"Toronto": "America/Toronto", "toronto": "America/Toronto", "Toronto, Canada": "America/Toronto", "Toronto time": "America/Toronto", "America/Toronto": "America/Toronto",
		"New York": "America/New_York", "new_york": "America/New_York", "Eastern Time": "America/New_York", "São Paulo": "America/Sao_Paulo", "Wien": "Europe/Vienna",
		"Zürich": "Europe/Zurich", "Deutschland": "Europe/Berlin", "München": "Europe/Berlin", "UTC": "Etc/UTC", "UTC+2": "Etc/GMT-2", "gmt-5": "Etc/GMT+5", "UTC+0": "Etc/UTC",
		"St. Petersburg": "Europe/Moscow", "Ciudad de México": "America/Mexico_City", "San Francisco": "America/Los_Angeles", "Berliner": "",
		"Canada": "", "USA": "", "Mars": "", "": "", "UTC+99": "", "Local": "", "../../etc/passwd": "",
	} {
		if got, ok := schedule.Place(name); got != want || ok != (want != "") {
			t.Errorf("%q is %q, not %q", name, got, want)
		}
	}
}

func TestEveryPlaceHasATimeZoneThatIsThere(t *testing.T) {
	if n := len(schedule.Zones()); n < 400 {
		t.Fatalf("only %d zones", n)
	}
	for _, zone := range schedule.Zones() {
		if _, err := time.LoadLocation(zone); err != nil {
			t.Error(err)
		}
		if got, ok := schedule.Place(zone); !ok || got != zone {
			t.Errorf("%s leads to %q", zone, got)
		}
	}
	for _, name := range []string{"barcelona", "mumbai", "kapstadt", "hawaii"} {
		zone, ok := schedule.Place(name)
		if _, err := time.LoadLocation(zone); err != nil || !ok {
			t.Errorf("%s: %q %v", name, zone, err)
		}
	}
}
