import { toLastDay } from '@basics/licensing/check-licence.ts';
import type { LicenceRefusal } from '@basics/licensing/licence.ts';
import { neverExpires } from '@basics/licensing/licence-code.ts';
import type { Refusal } from '@basics/licensing/reading.ts';
import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import { formatDayFromNow, formatDay, formatMoment } from '#portal/messages/times.ts';
import type { Check } from './check-text.ts';
import { toDay, findGraceEnd, listLicenceFacts } from './licence-facts.ts';
import type { Fact } from './licence-facts.ts';

/** A check, ready to be shown: the finding, what to do, and the contents of the licence. */
export type Report = {
  tone: 'ok' | 'warn' | 'danger';
  title: string;
  text: string;
  next: string;
  /** The title of the facts: the contents of a genuine licence, or the few facts about another text. */
  about: string;
  facts: readonly Fact[];
  /** The clock by which the dates were judged; null if none was used. */
  clock: string | null;
};

export type BrandNames = ReadonlyMap<string, string>;

const { findings, facts: names } = texts;

/** `brands` contains the names of known brands by their ids. */
export function createReport(check: Check, brands: BrandNames = new Map()): Report {
  if ('refusal' in check) {
    const tone = isForgery(check.code) ? 'danger' : 'warn';
    return {
      tone,
      ...describeRefusal(check.refusal),
      about: names.unproven,
      facts: listRefusalFacts(check),
      clock: null,
    };
  }
  const clock = texts.clock(formatMoment(new Date(check.now).toISOString()));
  return {
    tone: tones[check.code],
    ...describeFinding(check),
    about: names.title,
    facts: listLicenceFacts(check, brands),
    clock,
  };
}

type Genuine = Exclude<Check, { refusal: unknown }>;

const tones = {
  VALID: 'ok',
  IN_GRACE: 'warn',
  EXPIRED: 'warn',
  NOT_YET_VALID: 'warn',
  KEY_REVOKED: 'danger',
} as const satisfies Record<Genuine['code'], Report['tone']>;

function describeFinding({ code, licence, now }: Genuine) {
  const lastDay = toDay(toLastDay(licence.expiresAt));
  const end = formatDay(lastDay);
  switch (code) {
    case 'VALID':
      return findings.VALID(
        licence.expiresAt === neverExpires ? 'without an end' : `until ${end} (${formatDayFromNow(lastDay, now)})`,
      );
    case 'IN_GRACE':
      return findings.IN_GRACE(end, formatDay(toDay(toLastDay(findGraceEnd(licence)))));
    case 'EXPIRED':
      return findings.EXPIRED(end);
    case 'NOT_YET_VALID':
      return findings.NOT_YET_VALID(formatDay(toDay(licence.notBefore)));
    case 'KEY_REVOKED':
    default:
      return findings.KEY_REVOKED;
  }
}

const isForgery = (code: LicenceRefusal): boolean => code === 'NOT_GENUINE' || code === 'UNKNOWN_KEY';

const groupLength = 6;

/** The text for each refusal of the readers. */
function describeRefusal({ code, detail, found = 0, expected = 0 }: Refusal<LicenceRefusal>) {
  switch (code) {
    case 'NOT_A_CODE':
      if (detail === 'empty') return findings.nothing;
      if (detail === 'verification-code') return findings.verificationCode;
      if (detail === 'too-long') return findings.tooLong;
      return detail === 'malformed' ? findings.senseless : findings.noLicence;
    case 'CODE_INCOMPLETE':
      return findings.codeIncomplete(found, expected);
    case 'CODE_TYPO':
      if (detail === 'foreign-character') return findings.foreignCharacter(Math.floor(found / groupLength) + 1);
      return detail === 'too-long' ? findings.tooManyCharacters(found, expected) : findings.typo;
    case 'FILE_INCOMPLETE':
      return findings.fileIncomplete(found, expected);
    case 'FILE_DAMAGED':
      return detail === 'malformed' ? findings.senseless : findings.FILE_DAMAGED;
    case 'CODE_NEWER':
    case 'FILE_NEWER':
    case 'NOT_A_LICENCE_FILE':
    case 'NOT_GENUINE':
    case 'UNKNOWN_KEY':
    default:
      return findings[code];
  }
}

function listRefusalFacts({ code, refusal, key }: Extract<Check, { refusal: unknown }>): Fact[] {
  const isJudged = isForgery(code);
  if (refusal.keyId === undefined) return [{ name: names.genuine, value: names.unknown }];
  const standing = key ? names.standings[key.standing] : names.strangeKey;
  return [
    { name: names.genuine, value: isJudged ? names.no : names.unknown },
    { name: names.claimedKey, value: refusal.keyId, remark: standing },
  ];
}
