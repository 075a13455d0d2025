import { describe, expect, test } from 'vitest';
import { nodePrimitives } from './node-primitives.ts';
import { readReturnCode, writeReturnCode } from './return-code.ts';
import { printCode } from './text-form.ts';
import { vector } from './testing/samples.ts';

/** The example of docs/licence-format.md. */
const claims = { toolId: 7, licenceId: 'a1a2a3a4a5a6a7a8', returnedAt: 1_795_000_000 };
const code = 'BR-6400F8-D2MEJA-B9N7N1-NFV1P0-H1DP8Z-R';

describe('a return code', () => {
  test('the example of the format document is written and read', () => {
    expect(writeReturnCode(claims, nodePrimitives)).toBe(code);
    expect(readReturnCode(code, nodePrimitives)).toEqual({ ok: true, value: { claims, text: code } });
  });

  test('the reader accepts what mail clients and people do to it', () => {
    for (const text of [
      printCode(code),
      `> Here it is: ${code.toLowerCase().replaceAll('-', '\u2013')} Regards`,
      code.replaceAll('0', 'O').replaceAll('-', ' '),
    ])
      expect(readReturnCode(text, nodePrimitives)).toMatchObject({ ok: true, value: { claims } });
  });

  test('any changed character is a typing error, and a part of the code is incomplete', () => {
    for (let at = 5; at < code.length; at += 1) {
      if (code[at] === '-') continue;
      const changed = `${code.slice(0, at)}${code[at] === '7' ? '8' : '7'}${code.slice(at + 1)}`;
      expect(readReturnCode(changed, nodePrimitives)).toMatchObject({ ok: false, refusal: { code: 'CODE_TYPO' } });
    }
    expect(readReturnCode(code.slice(0, 20), nodePrimitives)).toMatchObject({
      ok: false,
      refusal: { code: 'CODE_INCOMPLETE', found: 15, expected: 31 },
    });
  });

  test.each(Object.values(vector))('a code of another kind is none', (other) => {
    expect(readReturnCode(other, nodePrimitives)).toMatchObject({ ok: false, refusal: { code: 'NOT_A_CODE' } });
  });
});
