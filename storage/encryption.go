package storage

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

const (
	// sealed is in front of what was encrypted, with the number of the way it was done.
	sealed = "sealed1:"
	// marked is how many bytes of a nonce name the key: four letters of the text, which migration 00011 reads.
	marked = 3
)

var (
	errNoKey    = errors.New("it was encrypted, and AISTEAM_SECRET_KEY is not set")
	errWrongKey = errors.New("it does not open with this AISTEAM_SECRET_KEY")
)

// sealer encrypts secrets at rest: the first of its keys seals, and all of them open. A nil one leaves them as they are.
//
//	sealed1:  base64( nonce 12 | ciphertext | tag 16 )
//	                  └ the first 3 bytes name the key: 4 letters by which the database finds what another key sealed
//
// Nothing reads the nonce but the cipher, so what was sealed before nonces named keys, under random ones, opens as well.
type sealer struct{ keys []seal }

type seal struct {
	gcm  cipher.AEAD
	mark [marked]byte
}

// newSealer takes keys of 32 bytes, or none.
func newSealer(keys [][]byte) (*sealer, error) {
	if len(keys) == 0 {
		return nil, nil // no key is a way to run
	}
	s := &sealer{}
	for _, key := range keys {
		if len(key) != 32 {
			return nil, errors.New("a secret key has not 32 bytes")
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, fmt.Errorf("read a secret key: %w", err)
		}
		gcm, err := cipher.NewGCM(block)
		if err != nil {
			return nil, fmt.Errorf("read a secret key: %w", err)
		}
		name := sha256.Sum256(append([]byte("the name of this key in AISTEAM\x00"), key...))
		s.keys = append(s.keys, seal{gcm: gcm, mark: [marked]byte(name[:marked])})
	}
	return s, nil
}

// label is how what the first key has sealed begins behind [sealed]; "" without a key, as of what was not sealed.
func (s *sealer) label() string {
	if s == nil {
		return ""
	}
	return base64.RawStdEncoding.EncodeToString(s.keys[0].mark[:])
}

// seal encrypts text for the place it is kept in; it opens nowhere else.
func (s *sealer) seal(text, place string) string {
	if s == nil || text == "" {
		return text
	}
	first := s.keys[0]
	nonce := make([]byte, first.gcm.NonceSize(), first.gcm.NonceSize()+len(text)+first.gcm.Overhead())
	copy(nonce, first.mark[:])
	_, _ = rand.Read(nonce[marked:]) // it never fails
	return sealed + base64.RawStdEncoding.EncodeToString(first.gcm.Seal(nonce, nonce, []byte(text), []byte(place)))
}

// keeps refuses what would be read as sealed, by a key that nobody has.
func (s *sealer) keeps(secret assistant.Secret) error {
	if s == nil && strings.HasPrefix(string(secret), sealed) {
		return assistant.ErrUnstorable
	}
	return nil
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
	for _, k := range s.keys {
		if n := k.gcm.NonceSize(); len(raw) > n {
			if plain, err := k.gcm.Open(nil, raw[:n], raw[n:], []byte(place)); err == nil {
				return string(plain), nil
			}
		}
	}
	return "", errWrongKey
}

// placeOf is where a token of an install is kept.
func placeOf(in assistant.Install, column string) string {
	return strings.Join([]string{"slack_installs", in.Enterprise, in.Team, in.App, column}, "\x00")
}

func (d *ledger) sealTokens(in assistant.Install) (access, refresh string) {
	return d.seals.seal(in.Tokens.Access, placeOf(in, "token")), d.seals.seal(in.Tokens.Refresh, placeOf(in, "refresh_token"))
}

func (d *ledger) openTokens(in *assistant.Install) (err error) {
	if in.Tokens.Access, err = d.seals.open(in.Tokens.Access, placeOf(*in, "token")); err != nil {
		return err
	}
	in.Tokens.Refresh, err = d.seals.open(in.Tokens.Refresh, placeOf(*in, "refresh_token"))
	return err
}

// secretPlace is where the secret of a connection is kept. Passwords of WordPress sites were sealed before there were
// connections, in a table of their own, and open at that place still.
func secretPlace(tenant assistant.TenantID, id assistant.ProjectID, kind assistant.ConnectionKind) string {
	if kind == site.KindWordPress {
		return strings.Join([]string{"project_credentials", string(tenant), string(id), "password"}, "\x00")
	}
	return strings.Join([]string{"connections", string(tenant), string(id), string(kind), "secret"}, "\x00")
}

// responsePlace is where the answer to a model call is kept.
func responsePlace(tenant assistant.TenantID, key string) string {
	return strings.Join([]string{"model_calls", string(tenant), key}, "\x00")
}
