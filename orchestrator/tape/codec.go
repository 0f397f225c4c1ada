package tape

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

// Values are written as JSON by the names of their fields in Go, and whole: what their own JSON leaves out for people, such as where
// a plan stood, decides what is done. Bodies are written with their type. A value of a kind that cannot come back as it was is an
// error, and a test goes through all that is recorded.

func encode(v any) (json.RawMessage, error) {
	of := reflect.ValueOf(v)
	if !of.IsValid() {
		return nil, nil
	}
	return written(nil, of)
}

// written appends a value.
func written(out []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.String:
		return text(out, v.String()), nil
	case reflect.Bool:
		return strconv.AppendBool(out, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(out, v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(out, v.Uint(), 10), nil
	case reflect.Float32, reflect.Float64:
		return strconv.AppendFloat(out, v.Float(), 'g', -1, 64), nil
	case reflect.Pointer:
		if v.IsNil() {
			return append(out, "null"...), nil
		}
		return written(out, v.Elem())
	case reflect.Interface:
		return body(out, v)
	case reflect.Slice:
		return list(out, v)
	case reflect.Map:
		return table(out, v)
	case reflect.Struct:
		return fields(out, v)
	default:
		return nil, fmt.Errorf("a %s cannot be recorded", v.Type())
	}
}

// text appends a text; one that is no UTF-8 as its bytes.
func text(out []byte, s string) []byte {
	if utf8.ValidString(s) {
		raw, _ := json.Marshal(s) // a text can always be written
		return append(out, raw...)
	}
	return append(append(append(out, `{"bytes":"`...), base64.StdEncoding.EncodeToString([]byte(s))...), `"}`...)
}

func body(out []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(out, "null"...), nil
	}
	b, ok := reflect.TypeAssert[assistant.Body](v)
	if !ok {
		return nil, fmt.Errorf("a %s cannot be recorded", v.Type())
	}
	out = append(text(append(out, `{"type":`...), b.Type()), `,"body":`...)
	out, err := written(out, reflect.ValueOf(b))
	return append(out, '}'), err
}

func list(out []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(out, "null"...), nil
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return text(out, string(v.Bytes())), nil
	}
	out = append(out, '[')
	for i := range v.Len() {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = written(out, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return append(out, ']'), nil
}

func table(out []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(out, "null"...), nil
	}
	if v.Type().Key().Kind() != reflect.String {
		return nil, fmt.Errorf("a %s cannot be recorded", v.Type())
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return bytes.Compare([]byte(a.String()), []byte(b.String())) })
	out = append(out, '{')
	for i, key := range keys {
		if i > 0 {
			out = append(out, ',')
		}
		raw, _ := json.Marshal(key.String())
		out = append(append(out, raw...), ':')
		if v.Type() == reflect.TypeFor[assistant.Values]() {
			out = value(out, v.MapIndex(key).Bytes())
			continue
		}
		var err error
		if out, err = written(out, v.MapIndex(key)); err != nil {
			return nil, err
		}
	}
	return append(out, '}'), nil
}

// value appends a field of a result: a text as it was recorded when there was nothing else, all other JSON as it is written.
func value(out, raw []byte) []byte {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		if plain, err := json.Marshal(s); err == nil && bytes.Equal(plain, raw) {
			return append(out, raw...)
		}
	}
	return append(text(append(out, `{"json":`...), string(raw)), '}')
}

// readValue is the inverse of value.
func readValue(tree any) (json.RawMessage, error) {
	if given, ok := tree.(map[string]any); ok {
		if raw, ok := words(given["json"]); ok {
			return json.RawMessage(raw), nil
		}
	}
	s, ok := words(tree)
	if !ok {
		return nil, fmt.Errorf("%.80v is recorded as a value", tree)
	}
	return json.Marshal(s)
}

// fields appends a struct's fields that are not zero.
func fields(out []byte, v reflect.Value) ([]byte, error) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		at, _ := reflect.TypeAssert[time.Time](v)
		return text(out, at.Format(time.RFC3339Nano)), nil
	}
	if s, ok := reflect.TypeAssert[assistant.Sentence](v); ok && s.Key() == "" {
		return text(out, s.String()), nil
	} else if ok {
		raw, err := s.Kept()
		return append(out, raw...), err
	}
	out = append(out, '{')
	first := true
	for f, of := range v.Fields() {
		if of.IsZero() {
			continue
		}
		if !f.IsExported() {
			return nil, fmt.Errorf("%s has a field %s, which cannot be recorded", v.Type(), f.Name)
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		var err error
		if out, err = written(append(append(append(out, '"'), f.Name...), `":`...), of); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return append(out, '}'), nil
}

// decode is the inverse of encode.
func decode(raw json.RawMessage, to any) error {
	if len(raw) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return fmt.Errorf("read what was recorded: %w", err)
	}
	return read(tree, reflect.ValueOf(to).Elem())
}

