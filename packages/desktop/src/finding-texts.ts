import { toLastDay } from '@basics/licensing/check-licence.ts';
import type { Finding, FindingCode } from './tool.ts';

/** The exit code, the sentence and the next step for a finding, the result of checking a licence. */
export type FindingText = { exitCode: number; sentence: (finding: Finding) => string; nextStep: string | undefined };

const copyAgainHint = 'Copy the whole code again from the portal or the e-mail, or download the licence file.';
const renewHint = 'Run "basics code --renew", paste the code in the portal and install the new licence.';
const updateHint = 'Install the newest version of this tool.';

/** For each finding, the exit code for scripts, and the sentence and the next step for a person. */
export const findingTexts: Readonly<Record<FindingCode, FindingText>> = {
  VALID: { exitCode: 0, sentence: describeValid, nextStep: undefined },
  IN_GRACE: { exitCode: 10, sentence: describeGrace, nextStep: renewHint },
  EXPIRED: {
    exitCode: 11,
    sentence: (finding) => `The licence expired on ${formatExpiryDay(finding)}.`,
    nextStep: renewHint,
  },
  NO_LICENCE: {
    exitCode: 12,
    sentence: () => 'No licence is installed.',
    nextStep: 'Run "basics code", paste the code in the portal, then run "basics install" with the licence.',
  },
  LICENCE_NOT_READABLE: {
    exitCode: 12,
    sentence: () => 'The file of the installed licence is empty, or this program may not read it.',
    nextStep: 'Install the licence again. If that changes nothing, check the permissions of the folder of the tool.',
  },
  OTHER_MACHINE: {
    exitCode: 13,
    sentence: ({ licence }) =>
      `The licence is for another PC${licence?.machine.name ? `, ${licence.machine.name}` : ''}.`,
    nextStep: 'Run "basics code --moved" on this PC and paste the code in the portal.',
  },
  NOT_GENUINE: {
    exitCode: 14,
    sentence: () => 'The signature is not valid. The licence was changed, or the portal did not issue it.',
    nextStep: 'Download it again from the portal and do not change it.',
  },
  CLOCK_TURNED_BACK: {
    exitCode: 15,
    sentence: () => 'The clock of this PC was turned back by more than 48 hours.',
    nextStep: `Correct the date and time. If they are right now but were ahead before: ${lowerFirstLetter(renewHint)}`,
  },
  NOT_YET_VALID: {
    exitCode: 16,
    sentence: ({ licence }) => `The licence begins on ${formatDay(licence?.notBefore ?? 0)}.`,
    nextStep: 'Check the date and time of this PC, or wait until then.',
  },
  OTHER_TOOL: {
    exitCode: 17,
    sentence: ({ licence }) =>
      `The licence is for another tool, ${licence?.tool.name ?? `number ${licence?.tool.id}`}.`,
    nextStep: 'Install it in that tool, or ask for one with "basics code".',
  },
  TOOL_TOO_NEW: {
    exitCode: 18,
    sentence: ({ licence }) => `The licence covers this tool up to version ${licence?.tool.maxMajor}.`,
    nextStep: `Use that version, or: ${lowerFirstLetter(renewHint)}`,
  },
  DENIED: { exitCode: 19, sentence: () => 'The licence was withdrawn by a later one.', nextStep: renewHint },
  RETURNED: {
    exitCode: 25,
    sentence: () => 'The licence was returned on this PC, so it is not accepted here again.',
    nextStep: 'Run "basics return" to see its return code again, or "basics activate" to get a new licence.',
  },
  REVOKED: {
    exitCode: 23,
    sentence: ({ licence }) => `The portal revoked this licence${licence?.user ? ` of ${licence.user}` : ''}.`,
    nextStep: 'Ask the portal operator for the reason, or for a new licence.',
  },
  KEY_REVOKED: {
    exitCode: 23,
    sentence: () => 'The portal revoked the key that signed this licence.',
    nextStep: renewHint,
  },
  NOT_A_CODE: { exitCode: 20, sentence: describeNotACode, nextStep: copyAgainHint },
  CODE_INCOMPLETE: {
    exitCode: 20,
    sentence: ({ refusal }) => `The code is incomplete: ${refusal?.found} of ${refusal?.expected} characters.`,
    nextStep: copyAgainHint,
  },
  CODE_TYPO: {
    exitCode: 20,
    sentence: describeTypingError,
    nextStep: copyAgainHint,
  },
  NOT_A_LICENCE_FILE: { exitCode: 20, sentence: () => 'This is not a licence file.', nextStep: copyAgainHint },
  FILE_INCOMPLETE: {
    exitCode: 20,
    sentence: ({ refusal }) => `The licence file is incomplete: ${refusal?.found} of ${refusal?.expected} lines.`,
    nextStep: copyAgainHint,
  },
  FILE_DAMAGED: { exitCode: 20, sentence: () => 'The licence file is damaged.', nextStep: copyAgainHint },
  NO_KEYS: {
    exitCode: 21,
    sentence: () => 'No portal keys are trusted yet, so licences cannot be verified.',
    nextStep: 'Run "basics trust <address of the portal>" once.',
  },
  UNKNOWN_KEY: {
    exitCode: 21,
    sentence: () => 'The licence is signed with a key that is not trusted.',
    nextStep:
      'If the portal has a new key, run "basics trust <address of the portal>"; else download the licence again.',
  },
  CLOCK_RECORD_LOST: {
    exitCode: 24,
    sentence: () => 'The record of the time on this PC is missing or was changed, and the licence is not a new one.',
    nextStep: `Correct the date and time. ${renewHint} A new licence for the same PC is free.`,
  },
  FILE_NOT_WRITABLE: {
    exitCode: 1,
    sentence: () => 'The time of the last check could not be stored for 7 days.',
    nextStep: 'Free disk space, or allow this program to write into its folder.',
  },
  CODE_NEWER: { exitCode: 22, sentence: () => 'The code needs a newer version of this tool.', nextStep: updateHint },
  FILE_NEWER: {
    exitCode: 22,
    sentence: () => 'The licence file needs a newer version of this tool.',
    nextStep: updateHint,
  },
};

