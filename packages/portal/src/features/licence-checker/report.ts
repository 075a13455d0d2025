import { toLastDay } from '@basics/licensing/check-licence.ts';
import type { LicenceRefusal } from '@basics/licensing/licence.ts';
import { neverExpires } from '@basics/licensing/licence-code.ts';
import type { Refusal } from '@basics/licensing/encoding/reading.ts';
import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import { formatDayFromNow, formatDay, formatMoment } from '#portal/messages/times.ts';
import type { LicenceCheck } from './check-text.ts';
import { toDay, findGraceEnd, formatListMoment, listLicenceFacts } from './licence-facts.ts';
import type { Fact, GenuineCheck } from './licence-facts.ts';
import type { PublishedNames } from './published.ts';
import type { Revocation } from './revocation.ts';

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

const { findings: findingTexts, facts: names } = texts;

/** Creates the report about a check. `publishedNames` contains the names of tools, add-ons and brands. */
export function createReport(check: LicenceCheck, publishedNames: PublishedNames): Report {
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
    tone: check.code === 'VALID' && !isCurrent(check.revocation) ? 'warn' : tones[check.code],
    ...describeFinding(check),
    factsTitle: names.title,
    facts: listLicenceFacts(check, publishedNames),
    clockText,
  };
}

const tones = {
  VALID: 'ok',
  IN_GRACE: 'warn',
  EXPIRED: 'warn',
  NOT_YET_VALID: 'warn',
  KEY_REVOKED: 'danger',
  REVOKED: 'danger',
} as const satisfies Record<GenuineCheck['code'], Report['tone']>;

const isCurrent = (revocation: Revocation): boolean => revocation.status !== 'notChecked' && revocation.isCurrent;

/** Describes a genuine licence. The texts of an unexpired licence say if nobody could check whether it was revoked since. */
function describeFinding(check: GenuineCheck) {
  const { code, revocation } = check;
  const findingText = describeCode(check);
  return (code === 'IN_GRACE' || code === 'NOT_YET_VALID') && !isCurrent(revocation)
    ? { ...findingText, text: `${findingText.text} ${findingTexts.revocationNotChecked}` }
    : findingText;
}

function describeValid({ licence, revocation, now }: GenuineCheck) {
  const lastDay = toDay(toLastDay(licence.expiresAt));
  const validity =
    licence.expiresAt === neverExpires
      ? findingTexts.withoutEnd
      : findingTexts.until(formatDay(lastDay), formatDayFromNow(lastDay, now));
  if (revocation.status === 'notChecked')
    return findingTexts.unchecked(validity, names.listProblems[revocation.reason]);
  const listMoment = formatListMoment(revocation);
  return revocation.isCurrent
    ? findingTexts.VALID(validity, listMoment)
    : findingTexts.notRevokedBy(validity, formatDay(toDay(revocation.listedAt)));
}

function describeCode(check: GenuineCheck) {
  const { code, licence, revocation } = check;
  const end = formatDay(toDay(toLastDay(licence.expiresAt)));
  switch (code) {
    case 'VALID':
      return describeValid(check);
    case 'IN_GRACE':
      return findingTexts.IN_GRACE(end, formatDay(toDay(toLastDay(findGraceEnd(licence)))));
    case 'EXPIRED':
      return findingTexts.EXPIRED(end);
    case 'NOT_YET_VALID':
      return findingTexts.NOT_YET_VALID(formatDay(toDay(licence.notBefore)));
    case 'REVOKED':
      return findingTexts.REVOKED(revocation.status === 'notChecked' ? '' : formatListMoment(revocation));
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
