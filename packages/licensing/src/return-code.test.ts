import { describe, expect, test } from 'vitest';
import { nodePrimitives } from './node-primitives.ts';
import { readReturnCode, writeReturnCode } from './return-code.ts';
import { printCode } from './text/text-form.ts';
import { sampleCodes } from './testing/samples.ts';

/** The example of docs/licence-format.md. */
const claims = { toolId: 7, licenceId: 'a1a2a3a4a5a6a7a8', returnedAt: 1_795_000_000 };
const code = 'BR-6400F8-D2MEJA-B9N7N1-NFV1P0-H1DP8Z-R';

describe('a return code', () => {
  test('a return code is written and read as docs/licence-format.md describes', () => {
    expect(writeReturnCode(claims, nodePrimitives)).toBe(code);
    expect(readReturnCode(code, nodePrimitives)).toEqual({ ok: true, value: { claims, text: code } });
  });

  test('a return code is read after the usual changes by mail clients and people', () => {
    for (const text of [
      printCode(code),
      `> Here it is: ${code.toLowerCase().replaceAll('-', '\u2013')} Regards`,
      code.replaceAll('0', 'O').replaceAll('-', ' '),
    ])
      expect(readReturnCode(text, nodePrimitives)).toMatchObject({ ok: true, value: { claims } });
  });

  test('a return code with a changed character is reported as a typing error, and a return code without its end as incomplete', () => {
    for (let position = 5; position < code.length; position += 1) {
      if (code[position] === '-') continue;
      const changedCode = `${code.slice(0, position)}${code[position] === '7' ? '8' : '7'}${code.slice(position + 1)}`;
      expect(readReturnCode(changedCode, nodePrimitives)).toMatchObject({ ok: false, refusal: { code: 'CODE_TYPO' } });
    }
    expect(readReturnCode(code.slice(0, 20), nodePrimitives)).toMatchObject({
      ok: false,
      refusal: { code: 'CODE_INCOMPLETE', found: 15, expected: 31 },
    });
  });

  test.each(Object.values(sampleCodes))(
    'a code of another kind, such as a licence code, is not read as a return code',
    (otherCode) => {
      expect(readReturnCode(otherCode, nodePrimitives)).toMatchObject({ ok: false, refusal: { code: 'NOT_A_CODE' } });
    },
  );
});
