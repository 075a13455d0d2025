import { neverExpires } from '@basics/licensing/licence-code.ts';
import { describe, expect, test, vi } from 'vitest';
import {
  createLicenceCode,
  createLicenceFile,
  createKeyList,
  secondsNow,
  unknownSigner,
  testKeyId,
  testSigner,
} from '#portal/testing/signed-licences.ts';
import { createVerificationCode } from '#portal/testing/licenses.ts';
import { checkText } from './check-text.ts';
import { readPublishedKeys } from './published-key.ts';
import { createReport } from './report.ts';

const secondsPerDay = 86_400;
const keys = readPublishedKeys(createKeyList('current'));
const checkAndReport = async (licenceText: string, knownKeys = keys) =>
  createReport(await checkText(licenceText, knownKeys, Date.now()));
const readFact = (report: Awaited<ReturnType<typeof checkAndReport>>, name: string): string | undefined =>
  report.facts.find((fact) => fact.name === name)?.value;

const flipCharacter = (licenceText: string, index: number): string =>
  licenceText.slice(0, index) + (licenceText[index] === 'A' ? 'B' : 'A') + licenceText.slice(index + 1);

describe.each([
  ['in a browser with Ed25519', () => {}],
  [
    'in a browser without Ed25519',
    () => void vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError')),
  ],
])('%s', (_, prepareBrowser) => {
  test.each([
    ['file', createLicenceFile()],
    ['code', createLicenceCode()],
  ])('a licence %s is genuine and valid', async (__, licenceText) => {
    prepareBrowser();
    const report = await checkAndReport(licenceText);
    expect(report).toMatchObject({ tone: 'ok', title: 'Genuine and valid' });
    expect(readFact(report, 'Signed with key')).toBe(testKeyId);
  });

  test('a licence that was changed at any position is not genuine', async () => {
    prepareBrowser();
    const file = createLicenceFile();
    const payloadStart = file.indexOf('payload: ') + 20;
    expect(await checkAndReport(flipCharacter(file, payloadStart))).toMatchObject({
      tone: 'danger',
      title: 'Not genuine',
    });
    const signatureStart = file.indexOf('signature: ') + 20;
    expect(await checkAndReport(flipCharacter(file, signatureStart))).toMatchObject({
      tone: 'danger',
      title: 'Not genuine',
    });
  });

  test('a licence signed with an unknown key is not genuine, even if it contains the id of a known key', async () => {
    prepareBrowser();
    const report = await checkAndReport(createLicenceFile({}, unknownSigner));
    expect(report).toMatchObject({ tone: 'danger', title: 'Not from this portal' });
    expect(readFact(report, 'Genuine')).toBe('No');
    expect(report.facts).toContainEqual(
      expect.objectContaining({ name: 'Claimed key', remark: 'not a key of this portal' }),
    );
    const forgedSigner = { ...unknownSigner, publicKey: testSigner.publicKey };
    expect(await checkAndReport(createLicenceFile({}, forgedSigner))).toMatchObject({
      tone: 'danger',
      title: 'Not genuine',
    });
  });
});

test('if the browser supports Ed25519, the browser verifies the signature', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify');
  await checkAndReport(createLicenceCode());
  expect(verify).toHaveBeenCalledTimes(1);
});

describe('the dates and the key decide whether a genuine licence is valid', () => {
  test.each([
    ['in its grace', { exp: secondsNow() - 3 * secondsPerDay, iat: 1, nbf: 1 }, 'Genuine, but in its grace period'],
    ['after its grace', { exp: secondsNow() - 15 * secondsPerDay, iat: 1, nbf: 1 }, 'Genuine, but expired'],
    ['before it begins', { nbf: secondsNow() + 5 * secondsPerDay }, 'Genuine, but not valid yet'],
    ['without an end', { exp: neverExpires }, 'Genuine and valid'],
  ])('%s', async (_, changes, title) => {
    expect(await checkAndReport(createLicenceFile(changes))).toMatchObject({
      title,
      clockText: expect.stringContaining('this device'),
    });
  });

  test.each([
    ['next', 'ok'],
    ['retired', 'ok'],
    ['revoked', 'danger'],
  ])('signed with a key that is %s', async (keyStatus, tone) => {
    const report = await checkAndReport(createLicenceFile(), readPublishedKeys(createKeyList(keyStatus)));
    expect(report.tone).toBe(tone);
    expect(report.facts.find(({ name }) => name === 'Signed with key')?.remark).toContain(
      { next: 'next key', retired: 'former key', revoked: 'revoked' }[keyStatus],
    );
  });
});

