import { toLastDay } from '@basics/licensing/check-licence.ts';
import type { Licence } from '@basics/licensing/licence.ts';
import { anyMajor, neverExpires } from '@basics/licensing/licence-code.ts';
import { licenceChecker } from '#portal/texts/licence-checker.ts';
import { formatDayFromNow, formatDay, formatMoment } from '#portal/messages/times.ts';
import type { LicenceCheck } from './check-text.ts';
import type { PublishedNames } from './published.ts';
import type { Revocation } from './revocation.ts';

export type Fact = { name: string; value: string; remark?: string };

export type GenuineCheck = Exclude<LicenceCheck, { refusal: unknown }>;

const texts = licenceChecker.facts;

/** Lists all contents of a genuine licence as names and formatted values. */
export function listLicenceFacts({ code, licence, key, revocation, now }: GenuineCheck, names: PublishedNames): Fact[] {
  return [
    { name: texts.genuine, value: texts.yes },
    { name: texts.key, value: key.keyId, remark: texts.standings[key.rotationStatus] },
    // The portal removes a licence from its list when the grace period is over, so the list says nothing about an expired licence.
    ...(code === 'EXPIRED' ? [] : [createRevocationFact(revocation)]),
    { name: texts.replaced, value: texts.notChecked, remark: texts.replacedNotChecked },
    ...(licence.user === undefined ? [] : [{ name: texts.user, value: licence.user }]),
    { name: texts.pc, value: licence.machine.name === undefined ? texts.noPc : licence.machine.name || texts.unnamed },
    { name: texts.tool, value: formatTool(licence, names) },
    { name: texts.versions, value: formatVersion(licence) },
    { name: texts.brand, value: formatBrand(licence, names) },
    ...(licence.trial ? [{ name: texts.trial, value: texts.yes }] : []),
    ...listDateFacts(licence, now),
    { name: texts.addOns, value: listAddOns(licence, names) },
    ...Object.entries(licence.preferences).map(([name, value]) => createPreferenceFact(name, value)),
    ...(licence.deny.length > 0 ? [{ name: texts.withdraws, value: texts.withdrawn(licence.deny.length) }] : []),
    { name: texts.licence, value: licence.licenceId },
    {
      name: texts.carrier,
      value: texts.carriers[licence.carrier],
      ...(licence.carrier === 'code' && { remark: texts.carriesLess }),
    },
  ];
}

function createRevocationFact(revocation: Revocation): Fact {
  if (revocation.status === 'notChecked')
    return { name: texts.revoked, value: texts.notChecked, remark: texts.listProblems[revocation.reason] };
  const listMoment = formatListMoment(revocation);
  if (revocation.status !== 'notRevoked')
    return { name: texts.revoked, value: texts.yes, remark: texts.byList(listMoment) };
  const remark = revocation.isCurrent ? texts.byList(listMoment) : texts.byOldList(listMoment);
  return { name: texts.revoked, value: texts.no, remark };
}

/** Formats the time of the revocation list that decided. */
export const formatListMoment = ({ listedAt }: { listedAt: number }): string => formatMoment(toIsoTime(listedAt));

const formatTool = ({ tool }: Licence, names: PublishedNames): string =>
  tool.name ?? names.tools.get(String(tool.id)) ?? texts.toolNumber(tool.id);

const formatVersion = ({ tool: { maxMajor } }: Licence): string =>
  maxMajor === anyMajor ? texts.anyVersion : texts.upTo(maxMajor);

const formatBrand = ({ brand }: Licence, { brands }: PublishedNames): string =>
  brands.get(String(brand)) ?? (typeof brand === 'string' ? brand : texts.brandNumber(brand));

function listDateFacts(licence: Licence, now: number): Fact[] {
  const { issuedAt, notBefore, expiresAt, graceDays } = licence;
  const isEndless = expiresAt === neverExpires;
  const end = toDay(toLastDay(expiresAt));
  const grace =
    graceDays === 0 ? texts.noGrace : texts.graceUntil(graceDays, formatDay(toDay(toLastDay(findGraceEnd(licence)))));
  return [
    { name: texts.issued, value: formatMoment(toIsoTime(issuedAt)) },
    ...(notBefore === issuedAt ? [] : [{ name: texts.begins, value: formatMoment(toIsoTime(notBefore)) }]),
    isEndless
      ? { name: texts.ends, value: texts.never }
      : { name: texts.ends, value: formatDay(end), remark: formatDayFromNow(end, now) },
    ...(isEndless ? [] : [{ name: texts.grace, value: grace }]),
  ];
}

/** Lists the add-ons by name. A licence code contains only bits; a bit without a published name is shown as a number. */
function listAddOns({ tool, entitlements }: Licence, { addOns }: PublishedNames): string {
  const { bits, names: ids } = entitlements;
  if (ids.length > 0) return ids.map((id) => addOns.get(id) ?? id).join(', ');
  const setBits = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
  const addOnNames = setBits.map((bit) => addOns.get(`${tool.id}/${bit}`) ?? texts.addOnNumber(bit));
  return addOnNames.length > 0 ? addOnNames.join(', ') : texts.noAddOns;
}

const preferenceNames = new Map<string, string>(Object.entries(texts.preferences));

const createPreferenceFact = (preferenceName: string, value: unknown): Fact => ({
  name: preferenceNames.get(preferenceName) ?? texts.preference(preferenceName),
  value: textsByPreference.get(preferenceName)?.get(String(value)) ?? formatPreference(value),
});

/** The texts of the values of each preference that has a fixed set of values. */
const textsByPreference = new Map(
  Object.entries(texts.choices).map(([name, labels]) => [name, new Map<string, string>(Object.entries(labels))]),
);

function formatPreference(value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value === null ? texts.notSet : JSON.stringify(value);
}

/** Returns the end of the grace period in Unix seconds. */
export const findGraceEnd = ({ expiresAt, graceDays }: Licence): number => expiresAt + graceDays * 86_400;

const toIsoTime = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString();

/** Converts Unix seconds to the calendar day in UTC. */
export const toDay = (unixSeconds: number): string => toIsoTime(unixSeconds).slice(0, 10);
