import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { toLastDay } from '@basics/licensing/check-licence.ts';
import { anyMajor } from '@basics/licensing/licence-code.ts';
import type { Licence } from '@basics/licensing/licence.ts';
import type { Finding } from '#desktop/tool.ts';
import { findingTexts, formatDay, formatMoment } from '#desktop/finding-texts.ts';
import { describePc, type PcNotes } from '#desktop/identify-pc.ts';
import { stateFolder } from '#desktop/state/tool-state.ts';
import type { Environment } from './environment.ts';
import { renderUnicodeCompact } from 'uqr';

/**
 * Returns a finding (the result of checking the licence on this PC) as text for a person: the code with a sentence, the
 * facts, and the next step.
 */
export function formatFinding(
  finding: Finding,
  { simulatedPc, env }: Pick<Environment, 'simulatedPc' | 'env'>,
): string {
  const { sentence, nextStep } = findingTexts[finding.code];
  const { pc } = finding;
  const factLines = listFacts(finding).map(([name, fact]) => `  ${name.padEnd(9)} ${fact}`);
  const simulationLines =
    simulatedPc === undefined ? [] : [`  Simulated PC: described by ${simulatedPc}, not this computer`];
  const notes = pc === undefined ? [] : describePc(pc, stateFolder(env)).map((note) => `  Note: ${note}`);
  const nextLines = nextStep === undefined ? [] : [`Next: ${nextStep}`];
  const modeLines = finding.mode === 'readOnly' ? ['  Read-only: files can be opened and printed, not saved.'] : [];
  const recordLines =
    finding.recordStored === false
      ? ['  Note: the time of this check could not be stored. Free disk space, or allow writing into the folder.']
      : [];
  return [
    `${finding.code}  ${sentence(finding)}`,
    ...modeLines,
    ...recordLines,
    ...simulationLines,
    ...factLines,
    ...notes,
    ...nextLines,
  ].join('\n');
}

/**
 * Formats a finding, the result of checking the licence on this PC, as JSON for scripts. Times in the JSON are in the
 * format ISO 8601, in UTC.
 */
export function formatFindingAsJson(
  finding: Finding,
  { simulatedPc }: Pick<Environment, 'simulatedPc'>,
): Record<string, unknown> {
  const { exitCode, sentence, nextStep } = findingTexts[finding.code];
  const { code, allowed, mode, verdict, licence, refusal, pc, recordStored } = finding;
  return {
    code,
    allowed,
    ...(recordStored === undefined ? {} : { recordStored }),
    ...(mode === undefined ? {} : { mode }),
    exitCode,
    message: sentence(finding),
    ...(simulatedPc === undefined ? {} : { simulatedPc }),
    ...(nextStep === undefined ? {} : { nextStep }),
    ...(refusal === undefined ? {} : { found: refusal.found, expected: refusal.expected, detail: refusal.detail }),
    ...(verdict === undefined ? {} : { machineRelation: verdict.machine, daysLeft: verdict.daysLeft ?? null }),
    ...(pc === undefined ? {} : convertPcNotesToJson(pc)),
    ...(verdict === undefined ? {} : { graceEndsAt: toMomentOrNull(verdict.graceEndsAt) }),
    ...(licence === undefined ? {} : { licence: toJsonLicence(licence, verdict?.expiresAt) }),
  };
}

function listFacts({ licence, verdict }: Finding): [name: string, fact: string][] {
  if (licence === undefined || verdict === undefined) return [];
  const { tool, machine, entitlements } = licence;
  const versions = tool.maxMajor === anyMajor ? 'any version' : `up to version ${tool.maxMajor}`;
  const bitsText = `bits ${entitlements.bits.toString(16).padStart(8, '0')}`;
  const end = verdict.expiresAt === undefined ? 'does not end' : formatDay(toLastDay(verdict.expiresAt));
  const graceText =
    verdict.graceEndsAt === undefined ? '' : `, then accepted until ${formatDay(toLastDay(verdict.graceEndsAt))}`;
  return [
    ['licence', `${licence.licenceId}, from a ${licence.carrier}, signed by key ${licence.keyId}`],
    ...(licence.user === undefined ? [] : [['for', licence.user] satisfies [string, string]]),
    ['tool', `${tool.name ?? `number ${tool.id}`}, ${versions}`],
    [
      'PC',
      [machine.name, relationTexts[verdict.machine]]
        .filter((relationWord) => relationWord !== undefined && relationWord !== '')
        .join(', '),
    ],
    ['allows', [...entitlements.names, bitsText].join(', ')],
    ['from', formatDay(licence.notBefore)],
    ['until', end + graceText],
  ];
}

/** Converts the notes about this PC to the fields of the JSON output. */
export const convertPcNotesToJson = ({ virtualMachine, isStandIn, isCopy }: PcNotes): Record<string, unknown> => ({
  virtualMachine: virtualMachine ?? null,
  standIn: isStandIn,
  copiedSystem: isCopy,
});

const relationTexts = {
  same: 'which is this PC',
  changed: 'which is this PC, with some parts changed',
  different: 'which is not this PC',
};

function toJsonLicence(licence: Licence, expiresAt: number | undefined): Record<string, unknown> {
  return {
    licenceId: licence.licenceId,
    keyId: licence.keyId,
    carrier: licence.carrier,
    user: licence.user ?? null,
    brand: licence.brand,
    trial: licence.trial,
    tool: { ...licence.tool, name: licence.tool.name ?? null },
    machine: { name: licence.machine.name ?? null, fingerprint: bytesToHex(licence.machine.fingerprint) },
    entitlements: licence.entitlements,
    preferences: licence.preferences,
    issuedAt: formatMoment(licence.issuedAt),
    notBefore: formatMoment(licence.notBefore),
    expiresAt: toMomentOrNull(expiresAt),
    graceDays: licence.graceDays,
  };
}

function toMomentOrNull(time: number | undefined): string | null {
  return time === undefined ? null : formatMoment(time);
}

/**
 * Returns a QR code of half-block characters, whose colours do not depend on the theme of the terminal. Returns undefined if the QR code is
 * wider than the terminal, because a wrapped QR code cannot be scanned.
 */
export function createTerminalQr(
  link: string,
  { columns, colours }: { columns: number; colours: boolean },
): string | undefined {
  const lines = renderUnicodeCompact(link, { ecc: 'L', border: 4 }).split('\n');
  if ((lines[0]?.length ?? 0) > columns) return undefined;
  return lines.map((line) => (colours ? `\u001b[97;40m${line}\u001b[0m` : line)).join('\n');
}
