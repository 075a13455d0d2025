import { expect, test } from 'vitest';
import { readFileText } from './local-files.ts';

const createFile = (...parts: BlobPart[]): File => new File(parts, 'pc.bvr');

test('a file is read as UTF-8, without its byte-order mark', async () => {
  expect(await readFileText(createFile('\uFEFFBV-240G01'))).toEqual({ ok: true, text: 'BV-240G01' });
});

test('a UTF-16 file, as the shells of Windows write it, is also read', async () => {
  const utf16 = Uint16Array.from(`\uFEFFBV-240G01`, (character) => character.charCodeAt(0));
  expect(await readFileText(createFile(utf16))).toEqual({ ok: true, text: 'BV-240G01' });
});

test('a file of more than 100,000 bytes is refused', async () => {
  expect(await readFileText(createFile('x'.repeat(100_001)))).toEqual({ ok: false, reason: 'tooLarge' });
});
