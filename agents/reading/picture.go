package reading

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // GIF's size
	_ "image/jpeg" // JPEG's size
	_ "image/png"  // PNG's size

	_ "golang.org/x/image/webp" // WebP's size

	"github.com/aisteam/aisteam/assistant"
)

// The bounds of pictures that models look at.
const (
	MaxPictureBytes = 5 << 20
	maxPixels       = 40_000_000
	maxSide         = 12_000
)

// readPicture finds out how large a picture is. Its pixels are never unpacked here.
func readPicture(data []byte, _ *words, d *Document) error {
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil:
		return fmt.Errorf("read picture: %w", err)
	case c.Width < 1 || c.Height < 1:
		return fmt.Errorf("a picture of %d×%d", c.Width, c.Height)
	case len(data) > MaxPictureBytes:
		return trouble(nil, assistant.Say("the picture is larger than %d MB", MaxPictureBytes>>20), assistant.Say("Please attach a smaller version of it."))
	case c.Width > maxSide, c.Height > maxSide, c.Width*c.Height > maxPixels:
		return trouble(nil, assistant.Say("the picture is too large (%d×%d pixels)", c.Width, c.Height), assistant.Say("Please attach a smaller version of it."))
	}
	d.Width, d.Height = c.Width, c.Height
	return nil
}
