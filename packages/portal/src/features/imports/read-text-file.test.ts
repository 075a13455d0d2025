import { expect, test } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const readBytes = (...bytes: readonly (number | string)[]) =>
  readTextFile(new Blob(bytes.map((part) => (typeof part === 'number' ? new Uint8Array([part]) : part))));

test.each([
  ['UTF-8', ['Müller;Łódź']],
  ['UTF-8 with a byte-order mark', [0xef, 0xbb, 0xbf, 'Müller;Łódź']],
])('a file in %s is read', async (_, bytes) => {
  expect(await readBytes(...bytes)).toBe('Müller;Łódź');
});

test('UTF-16 is detected by its byte-order mark', async () => {
  expect(await readBytes(0xff, 0xfe, 0x4d, 0, 0xfc, 0, 0x42, 0x01)).toBe('Müł');
  expect(await readBytes(0xfe, 0xff, 0, 0x4d, 0, 0xfc, 0x01, 0x42)).toBe('Müł');
});

test('a file that is not UTF-8 is decoded as Windows-1252', async () => {
  expect(await readBytes('M', 0xfc, 'ller ', 0x80)).toBe('Müller €');
});

test('empty cells at the end of a tab-separated table are kept', async () => {
  expect(await readBytes('a\tb\tc\n1\t\t\r\n')).toBe('a\tb\tc\n1\t""\t""');
});
