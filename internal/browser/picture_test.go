package browser_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"github.com/aisteam/aisteam/internal/browser"
)

// drawing is a page of a colour with a badge on it.
func drawing(at image.Point, badge color.Color) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, 200, 100))
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, image.Rect(0, 0, 24, 10).Add(at), image.NewUniform(badge), image.Point{}, draw.Src)
	return out
}

// TestAPictureTellsWhatLooksOtherwise: what has another colour, has moved or has gone, and nothing for a shade or the edge of a letter.
func TestAPictureTellsWhatLooksOtherwise(t *testing.T) {
	green, at := color.RGBA{30, 110, 60, 255}, image.Pt(40, 40)
	was := drawing(at, green)
	edge := drawing(at, green)
	for y := 40; y < 50; y++ {
		edge.Set(40, y, color.White)
	}
	for name, c := range map[string]struct {
		is      image.Image
		changed bool
	}{
		"the same": {drawing(at, green), false}, "a shade": {drawing(at, color.RGBA{40, 120, 70, 255}), false}, "an edge": {edge, false},
		"another colour": {drawing(at, color.RGBA{160, 40, 30, 255}), true}, "moved": {drawing(image.Pt(40, 60), green), true}, "gone": {drawing(at, color.White), true},
		"larger": {image.NewRGBA(image.Rect(0, 0, 200, 101)), true},
	} {
		if got := browser.Changed(was, c.is); len(got) > 0 != c.changed {
			t.Errorf("%s: %v", name, got)
		}
	}
	raw, err := browser.Kept(was)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := png.Decode(bytes.NewReader(raw)); err != nil || len(browser.Changed(was, kept)) > 0 {
		t.Errorf("a picture is another once it is kept: %v", err)
	}
}