function describeValid({ verdict, licence }: Finding): string {
  const licenceNoun = licence?.trial === true ? 'trial licence' : 'licence';
  if (verdict?.expiresAt === undefined) return `The ${licenceNoun} is valid and has no expiry date.`;
  return `The ${licenceNoun} is valid until ${formatDay(toLastDay(verdict.expiresAt))} (${formatDaysLeft(verdict.daysLeft ?? 0)}).`;
}

function describeGrace(finding: Finding): string {
  return `The licence expired on ${formatExpiryDay(finding)}; it is still accepted until ${formatDay(toLastDay(finding.verdict?.graceEndsAt ?? 0))}.`;
}

function describeNotACode({ refusal }: Finding): string {
  if (refusal?.detail === 'verification-code') {
    return 'This is a verification code. Paste it in the portal to get a licence.';
  }
  return refusal?.detail === 'empty' ? 'There is nothing in it.' : 'This is neither a licence code nor a licence file.';
}

function describeTypingError({ refusal }: Finding): string {
  if (refusal?.line !== undefined) return `Line ${refusal.line} of the code contains a typing error.`;
  return `The code contains a typing error${refusal?.detail === 'too-long' ? ': it has too many characters' : ''}.`;
}

function formatExpiryDay({ verdict }: Finding): string {
  return formatDay(toLastDay(verdict?.expiresAt ?? 0));
}

/** Formats the remaining time of a licence in calendar days, which are counted in the same way as in the portal. */
function formatDaysLeft(days: number): string {
  if (days < 0) return 'it ends at 12:00 UTC today';
  if (days === 0) return 'today is its last day';
  return days === 1 ? '1 day left' : `${days} days left`;
}

function lowerFirstLetter(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Formats a time in Unix seconds as `2027-11-18T12:00:00Z`. */
export function formatMoment(time: number): string {
  return new Date(time * 1000).toISOString().replace('.000Z', 'Z');
}

/** Formats the day in UTC of a time in Unix seconds as `2027-11-18`. */
export function formatDay(time: number): string {
  return formatMoment(time).slice(0, 10);
}
