// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// malformed is the result for a text that is not JSON, repeats a key, contains half of a surrogate pair, or has more than 32 levels.
type malformed struct{}

// parseJSON refuses texts that encoding/json accepts, see malformed. It returns map[string]any, []any, string, float64, bool, nil or
// malformed.
func parseJSON(text string) (value any) {
	defer func() {
		problem := recover()
		if _, isMalformed := problem.(malformed); isMalformed {
			value = malformed{}
		} else if problem != nil {
			panic(problem)
		}
	}()
	parser := parser{text: text}
	value = parser.value(32)
	if parser.peek() != 0 {
		panic(malformed{})
	}
	return value
}

type parser struct {
	text string
	at   int
}

// peek skips white space and returns the next character without reading it; 0 at the end.
func (parser *parser) peek() byte {
	for parser.at < len(parser.text) && strings.IndexByte(" \t\n\r", parser.text[parser.at]) >= 0 {
		parser.at++
	}
	if parser.at == len(parser.text) {
		return 0
	}
	if parser.text[parser.at] == 0 {
		panic(malformed{})
	}
	return parser.text[parser.at]
}

func (parser *parser) take(wanted byte) {
	if parser.peek() != wanted {
		panic(malformed{})
	}
	parser.at++
}

func (parser *parser) value(depth int) any {
	switch parser.peek() {
	case '{':
		return parser.object(depth)
	case '[':
		return parser.array(depth)
	case '"':
		return parser.string()
	}
	for word, value := range map[string]any{"true": true, "false": false, "null": nil} {
		if strings.HasPrefix(parser.text[parser.at:], word) {
			parser.at += len(word)
			return value
		}
	}
	return parser.number()
}

func (parser *parser) object(depth int) map[string]any {
	fields := map[string]any{}
	if parser.take('{'); depth == 0 {
		panic(malformed{})
	}
	for parser.peek() != '}' {
		if len(fields) > 0 {
			parser.take(',')
		}
		parser.peek()
		key := parser.string()
		if _, isRepeated := fields[key]; isRepeated {
			panic(malformed{})
		}
		parser.take(':')
		fields[key] = parser.value(depth - 1)
	}
	parser.take('}')
	return fields
}

func (parser *parser) array(depth int) []any {
	values := []any{}
	if parser.take('['); depth == 0 {
		panic(malformed{})
	}
	for parser.peek() != ']' {
		if len(values) > 0 {
			parser.take(',')
		}
		values = append(values, parser.value(depth-1))
	}
	parser.take(']')
	return values
}

func (parser *parser) string() string {
	var text strings.Builder
	parser.take('"')
	for {
		rest := parser.text[parser.at:]
		if rest == "" || rest[0] < 0x20 {
			panic(malformed{})
		}
		switch rest[0] {
		case '"':
			parser.at++
			return text.String()
		case '\\':
			text.WriteRune(parser.escape())
		default:
			_, size := utf8.DecodeRuneInString(rest)
			text.WriteString(rest[:size])
			parser.at += size
		}
	}
}

func (parser *parser) escape() rune {
	rest := parser.text[parser.at:]
	if len(rest) > 1 && rest[1] != 'u' {
		at := strings.IndexByte(`"\/bfnrt`, rest[1])
		if at < 0 {
			panic(malformed{})
		}
		parser.at += 2
		return rune("\"\\/\b\f\n\r\t"[at])
	}
	first := parser.unit()
	if !utf16.IsSurrogate(first) {
		return first
	}
	point := utf16.DecodeRune(first, parser.unit())
	if point == utf8.RuneError {
		panic(malformed{})
	}
	return point
}

func (parser *parser) unit() rune {
	rest := parser.text[parser.at:]
	if len(rest) < 6 || rest[:2] != `\u` {
		panic(malformed{})
	}
	unit, err := strconv.ParseUint(rest[2:6], 16, 16)
	if err != nil {
		panic(malformed{})
	}
	parser.at += 6
	return rune(unit)
}

func (parser *parser) number() float64 {
	start := parser.at
	digits := func() {
		first := parser.at
		for parser.at < len(parser.text) && parser.text[parser.at] >= '0' && parser.text[parser.at] <= '9' {
			parser.at++
		}
		if parser.at == first {
			panic(malformed{})
		}
	}
	skip := func(characters string) bool {
		isFound := parser.at < len(parser.text) && strings.IndexByte(characters, parser.text[parser.at]) >= 0
		if isFound {
			parser.at++
		}
		return isFound
	}
	skip("-")
	if !skip("0") {
		digits()
	}
	if skip(".") {
		digits()
	}
	if skip("eE") {
		skip("+-")
		digits()
	}
	// A number that is too large is infinite, as in other languages.
	value, _ := strconv.ParseFloat(parser.text[start:parser.at], 64)
	return value
}
