import type { Licence } from '@basics/licensing/licence.ts';
import { anyMajor, neverExpires } from '@basics/licensing/licence-code.ts';
import { licenceChecker } from '#portal/texts/licence-checker.ts';
import { dayFromNowWords, dayWords, momentWords } from '#portal/messages/times.ts';
import type { PublishedKey } from './published-key.ts';

export type Fact = { name: string; value: string; remark?: string };

type Told = { licence: Licence; key: PublishedKey; now: number };

const texts = licenceChecker.facts;

/** Lists all contents of a genuine licence, in words. */
export function licenceFacts({ licence, key, now }: Told, brands: ReadonlyMap<string, string>): Fact[] {
  return [
    { name: texts.genuine, value: texts.yes },
    { name: texts.key, value: key.keyId, remark: texts.standings[key.standing] },
    ...(licence.user === undefined ? [] : [{ name: texts.user, value: licence.user }]),
    { name: texts.pc, value: licence.machine.name === undefined ? texts.noPc : licence.machine.name || texts.unnamed },
    { name: texts.tool, value: toolName(licence) },
    { name: texts.versions, value: versionWords(licence) },
    { name: texts.brand, value: brandName(licence, brands) },
    ...(licence.trial ? [{ name: texts.trial, value: texts.yes }] : []),
    ...dateFacts(licence, now),
    { name: texts.addOns, value: addOnsOf(licence) },
    ...Object.entries(licence.preferences).map(([name, value]) => preferenceFact(name, value)),
    ...(licence.deny.length > 0 ? [{ name: texts.withdraws, value: texts.withdrawn(licence.deny.length) }] : []),
    { name: texts.licence, value: licence.licenceId },
    {
      name: texts.carrier,
      value: texts.carriers[licence.carrier],
      ...(licence.carrier === 'code' && { remark: texts.carriesLess }),
    },
  ];
}

const toolName = ({ tool }: Licence): string => tool.name ?? texts.toolNames.get(tool.id) ?? texts.toolNumber(tool.id);

const versionWords = ({ tool: { maxMajor } }: Licence): string =>
  maxMajor === anyMajor ? texts.anyVersion : texts.upTo(maxMajor);

const brandName = ({ brand }: Licence, brands: ReadonlyMap<string, string>): string =>
  typeof brand === 'string'
    ? (brands.get(brand) ?? brand)
    : (brands.get(texts.shippedBrands.get(brand) ?? '') ?? texts.brandNumber(brand));

function dateFacts(licence: Licence, now: number): Fact[] {
  const { issuedAt, notBefore, expiresAt, graceDays } = licence;
  const isEndless = expiresAt === neverExpires;
  const end = dayOf(expiresAt);
  const grace = graceDays === 0 ? texts.noGrace : texts.graceUntil(graceDays, dayWords(dayOf(graceEndOf(licence))));
  return [
    { name: texts.issued, value: momentWords(isoOf(issuedAt)) },
    ...(notBefore === issuedAt ? [] : [{ name: texts.begins, value: momentWords(isoOf(notBefore)) }]),
    isEndless
      ? { name: texts.ends, value: texts.never }
      : { name: texts.ends, value: dayWords(end), remark: dayFromNowWords(end, now) },
    ...(isEndless ? [] : [{ name: texts.grace, value: grace }]),
  ];
}

/** Shows names if the licence contains them, else the numbers of the bits. */
function addOnsOf({ entitlements: { bits, names } }: Licence): string {
  if (names.length > 0) return names.map((name) => texts.addOnNames.get(name) ?? name).join(', ');
  const set = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
  return set.length > 0 ? texts.addOnNumbers(set) : texts.noAddOns;
}

const preferenceNames = new Map<string, string>(Object.entries(texts.preferences));

const preferenceFact = (name: string, value: unknown): Fact => ({
  name: preferenceNames.get(name) ?? texts.preference(name),
  value: choices.get(name)?.get(String(value)) ?? preferenceWords(value),
});

/** Returns the text for a value that is one of a few. */
const choices = new Map(
  Object.entries(texts.choices).map(([name, words]) => [name, new Map<string, string>(Object.entries(words))]),
);

function preferenceWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value === null ? texts.notSet : JSON.stringify(value);
}

/** Unix seconds. */
export const graceEndOf = ({ expiresAt, graceDays }: Licence): number => expiresAt + graceDays * 86_400;

const isoOf = (at: number): string => new Date(at * 1000).toISOString();

/** Returns the calendar day of Unix seconds, in UTC. */
export const dayOf = (at: number): string => isoOf(at).slice(0, 10);
