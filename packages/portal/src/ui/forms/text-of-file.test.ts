import { expect, test } from 'vitest';
import { textOfFile } from './text-of-file.ts';

const fileOf = (...parts: BlobPart[]): File => new File(parts, 'pc.bvr');

test('a file is read as UTF-8, without its byte-order mark', async () => {
  expect(await textOfFile(fileOf('\uFEFFBV-240G01'))).toEqual({ ok: true, text: 'BV-240G01' });
});

test('a file that a Windows shell wrote in UTF-16 is read as well', async () => {
  const utf16 = Uint16Array.from(`\uFEFFBV-240G01`, (character) => character.charCodeAt(0));
  expect(await textOfFile(fileOf(utf16))).toEqual({ ok: true, text: 'BV-240G01' });
});

test('a file that cannot hold a code is not read', async () => {
  expect(await textOfFile(fileOf('x'.repeat(100_001)))).toEqual({ ok: false, reason: 'tooLarge' });
});