describe('the report shows all contents of a licence', () => {
  test('the report of a licence file shows all values of the file', async () => {
    const { facts } = await checkAndReport(createLicenceFile({ deny: ['0123456789abcdef'] }));
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toMatchObject({
      Genuine: 'Yes',
      'Issued to': 'Ada Lovelace <ada@office.example>',
      PC: 'DESK-1',
      Tool: 'Basics',
      Versions: 'every version',
      Brand: 'blue',
      'Grace period': expect.stringMatching(/^14 more days, until \d+ \w+ \d{4}$/),
      'Add-ons': 'Config Rail',
      Temperature: '°C',
      'Packed weights and sizes': 'Yes',
      'Price list': 'none',
      'Graph thickness (pt)': '1.25',
      Withdraws: '1 earlier licence',
      Licence: 'a1a2a3a4a5a6a7a8',
      'Came as': 'licence file',
    });
  });

  test('the report of a licence code shows fewer values than the report of a licence file', async () => {
    const { facts } = await checkAndReport(createLicenceCode({ trial: true, entitlements: 5 }));
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toMatchObject({
      PC: 'Not part of a licence code',
      Tool: 'Basics',
      Versions: 'up to 3.x',
      Brand: 'brand number 1',
      Trial: 'Yes',
      'Add-ons': '2 add-ons, by their numbers: 0, 2',
      'Came as': 'licence code',
    });
  });

  test('the report shows a known brand by name', async () => {
    const check = await checkText(createLicenceFile(), keys, Date.now());
    const { facts } = createReport(check, new Map([['blue', 'Basics Blue']]));
    expect(facts.find(({ name }) => name === 'Brand')?.value).toBe('Basics Blue');
  });

  test('a licence code contains only the number of its brand: the report shows a known brand by name and any other by number', async () => {
    const readBrand = async (brand: number): Promise<string | undefined> => {
      const check = await checkText(createLicenceCode({ brand }), keys, Date.now());
      return readFact(createReport(check, new Map([['red', 'Crimson Tools']])), 'Brand');
    };
    expect(await readBrand(1)).toBe('Crimson Tools');
    expect(await readBrand(0)).toBe('brand number 0');
    expect(await readBrand(5)).toBe('brand number 5');
  });

  test('the report shows the numbers of all add-ons, including 0', async () => {
    const readAddOns = async (entitlements: number) =>
      readFact(await checkAndReport(createLicenceCode({ entitlements })), 'Add-ons');
    expect(await readAddOns(1)).toBe('1 add-on, by its number: 0');
    expect(await readAddOns(0)).toBe('none');
    expect(await readAddOns(2 ** 31)).toBe('1 add-on, by its number: 31');
  });

  test('on its last day, a licence is shown as valid until today', async () => {
    const lastSecond = Math.floor(secondsNow() / secondsPerDay) * secondsPerDay + secondsPerDay - 1;
    const licenceText = createLicenceFile({ exp: lastSecond });
    const report = createReport(await checkText(licenceText, keys, (lastSecond - secondsPerDay + 1) * 1000));
    expect(report.text).toMatch(/valid until \d+ \w+ \d{4} \(today\)/);
  });
});

const file = createLicenceFile();
const code = createLicenceCode();
const lines = file.split('\n');

/** The expected text for each refusal of the readers. */
test.each([
  ['nothing', '', 'Nothing to check yet'],
  ['prose', 'Dear customer, here is your licence.', 'No licence found'],
  ['a verification code', createVerificationCode(), 'This is a verification code'],
  ['more than any mail', 'x'.repeat(100_001), 'This text is too long'],
  ['a code cut short', code.slice(0, 100), 'Part of the licence code is missing'],
  ['a code with a letter that no code has', code.replace(/.$/, 'U'), 'The licence code contains a typing error'],
  ['a code with too much', `${code}-ABCDEF`, 'The licence code contains a typing error'],
  ['a code with a wrong character', flipCharacter(code, 40), 'The licence code contains a typing error'],
  ['a code of the next version', code.replace('BL-45', 'BL-48'), 'From a newer version'],
  ['a file of the next version', file.replace('v1', 'v2'), 'From a newer version'],
  ['a file cut short', lines.slice(0, 3).join('\n'), 'Part of the licence file is missing'],
  ['a file with a line too many', `${file}\nmore`, 'The licence file is damaged'],
  ['a file quoted in a mail', file.replaceAll(/^/gm, '> '), 'Not a valid licence file'],
])('%s', async (_, licenceText, title) => {
  const report = await checkAndReport(licenceText);
  expect(report.title).toBe(title);
  expect(report.next).not.toBe('');
  expect(report.tone).toBe('warn');
});

test('only well-formed published keys of a known status are accepted', () => {
  const [key] = createKeyList('current').keys;
  const document = { keys: [key, { ...key, status: 'unheard of' }, { ...key, publicKey: 'ab' }, null, 7] };
  expect(readPublishedKeys(document)).toHaveLength(1);
  for (const invalidDocument of [null, [], { keys: {} }, 'keys'])
    expect(readPublishedKeys(invalidDocument)).toEqual([]);
});
