// Package forms has each form that a guard can have, and what looks like one and is none.
package forms

import "errors"

const most = 3

type person struct{ expired, tall bool }

func refuses(p person, role, hash string, n int) error {
	if role == "guest" || n > most && n > 1 {
		return errors.New("no")
	}
	for range n {
		if p.expired {
			continue
		}
		if role != "" {
			break
		}
	}
	if p.tall {
		return nil // it speaks of nothing
	}
	if n > most {
		n = 1 // the way does not end here
	}
	if err := refuses(p, role, hash, n); err != nil {
		return err
	}
	if err := mayBuy(p); err != nil {
		return err
	}
	switch {
	case hash == "", n > most:
		return nil
	}
	switch role {
	case "guest":
		return nil
	}
	return nil
}

func mayBuy(person) error { return nil }

func answers(role string, version, n int) (bool, func() bool, error) {
	older := func() bool { return version == 1 }
	return role == "admin" && (n == 0 || n < most), older, nil
}
