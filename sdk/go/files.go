// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"
)

var (
	versionForm   = regexp.MustCompile(`^[1-9][0-9]{0,3}$`)
	keyLine       = regexp.MustCompile(`^key: ([0-9a-f]{16})$`)
	payloadLine   = regexp.MustCompile(`^payload: ([A-Za-z0-9+/=]+)$`)
	signatureLine = regexp.MustCompile(`^signature: ([A-Za-z0-9+/=]+)$`)
	idForm        = regexp.MustCompile(`^[0-9a-f]{16}$`)
)

const maxSafe = 1<<53 - 1

func looksLikeFile(text string) bool {
	text = strings.TrimLeftFunc(text, func(point rune) bool { return point == '>' || point == 0xfeff || symbolOf(point) == " " })
	return strings.HasPrefix(lower(text), "basics licence file")
}

func fromBase64(text string) ([]byte, bool) {
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	return data, err == nil && base64.StdEncoding.EncodeToString(data) == text
}

// readSigned verifies the signature of a file with the trusted keys. It returns the fields of the file and the id of the key that signed
// it.
func readSigned(text, title, other string, keys [][]byte) (map[string]any, string, *Refusal) {
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r", ""), "\n")
	if !strings.HasPrefix(lines[0], title+" v") {
		return nil, "", refuse(other)
	}
	version := lines[0][len(title)+2:]
	if !versionForm.MatchString(version) {
		return nil, "", refuse("FILE_DAMAGED")
	}
	if version != "1" {
		return nil, "", refuse("FILE_NEWER")
	}
	if len(text) > 4_000_000 {
		return nil, "", refuse("FILE_DAMAGED", "too-long")
	}
	if len(lines) < 4 {
		return nil, "", &Refusal{Code: "FILE_INCOMPLETE", Found: len(lines), Expected: 4}
	}
	if len(lines) > 5 || len(lines) == 5 && lines[4] != "" {
		return nil, "", &Refusal{Code: "FILE_DAMAGED", Found: len(lines), Expected: 4, Detail: "too-long"}
	}
	key, payload, signed := keyLine.FindStringSubmatch(lines[1]), payloadLine.FindStringSubmatch(lines[2]), signatureLine.FindStringSubmatch(lines[3])
	if key == nil || payload == nil || signed == nil {
		return nil, "", refuse("FILE_DAMAGED")
	}
	signature, isCanonical := fromBase64(signed[1])
	if !isCanonical || len(signature) != 64 {
		return nil, "", refuse("FILE_DAMAGED")
	}
	message := strings.Join(lines[:3], "\n") + "\n"
	if _, refusal := signerOf(keys, key[1], []byte(message), signature); refusal != nil {
		return nil, "", refusal
	}
	data, isCanonical := fromBase64(payload[1])
	fields, isObject := parseJSON(string(data)).(map[string]any)
	if !isCanonical || !utf8.Valid(data) || !isObject {
		return nil, "", refuse("FILE_DAMAGED", "malformed")
	}
	v, isNumber := fields["v"].(float64)
	if isNumber && v > 1 && v < 1<<53 && v == float64(int64(v)) {
		return nil, "", refuse("FILE_NEWER")
	}
	if !isNumber || v != 1 {
		return nil, "", refuse("FILE_DAMAGED", "malformed")
	}
	return fields, key[1], nil
}

// reader reads the fields of an object. isGood becomes false when a field is missing or invalid.
type reader struct {
	fields map[string]any
	isGood *bool
}

func (reader reader) object(name string) reader {
	value, isObject := reader.fields[name].(map[string]any)
	*reader.isGood = *reader.isGood && isObject
	return reader.of(value)
}

func (reader reader) of(fields map[string]any) reader {
	reader.fields = fields
	return reader
}

func (reader reader) text(name string) string {
	value, isText := reader.fields[name].(string)
	*reader.isGood = *reader.isGood && isText
	return value
}

func (reader reader) whole(name string, most float64) int64 {
	value, isNumber := reader.fields[name].(float64)
	isWhole := isNumber && value >= 0 && value <= most && value == float64(int64(value))
	*reader.isGood = *reader.isGood && isWhole
	if !isWhole {
		return 0
	}
	return int64(value)
}

func (reader reader) flag(name string) bool {
	value, isPresent := reader.fields[name]
	flag, isFlag := value.(bool)
	*reader.isGood = *reader.isGood && (isFlag || !isPresent)
	return flag
}

func (reader reader) texts(name string, form *regexp.Regexp) []string {
	values, isArray := reader.fields[name].([]any)
	*reader.isGood = *reader.isGood && isArray
	texts := make([]string, len(values))
	for at, value := range values {
		text, isText := value.(string)
		*reader.isGood = *reader.isGood && isText && (form == nil || form.MatchString(text))
		texts[at] = text
	}
	return texts
}

func (reader reader) hex(name string, count int) []byte {
	text := reader.text(name)
	data, err := hex.DecodeString(text)
	*reader.isGood = *reader.isGood && err == nil && len(data) == count && hex.EncodeToString(data) == text
	return data
}

