import { imports, largeImports, type ImportReport } from '@basics/contract/imports/imports.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const report: ImportReport = {
  written: false,
  digest: 'd'.repeat(64),
  rows: 1,
  created: 1,
  changed: 0,
  unchanged: 0,
  faulty: 0,
  ignoredColumns: [],
  columns: ['login', 'company'],
  changes: [],
  errors: [],
  faultyRows: [],
  notes: [],
};

/** Chooses a file with these bytes. */
async function chooseFile(bytes: readonly number[]) {
  const { screen, server } = await openPortal({
    at: '/admin/import',
    user: createUser('Administrator'),
    prepareServer: (fakeServer) => {
      fakeServer.answer(largeImports.list, () => ({ items: [] }));
      fakeServer.answer(imports.users, () => report);
    },
  });
  const file = new File([Uint8Array.from(bytes)], 'people.csv', { type: 'text/csv' });
  await userEvent.upload(page.getByLabelText('Choose a CSV file'), file);
  return { screen, listSent: () => server.requests(imports.users).map(({ body }) => body.csv) };
}

const header = 'login;company\n';
const start = 'bo@x.example;';
const toUtf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
const toUtf16 = (text: string, isLittle: boolean): number[] =>
  Array.from(text, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
    isLittle ? [unit % 256, unit >> 8] : [unit >> 8, unit % 256],
  );
const toBytes = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

/** Encodes a text in an encoding of 8 bits, by the characters that its 256 bytes decode to. */
function encode(text: string, encoding: string): number[] {
  const characters = Array.from({ length: 256 }, (_, byte) => new TextDecoder(encoding).decode(Uint8Array.of(byte)));
  return Array.from(text, (character) => characters.indexOf(character));
}

const polish = 'Łukasz Żółć Zakład Śląski Łódź';
const russian = 'Иван Петров Завод';
const german = 'Jürgen Größmann & Söhne';
const greek = 'Παπαδόπουλος Χαλυβουργία Αθήνα';

test.each<[what: string, bytes: readonly number[], name: string, label: string]>([
  [
    'Polish in Windows-1250',
    encode(header + start + polish, 'windows-1250'),
    polish,
    'Central European (Windows-1250)',
  ],
  ['Russian in Windows-1251', encode(header + start + russian, 'windows-1251'), russian, 'Cyrillic (Windows-1251)'],
  [
    'German in Windows-1252',
    encode(header + start + german, 'windows-1252'),
    german,
    'Western European (Windows-1252)',
  ],
  ['German in ISO 8859-15', encode(header + start + german, 'iso-8859-15'), german, 'Western European (Windows-1252)'],
  ['Greek in Windows-1253', encode(header + start + greek, 'windows-1253'), greek, 'Greek (Windows-1253)'],
  ['Greek in ISO 8859-7', encode(header + start + greek, 'iso-8859-7'), greek, 'Greek (Windows-1253)'],
  [
    'German of a Mac',
    encode((header + start + german).replace('\n', '\r'), 'macintosh'),
    german,
    'Western European (Mac)',
  ],
  ['UTF-8', toUtf8(header + start + polish), polish, 'Unicode (UTF-8)'],
  ['UTF-8 with a byte-order mark', toUtf8(`\uFEFF${header}${start}${polish}`), polish, 'Unicode (UTF-8)'],
  ['UTF-16 of Windows', toUtf16(`\uFEFF${header}${start}${polish}`, true), polish, 'Unicode (UTF-16)'],
  [
    'UTF-16 with the high byte first, without a byte-order mark',
    toUtf16(header + start + polish, false),
    polish,
    'Unicode (UTF-16)',
  ],
])('a file in %s is sent with the right letters, and the page names its encoding', async (_, bytes, name, label) => {
  const { screen, listSent } = await chooseFile(bytes);
  await expect.poll(listSent).toEqual([`"login";"company"\r\n${start}${name}`]);
  await expect.element(screen.getByText(label)).toBeVisible();
});

test.each<[what: string, bytes: readonly number[]]>([
  ['Turkish in Windows-1254', encode(`${header}${start}İbrahim Şahingöz`, 'windows-1254')],
  ['Hebrew in Windows-1255', encode(`${header}${start}דוד כהן מפעל`, 'windows-1255')],
  ['Arabic in Windows-1256', encode(`${header}${start}محمد مصنع الحديد`, 'windows-1256')],
  ['Latvian in Windows-1257', encode(`${header}${start}Jānis Bērziņš`, 'windows-1257')],
  ['Vietnamese in Windows-1258', encode(`${header}${start}Đặng Hương`, 'windows-1258').filter((byte) => byte >= 0)],
  ['Polish in ISO 8859-2', encode(header + start + polish, 'iso-8859-2')],
  ['Russian in ISO 8859-5', encode(header + start + russian, 'iso-8859-5')],
  ['Turkish in ISO 8859-9', encode(`${header}${start}Işık Çelik Şahingöz`, 'iso-8859-9')],
  ['Russian in KOI8-R', encode(header + start + russian, 'koi8-r')],
  ['Russian of DOS', encode(header + start + russian, 'ibm866')],
  ['Polish of DOS', toBytes(`${header}${start}\x9Dukasz \x97wi\xA5tek`)],
  ['Japanese in Shift JIS', toBytes(`${header}${start}\x91\xBE\x98Y \x8ER\x93c`)],
  ['Chinese in GB 18030', toBytes(`${header}${start}\xCD\xF5\xCE\xB0 \xB8\xD6\xCC\xFA\xB9\xAB\xCB\xBE`)],
  ['UTF-8 that ends in the middle of a letter', toUtf8(header + start + polish).slice(0, -1)],
  [
    'UTF-8 with a line of another encoding',
    [...toUtf8(`${header}${start}${polish}\n`), ...toBytes('a@x.example;J\xFCrgen')],
  ],
])('for a file in %s, the page asks which letters are right, and says what to do if none are', async (_, bytes) => {
  const { screen, listSent } = await chooseFile(bytes);
  const question = screen.getByRole('region', { name: 'Which letters are right?' });
  await expect.element(question.getByText(/If none are right, save the file as CSV UTF-8/)).toBeVisible();
  expect(listSent()).toEqual([]);
});
