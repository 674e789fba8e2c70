// Package qr draws QR codes as SVG.
package qr

import (
	"bytes"
	"fmt"

	"github.com/yeqown/go-qrcode/v2"
)

// SVG draws a text as a picture: one path, on white with the quiet zone that scanners need.
func SVG(text string) ([]byte, error) {
	code, err := qrcode.NewWith(text, qrcode.WithErrorCorrectionLevel(qrcode.ErrorCorrectionMedium))
	if err != nil {
		return nil, err
	}
	var w writer
	if err := code.Save(&w); err != nil {
		return nil, err
	}
	return w.b.Bytes(), nil
}

type writer struct{ b bytes.Buffer }

const quietZone = 4

// Write implements qrcode.Writer.
func (s *writer) Write(m qrcode.Matrix) error {
	size := m.Width() + 2*quietZone
	fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="`, size, size, size, size)
	m.Iterate(qrcode.IterDirection_ROW, func(x, y int, v qrcode.QRValue) {
		if v.IsSet() {
			fmt.Fprintf(&s.b, "M%d %dh1v1h-1z", x+quietZone, y+quietZone)
		}
	})
	s.b.WriteString(`"/></svg>`)
	return nil
}

// Close implements qrcode.Writer.
func (s *writer) Close() error { return nil }
