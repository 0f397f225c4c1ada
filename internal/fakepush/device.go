package fakepush

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// Device is a browser that has subscribed.
type Device struct {
	Endpoint, P256dh, Auth string

	service *Service
	private *ecdh.PrivateKey
	secret  []byte
	gone    bool
	known   map[string]bool
	shown   []Told
	again   int
}

// Subscribe adds a device.
func (s *Service) Subscribe() (*Device, error) {
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make a device's key: %w", err)
	}
	secret := make([]byte, 16)
	_, _ = rand.Read(secret) // it never fails
	path := "/push/" + rand.Text()
	d := &Device{
		Endpoint: s.URL + path, P256dh: base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(secret),
		service: s, private: private, secret: secret, known: map[string]bool{},
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.devices[path] = d
	return d, nil
}

// Shown is what the device has shown, in order.
func (d *Device) Shown() []Told {
	d.service.mu.Lock()
	defer d.service.mu.Unlock()
	return append([]Told(nil), d.shown...)
}

// Again is how often the device was sent what it had shown already.
func (d *Device) Again() int {
	d.service.mu.Lock()
	defer d.service.mu.Unlock()
	return d.again
}

// take shows the message in a body, or returns what is wrong with it. The service is locked.
func (d *Device) take(body []byte) (wrong string) {
	plain, err := d.decrypt(body)
	if err != nil {
		return err.Error()
	}
	t, err := read(plain)
	if err != nil || t.ID == "" || t.Title == "" || !strings.HasPrefix(t.Path, "/") {
		return fmt.Sprintf("a message of %q: %v", plain, err)
	}
	if d.known[t.ID] {
		d.again++
		return ""
	}
	d.known[t.ID] = true
	d.shown = append(d.shown, t)
	return ""
}

// decrypt opens a body that was encrypted for the device, of one record.
func (d *Device) decrypt(body []byte) ([]byte, error) {
	const header, point = 21, 65
	if len(body) < header+point || body[20] != point || binary.BigEndian.Uint32(body[16:20]) < uint32(len(body)-header-point) {
		return nil, errors.New("a body that is no encrypted record")
	}
	salt, sender, sealed := body[:16], body[header:header+point], body[header+point:]
	from, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, fmt.Errorf("the sender's key: %w", err)
	}
	shared, err := d.private.ECDH(from)
	if err != nil {
		return nil, fmt.Errorf("agree on a secret: %w", err)
	}
	ikm, err := hkdf.Key(sha256.New, shared, d.secret, "WebPush: info\x00"+string(d.private.PublicKey().Bytes())+string(sender), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, fmt.Errorf("it was not encrypted for this device: %w", err)
	}
	plain = []byte(strings.TrimRight(string(plain), "\x00"))
	if len(plain) == 0 || plain[len(plain)-1] != 2 {
		return nil, errors.New("a record that is not the last")
	}
	return plain[:len(plain)-1], nil
}

// sender checks that the key the devices subscribed for has signed, for this service and with an expiry.
func (s *Service) sender(authorization, origin string, now time.Time) error {
	fields, ok := strings.CutPrefix(authorization, "vapid t=")
	token, key, both := strings.Cut(fields, ", k=")
	parts := strings.Split(token, ".")
	if !ok || !both || len(parts) != 3 || key != s.key {
		return fmt.Errorf("not signed by whom the device subscribed for: %q", authorization)
	}
	raw := base64.RawURLEncoding
	public, err := raw.DecodeString(key)
	if err != nil {
		return err
	}
	signature, err := raw.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return errors.New("a signature of the wrong length")
	}
	by, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), public)
	if err != nil {
		return fmt.Errorf("read the sender's key: %w", err)
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(by, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return errors.New("a wrong signature")
	}
	claims, err := raw.DecodeString(parts[1])
	if err != nil {
		return err
	}
	var said struct {
		Audience string `json:"aud"`
		Expires  int64  `json:"exp"`
		Subject  string `json:"sub"`
	}
	if err := json.Unmarshal(claims, &said); err != nil {
		return fmt.Errorf("read what was signed: %w", err)
	}
	until := time.Unix(said.Expires, 0)
	if said.Audience != origin || !until.After(now) || until.After(now.Add(24*time.Hour)) || !strings.HasPrefix(said.Subject, "https://") && !strings.HasPrefix(said.Subject, "mailto:") {
		return fmt.Errorf("signed for %+v", said)
	}
	return nil
}
