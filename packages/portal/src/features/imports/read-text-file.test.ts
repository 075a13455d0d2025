import { expect, test } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const read = (...bytes: readonly (number | string)[]) =>
  readTextFile(new Blob(bytes.map((part) => (typeof part === 'number' ? new Uint8Array([part]) : part))));

test.each([
  ['UTF-8', ['Müller;Łódź']],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 'Müller;Łódź']],
])('%s is read', async (_, bytes) => {
  expect(await read(...bytes)).toBe('Müller;Łódź');
});

test('UTF-16 is read by its mark', async () => {
  expect(await read(0xff, 0xfe, 0x4d, 0, 0xfc, 0, 0x42, 0x01)).toBe('Müł');
  expect(await read(0xfe, 0xff, 0, 0x4d, 0, 0xfc, 0x01, 0x42)).toBe('Müł');
});

test('what is no UTF-8 is read as western Windows programs write it', async () => {
  expect(await read('M', 0xfc, 'ller ', 0x80)).toBe('Müller €');
});

test('cells that are empty at the end of a table parted by tabs are kept', async () => {
  expect(await read('a\tb\tc\n1\t\t\r\n')).toBe('a\tb\tc\n1\t""\t""');
});