// read puts what was recorded into a value that is zero.
func read(tree any, v reflect.Value) error {
	if tree == nil {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return read(tree, v.Elem())
	case reflect.Interface:
		return readBody(tree, v)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[assistant.Sentence]() {
			return readSentence(tree, v)
		}
		return readFields(tree, v)
	case reflect.Slice:
		return readList(tree, v)
	case reflect.Map:
		return readTable(tree, v)
	default:
		return readPlain(tree, v)
	}
}

func unlike(tree any, v reflect.Value) error {
	return fmt.Errorf("%.80v is recorded as a %s", tree, v.Type())
}

func readPlain(tree any, v reflect.Value) error {
	switch is := tree.(type) {
	case bool:
		if v.Kind() == reflect.Bool {
			v.SetBool(is)
			return nil
		}
	case json.Number:
		return readNumber(is, v)
	default:
		if s, ok := words(tree); ok && v.Kind() == reflect.String {
			v.SetString(s)
			return nil
		}
	}
	return unlike(tree, v)
}

func readNumber(n json.Number, v reflect.Value) error {
	var err error
	switch {
	case v.CanInt():
		var i int64
		i, err = n.Int64()
		v.SetInt(i)
	case v.CanUint():
		var u uint64
		u, err = strconv.ParseUint(n.String(), 10, 64)
		v.SetUint(u)
	case v.CanFloat():
		var f float64
		f, err = n.Float64()
		v.SetFloat(f)
	default:
		return unlike(n, v)
	}
	if err != nil {
		return fmt.Errorf("read the number %s: %w", n, err)
	}
	return nil
}

// words reads what text has written.
func words(tree any) (string, bool) {
	switch is := tree.(type) {
	case string:
		return is, true
	case map[string]any:
		coded, ok := is["bytes"].(string)
		raw, err := base64.StdEncoding.DecodeString(coded)
		return string(raw), ok && err == nil
	default:
		return "", false
	}
}

func readBody(tree any, v reflect.Value) error {
	given, ok := tree.(map[string]any)
	typ, named := given["type"].(string)
	if !ok || !named || v.Type() != reflect.TypeFor[assistant.Body]() {
		return unlike(tree, v)
	}
	b, err := assistant.DecodeBody(typ, []byte("{}"))
	if err != nil {
		return err
	}
	of := reflect.New(reflect.TypeOf(b)).Elem()
	if err := read(given["body"], of); err != nil {
		return err
	}
	v.Set(of)
	return nil
}

func readList(tree any, v reflect.Value) error {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		s, ok := words(tree)
		if !ok {
			return unlike(tree, v)
		}
		v.SetBytes([]byte(s))
		return nil
	}
	all, ok := tree.([]any)
	if !ok {
		return unlike(tree, v)
	}
	v.Set(reflect.MakeSlice(v.Type(), len(all), len(all)))
	for i, one := range all {
		if err := read(one, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func readTable(tree any, v reflect.Value) error {
	all, ok := tree.(map[string]any)
	if !ok {
		return unlike(tree, v)
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(all)))
	for key, one := range all {
		of := reflect.New(v.Type().Elem()).Elem()
		if v.Type() == reflect.TypeFor[assistant.Values]() {
			raw, err := readValue(one)
			if err != nil {
				return err
			}
			of.SetBytes(raw)
		} else if err := read(one, of); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), of)
	}
	return nil
}

// readSentence also reads what earlier versions recorded, which is words alone.
func readSentence(tree any, v reflect.Value) error {
	s, ok := assistant.Sentence{}, false
	if said, plain := words(tree); plain {
		s, ok = assistant.Verbatim(said), true
	} else if raw, err := json.Marshal(tree); err == nil {
		s, ok = assistant.ReadSentence(raw)
	}
	if !ok {
		return unlike(tree, v)
	}
	v.Set(reflect.ValueOf(s))
	return nil
}

func readFields(tree any, v reflect.Value) error {
	if v.Type() == reflect.TypeFor[time.Time]() {
		s, _ := tree.(string)
		at, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			return fmt.Errorf("read a time: %w", err)
		}
		v.Set(reflect.ValueOf(at))
		return nil
	}
	all, ok := tree.(map[string]any)
	if !ok {
		return unlike(tree, v)
	}
	for name, one := range all {
		of := v.FieldByName(name)
		if !of.IsValid() {
			continue // an older release recorded what is not looked at any more
		}
		if err := read(one, of); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
