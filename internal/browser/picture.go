package browser

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"github.com/chromedp/chromedp"
)

// Pictures are compared at half their size and in few colours, so that they are small to keep and the edges of letters, which differ
// a little between versions of a browser, count for little.
const (
	shrunk  = 2   // pixels of a side that become one
	shades  = 17  // between two of the 16 values of a colour
	block   = 32  // pixels of a side of what is compared at once
	other   = 48  // of 255, from which on a pixel is another
	another = 0.2 // of a block, from which on it looks otherwise
)

// Picture returns a screenshot of the tab, in the form that is stored and compared.
func Picture(tab context.Context) (image.Image, error) {
	raw, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		return nil, fmt.Errorf("take a picture: %w", err)
	}
	whole, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	return shrink(whole), nil
}

// Kept is a picture as a file.
func Kept(p image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, paletted(p)); err != nil {
		return nil, fmt.Errorf("write a picture: %w", err)
	}
	return out.Bytes(), nil
}

// Changed are the parts of a picture that look otherwise than in another; all of it where they are not as large.
func Changed(was, is image.Image) []image.Rectangle {
	if was.Bounds() != is.Bounds() {
		return []image.Rectangle{is.Bounds()}
	}
	var out []image.Rectangle
	before, now := plain(was), plain(is)
	b := is.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += block {
		for x := b.Min.X; x < b.Max.X; x += block {
			if part := image.Rect(x, y, x+block, y+block).Intersect(b); looksOtherwise(before, now, part) {
				out = append(out, part)
			}
		}
	}
	return out
}

func looksOtherwise(was, is *image.RGBA, part image.Rectangle) bool {
	n := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if apart(pixel(was, x, y), pixel(is, x, y)) > other {
				n++
			}
		}
	}
	return float64(n) > another*float64(part.Dx()*part.Dy())
}

// apart is how much two colours differ, in the part in which they differ most.
func apart(a, b []uint8) int {
	most := 0
	for i := range a {
		d := int(a[i]) - int(b[i])
		most = max(most, d, -d)
	}
	return most
}

// pixel is red, green and blue of a pixel.
func pixel(p *image.RGBA, x, y int) []uint8 {
	i := p.PixOffset(x, y)
	return p.Pix[i : i+3]
}

// plain is a picture whose pixels are read without asking what kind of picture it is.
func plain(p image.Image) *image.RGBA {
	if already, ok := p.(*image.RGBA); ok {
		return already
	}
	out := image.NewRGBA(p.Bounds())
	draw.Draw(out, out.Rect, p, out.Rect.Min, draw.Src)
	return out
}

// shrink is a picture at half its size, in few colours.
func shrink(whole image.Image) image.Image {
	p := plain(whole)
	b := p.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx()/shrunk, b.Dy()/shrunk))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.SetRGBA(x, y, mean(p, b.Min.X+x*shrunk, b.Min.Y+y*shrunk))
		}
	}
	return out
}

func mean(p *image.RGBA, x, y int) color.RGBA {
	var sum [3]int
	for i := range shrunk * shrunk {
		for j, part := range pixel(p, x+i%shrunk, y+i/shrunk) {
			sum[j] += int(part)
		}
	}
	near := func(v int) uint8 {
		return uint8((v/(shrunk*shrunk) + shades/2) / shades * shades) // 255 is the most
	}
	return color.RGBA{near(sum[0]), near(sum[1]), near(sum[2]), 255}
}

// paletted is a picture with a list of its colours, where these are not too many for one.
func paletted(p image.Image) image.Image {
	const most = 256
	seen := map[color.Color]bool{}
	var colours color.Palette
	b := p.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if c := p.At(x, y); !seen[c] {
				if seen[c] = true; len(seen) > most {
					return p
				}
				colours = append(colours, c)
			}
		}
	}
	out := image.NewPaletted(b, colours)
	draw.Draw(out, b, p, b.Min, draw.Src)
	return out
}
