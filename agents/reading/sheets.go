package reading

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"
)

// readSheets gives the cells of a workbook as people see them: a line a row, tabs between columns.
func readSheets(data []byte, w *words, _ *Document) error {
	// Excelize trusts the sizes that the zip claims, so what it really unpacks to is counted first.
	if err := weigh(data); err != nil {
		return err
	}
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return fmt.Errorf("open workbook: %w", err)
	}
	defer f.Close()
	for _, sheet := range f.GetSheetList() {
		if err := w.write("Sheet " + sheet + "\n"); err != nil {
			return err
		}
		rows, err := f.Rows(sheet)
		if err != nil {
			continue // a chart has no rows
		}
		for rows.Next() {
			cells, err := rows.Columns()
			if err != nil {
				return fmt.Errorf("read row: %w", err)
			}
			if line := strings.TrimRight(strings.Join(cells, "\t"), "\t"); line != "" {
				if err := w.write(line + "\n"); err != nil {
					return err
				}
			}
		}
		if err := rows.Error(); err != nil {
			return fmt.Errorf("read rows: %w", err)
		}
	}
	return nil
}

// weigh unpacks a zip into nothing and fails beyond the bound.
func weigh(data []byte) error {
	p, err := unpack(data)
	if err != nil {
		return err
	}
	for _, f := range p.zip.File {
		in, err := f.Open()
		if err != nil {
			return fmt.Errorf("open %s: %w", f.Name, err)
		}
		_, err = io.Copy(io.Discard, part{in, p})
		_ = in.Close()
		if err != nil {
			return fmt.Errorf("unpack %s: %w", f.Name, err)
		}
	}
	return nil
}
