package storage

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// sealed is in front of what was encrypted, with the number of the way it was done.
const sealed = "sealed1:"

var errNoKey = errors.New("it was encrypted, and AISTEAM_SECRET_KEY is not set")

// sealer encrypts secrets at rest. A nil one leaves them as they are.
type sealer struct{ gcm cipher.AEAD }

// newSealer takes a key of 32 bytes, or none.
func newSealer(key []byte) (*sealer, error) {
	if len(key) == 0 {
		return nil, nil //nolint:nilnil // no key is a way to run
	}
	if len(key) != 32 {
		return nil, errors.New("the secret key has not 32 bytes")
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("read the secret key: %w", err)
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("read the secret key: %w", err)
	}
	return &sealer{gcm: gcm}, nil
}

// seal encrypts text for the place it is kept in; it opens nowhere else.
func (s *sealer) seal(text, place string) string {
	if s == nil || text == "" {
		return text
	}
	return sealed + base64.RawStdEncoding.EncodeToString(s.gcm.Seal(nil, nil, []byte(text), []byte(place)))
}

// open decrypts. What was kept before there was a key is as it was.
func (s *sealer) open(text, place string) (string, error) {
	coded, was := strings.CutPrefix(text, sealed)
	if !was {
		return text, nil
	}
	if s == nil {
		return "", errNoKey
	}
	raw, err := base64.RawStdEncoding.DecodeString(coded)
	if err != nil {
		return "", fmt.Errorf("decode a secret: %w", err)
	}
	plain, err := s.gcm.Open(nil, nil, raw, []byte(place))
	if err != nil {
		return "", errors.New("a secret does not open with this AISTEAM_SECRET_KEY")
	}
	return string(plain), nil
}

// placeOf is where a token of an install is kept.
func placeOf(in assistant.Install, column string) string {
	return strings.Join([]string{"slack_installs", in.Enterprise, in.Team, in.App, column}, "\x00")
}

func (d *DB) sealTokens(in assistant.Install) (access, refresh string) {
	return d.seals.seal(in.Tokens.Access, placeOf(in, "token")), d.seals.seal(in.Tokens.Refresh, placeOf(in, "refresh_token"))
}

func (d *DB) openTokens(in *assistant.Install) (err error) {
	if in.Tokens.Access, err = d.seals.open(in.Tokens.Access, placeOf(*in, "token")); err != nil {
		return err
	}
	in.Tokens.Refresh, err = d.seals.open(in.Tokens.Refresh, placeOf(*in, "refresh_token"))
	return err
}
