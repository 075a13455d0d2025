import { toLastDay } from '@basics/licensing/check-licence.ts';
import type { LicenceRefusal } from '@basics/licensing/licence.ts';
import { neverExpires } from '@basics/licensing/licence-code.ts';
import type { Refusal } from '@basics/licensing/reading.ts';
import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import { formatDayFromNow, formatDay, formatMoment } from '#portal/messages/times.ts';
import type { LicenceCheck } from './check-text.ts';
import { toDay, findGraceEnd, listLicenceFacts } from './licence-facts.ts';
import type { Fact } from './licence-facts.ts';

/** The report about a check: the result, what to do, and the contents of the licence. */
export type Report = {
  tone: 'ok' | 'warn' | 'danger';
  title: string;
  text: string;
  next: string;
  /** The title of the list of facts. */
  factsTitle: string;
  facts: readonly Fact[];
  /** A text that names whose clock was used to check the dates; null if no dates were checked. */
  clockText: string | null;
};

export type BrandNames = ReadonlyMap<string, string>;

const { findings: findingTexts, facts: names } = texts;

/** Creates the report about a check. `brands` contains the names of known brands by id. */
export function createReport(check: LicenceCheck, brands: BrandNames = new Map()): Report {
  if ('refusal' in check) {
    const tone = isForgery(check.code) ? 'danger' : 'warn';
    return {
      tone,
      ...describeRefusal(check.refusal),
      factsTitle: names.unproven,
      facts: listRefusalFacts(check),
      clockText: null,
    };
  }
  const clockText = texts.clock(formatMoment(new Date(check.now).toISOString()));
  return {
    tone: tones[check.code],
    ...describeFinding(check),
    factsTitle: names.title,
    facts: listLicenceFacts(check, brands),
    clockText,
  };
}

type GenuineCheck = Exclude<LicenceCheck, { refusal: unknown }>;

const tones = {
  VALID: 'ok',
  IN_GRACE: 'warn',
  EXPIRED: 'warn',
  NOT_YET_VALID: 'warn',
  KEY_REVOKED: 'danger',
} as const satisfies Record<GenuineCheck['code'], Report['tone']>;

function describeFinding({ code, licence, now }: GenuineCheck) {
  const lastDay = toDay(toLastDay(licence.expiresAt));
  const end = formatDay(lastDay);
  switch (code) {
    case 'VALID':
      return findingTexts.VALID(
        licence.expiresAt === neverExpires ? 'without an end' : `until ${end} (${formatDayFromNow(lastDay, now)})`,
      );
    case 'IN_GRACE':
      return findingTexts.IN_GRACE(end, formatDay(toDay(toLastDay(findGraceEnd(licence)))));
    case 'EXPIRED':
      return findingTexts.EXPIRED(end);
    case 'NOT_YET_VALID':
      return findingTexts.NOT_YET_VALID(formatDay(toDay(licence.notBefore)));
    case 'KEY_REVOKED':
    default:
      return findingTexts.KEY_REVOKED;
  }
}

const isForgery = (code: LicenceRefusal): boolean => code === 'NOT_GENUINE' || code === 'UNKNOWN_KEY';

const groupLength = 6;

/** Returns the title and the explanation for an entered text that is not a genuine licence. */
function describeRefusal({ code, detail, found = 0, expected = 0 }: Refusal<LicenceRefusal>) {
  switch (code) {
    case 'NOT_A_CODE':
      if (detail === 'empty') return findingTexts.nothing;
      if (detail === 'verification-code') return findingTexts.verificationCode;
      if (detail === 'too-long') return findingTexts.tooLong;
      return detail === 'malformed' ? findingTexts.senseless : findingTexts.noLicence;
    case 'CODE_INCOMPLETE':
      return findingTexts.codeIncomplete(found, expected);
    case 'CODE_TYPO':
      if (detail === 'foreign-character') return findingTexts.foreignCharacter(Math.floor(found / groupLength) + 1);
      return detail === 'too-long' ? findingTexts.tooManyCharacters(found, expected) : findingTexts.typo;
    case 'FILE_INCOMPLETE':
      return findingTexts.fileIncomplete(found, expected);
    case 'FILE_DAMAGED':
      return detail === 'malformed' ? findingTexts.senseless : findingTexts.FILE_DAMAGED;
    case 'CODE_NEWER':
    case 'FILE_NEWER':
    case 'NOT_A_LICENCE_FILE':
    case 'NOT_GENUINE':
    case 'UNKNOWN_KEY':
    default:
      return findingTexts[code];
  }
}

function listRefusalFacts({ code, refusal, key }: Extract<LicenceCheck, { refusal: unknown }>): Fact[] {
  const isVerified = isForgery(code);
  if (refusal.keyId === undefined) return [{ name: names.genuine, value: names.unknown }];
  const keyStatus = key ? names.standings[key.rotationStatus] : names.strangeKey;
  return [
    { name: names.genuine, value: isVerified ? names.no : names.unknown },
    { name: names.claimedKey, value: refusal.keyId, remark: keyStatus },
  ];
}
