// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `node sdk/make-texts.mjs` writes the texts of `texts.json` (code, sentence, next step) to the sources of each library. In a text, `{product}` is
 * the name of the product. All characters of the texts are ASCII, so a text in JSON is a text in each of the languages.
 */

const rows = Object.entries(JSON.parse(readFileSync(join(import.meta.dirname, 'texts.json'), 'utf8'))).map(
  ([code, [sentence, nextStep]]) => [code, sentence, nextStep].map((text) => JSON.stringify(text)).join(', '),
);
const notice = 'SPDX-License-Identifier: Apache-2.0';
const origin = 'Written by make-texts.mjs from texts.json.';
/** @param {(row: string) => string} createLine */
const list = (createLine) => rows.map((row) => `${createLine(row)}\n`).join('');

/** The position of the values in Go, as gofmt aligns them. */
const width = Math.max(...rows.map((row) => row.indexOf(','))) + 2;

/** The source of each library with the texts. @type {Readonly<Record<string, string>>} */
export const textSources = {
  'typescript/src/texts.ts': `// ${notice}
// ${origin}

// oxfmt-ignore
const rows = new Map([
${list((row) => `  [${row.replace(', ', ', [')}]],`)}]);

/** The sentence and the next step for a code, with the name of your product; empty texts for an unknown code. */
export function describe(code: string, product: string): { sentence: string; nextStep: string } {
  const [sentence = '', nextStep = ''] = (rows.get(code) ?? []).map((text) =>
    text.replaceAll('{product}', () => product),
  );
  return { sentence, nextStep };
}
`,
  'python/basics_licence/texts.py': `# ${notice}
# ${origin}
"""The texts for the codes of findings and activations."""

from __future__ import annotations

_ROWS = {
${list((row) => `    ${row.replace(', ', ': (')}),`)}}


def describe(code: str, product: str) -> tuple[str, str]:
    """Returns the sentence and the next step for a code, with the name of your product; empty texts for an unknown code."""
    sentence, next_step = _ROWS.get(code, ("", ""))
    return sentence.replace("{product}", product), next_step.replace("{product}", product)
`,
  'go/texts.go': `// ${notice}

package basicslicence

import "strings"

// ${origin}
var texts = map[string][2]string{
${list((row) => `\t${row.replace(/, /, ': {').replace(/: /, (colon) => colon.padEnd(width - row.indexOf(',')))}},`)}}

// Describe returns the sentence and the next step for a code, with the name of your product; empty texts for an unknown code.
func Describe(code, product string) (sentence, nextStep string) {
	row := texts[code]
	return strings.ReplaceAll(row[0], "{product}", product), strings.ReplaceAll(row[1], "{product}", product)
}
`,
  'java/basics/Texts.java': `// ${notice}
package basics;

import java.util.List;
import java.util.Map;

/** The texts for the codes of findings and activations. ${origin} */
public final class Texts {
  private Texts() {}

  private static final Map<String, List<String>> ROWS = Map.ofEntries(
${list((row) => `      Map.entry(${row.replace(', ', ', List.of(')})),`).replace(/,\n$/, ');\n')}
  /** The sentence and the next step for a code. */
  public record Description(String sentence, String nextStep) {}

  /** Returns the texts for a code, with the name of your product; empty texts for an unknown code. */
  public static Description describe(String code, String product) {
    List<String> row = ROWS.getOrDefault(code, List.of("", ""));
    return new Description(row.get(0).replace("{product}", product), row.get(1).replace("{product}", product));
  }
}
`,
  'csharp/Texts.cs': `// ${notice}
using System.Collections.Generic;

namespace BasicsLicence {
  /// <summary>The texts for the codes of findings and activations. ${origin}</summary>
  public static class Texts {
    private static readonly Dictionary<string, string[]> rows = new Dictionary<string, string[]> {
${list((row) => `      { ${row.replace(', ', ', new[] { ')} } },`)}    };

    /// <summary>Returns the sentence for a code, with the name of your product; empty for an unknown code.</summary>
    public static string Sentence(string code, string product) {
      return rows.ContainsKey(code) ? rows[code][0].Replace("{product}", product) : "";
    }

    /// <summary>Returns the next step for a code, with the name of your product; empty if there is none.</summary>
    public static string NextStep(string code, string product) {
      return rows.ContainsKey(code) ? rows[code][1].Replace("{product}", product) : "";
    }
  }
}
`,
  'c/basics_texts.c': `/* ${notice} */
/* ${origin} */
#include <string.h>

#include "basics_licence.h"

static const char *const rows[][3] = {
${list((row) => `  {${row}},`)}};

/* Writes a text with the name of the product, as much as fits, and returns the length of the whole text. */
static size_t fill(const char *text, const char *product, char *result, size_t size) {
  size_t length = 0;
  while (*text != '\\0') {
    int is_name = strncmp(text, "{product}", 9) == 0;
    const char *part = is_name ? product : text;
    size_t count = is_name ? strlen(product) : 1;
    for (size_t at = 0; at < count; at++, length++) {
      if (length + 1 < size) result[length] = part[at];
    }
    text += is_name ? 9 : 1;
  }
  if (size > 0) result[length < size ? length : size - 1] = '\\0';
  return length;
}

static size_t find(const char *code, int column, const char *product, char *result, size_t size) {
  for (size_t at = 0; at < sizeof rows / sizeof rows[0]; at++) {
    if (strcmp(rows[at][0], code) == 0) return fill(rows[at][column], product, result, size);
  }
  return fill("", product, result, size);
}

size_t basics_sentence(const char *code, const char *product, char *result, size_t size) { return find(code, 1, product, result, size); }

size_t basics_next_step(const char *code, const char *product, char *result, size_t size) { return find(code, 2, product, result, size); }
`,
};

if (process.argv[1] === import.meta.filename)
  for (const [name, source] of Object.entries(textSources)) writeFileSync(join(import.meta.dirname, name), source);