func readFile(text string, keys [][]byte) (Licence, *Refusal) {
	fields, keyID, refusal := readSigned(text, "BASICS LICENCE FILE", "NOT_A_LICENCE_FILE", keys)
	if refusal != nil {
		return Licence{}, refusal
	}
	isGood := true
	top := reader{fields, &isGood}
	tool, machine, ent := top.object("tool"), top.object("machine"), top.object("ent")
	top.hex("vc", 32)
	top.whole("seq", maxSafe)
	licence := Licence{
		Carrier:          "file",
		LicenceID:        hex.EncodeToString(top.hex("lid", 8)),
		KeyID:            keyID,
		User:             top.text("user"),
		Brand:            -1,
		BrandName:        top.text("brand"),
		ToolID:           uint16(tool.whole("id", 0xffff)),
		ToolName:         tool.text("name"),
		MaxMajor:         uint8(tool.whole("maxMajor", AnyMajor)),
		MachineName:      machine.text("name"),
		Entitlements:     uint32(ent.whole("bits", 0xffffffff)),
		EntitlementNames: ent.texts("names", nil),
		Preferences:      top.object("prefs").fields,
		IssuedAt:         top.whole("iat", Never),
		NotBefore:        top.whole("nbf", Never),
		ExpiresAt:        top.whole("exp", Never),
		GraceDays:        top.whole("graceDays", 3660),
		Trial:            top.flag("trial"),
		Bridge:           top.flag("bridge"),
	}
	copy(licence.Fingerprint[:], machine.hex("fp", 16))
	scheme := machine.whole("scheme", 15)
	if scheme == 2 {
		copy(licence.Fingerprint[16:], machine.hex("uuid", 4))
	}
	if _, isPresent := fields["deny"]; isPresent {
		licence.Deny = top.texts("deny", idForm)
	}
	if isGood && scheme != 1 && scheme != 2 {
		return Licence{}, refuse("FILE_NEWER")
	}
	isGood = isGood && isMachineName([]byte(licence.MachineName))
	isGood = isGood && licence.ExpiresAt > licence.IssuedAt && licence.ExpiresAt > licence.NotBefore
	if !isGood {
		return Licence{}, refuse("FILE_DAMAGED", "malformed")
	}
	return licence, nil
}

// HasAddOn returns whether a licence includes an add-on. A file names its add-ons; a code has only their bits, whose names are in tools, the text
// of /.well-known/basics-tools. A text without this tool or add-on names no bit, so a code does not include the add-on.
func HasAddOn(licence Licence, addOn, tools string) bool {
	if indexOf(licence.EntitlementNames, addOn) >= 0 {
		return true
	}
	for _, tool := range objects(parseJSON(tools), "tools") {
		if tool["number"] != float64(licence.ToolID) {
			continue
		}
		for _, each := range objects(tool, "addOns") {
			bit, isNumber := each["bit"].(float64)
			if each["id"] == addOn && isNumber && bit >= 0 && bit <= 31 && bit == float64(int(bit)) {
				return licence.Entitlements>>uint(bit)&1 == 1
			}
		}
	}
	return false
}

// objects returns the objects in the array with this name; none if the value has another form.
func objects(value any, name string) (found []map[string]any) {
	fields, _ := value.(map[string]any)
	entries, _ := fields[name].([]any)
	for _, each := range entries {
		if object, isObject := each.(map[string]any); isObject {
			found = append(found, object)
		}
	}
	return found
}

// RevocationList is what a portal revokes for one tool.
type RevocationList struct {
	ToolID           uint16
	Seq              int64
	IssuedAt, NextAt int64
	IDs, Keys        []string
	KeyID            string
}

// ReadRevocationList reads a list and verifies its signature.
func ReadRevocationList(text string, keys [][]byte) (RevocationList, *Refusal) {
	fields, keyID, refusal := readSigned(text, "BASICS REVOCATIONS", "NOT_A_REVOCATION_LIST", keys)
	if refusal != nil {
		return RevocationList{}, refusal
	}
	isGood := true
	top := reader{fields, &isGood}
	list := RevocationList{
		ToolID:   uint16(top.whole("tool", 0xffff)),
		Seq:      top.whole("seq", maxSafe),
		IssuedAt: top.whole("iat", Never),
		NextAt:   top.whole("next", Never),
		Keys:     top.texts("keys", idForm),
		KeyID:    keyID,
	}
	packed, isCanonical := fromBase64(top.text("ids"))
	isGood = isGood && isCanonical && len(packed)%8 == 0 && list.NextAt >= list.IssuedAt
	for at := 0; isGood && at < len(packed); at += 8 {
		list.IDs = append(list.IDs, hex.EncodeToString(packed[at:at+8]))
	}
	if !isGood || !isAscending(list.IDs) || !isAscending(list.Keys) {
		return RevocationList{}, refuse("FILE_DAMAGED", "malformed")
	}
	return list, nil
}

func isAscending(names []string) bool {
	for at := 1; at < len(names); at++ {
		if names[at] <= names[at-1] {
			return false
		}
	}
	return true
}

func contains(ascending []string, name string) bool {
	at := sort.SearchStrings(ascending, name)
	return at < len(ascending) && ascending[at] == name
}
