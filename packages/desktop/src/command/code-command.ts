import { printCode } from '@basics/licensing/text/text-form.ts';
import type { VerificationReason } from '@basics/licensing/verification-code.ts';
import { writeAtomically } from '#desktop/state/atomic-file.ts';
import type { CreatedCode } from '#desktop/tool.ts';
import { describePc } from '#desktop/identify-pc.ts';
import { createBasicsTool, parseArguments, refuseArguments, type Command } from './command.ts';
import { pinFirstKeys } from '../portal/trust-command.ts';
import { findPortal } from '../portal/portal-keys.ts';
import { convertPcNotesToJson, createTerminalQr } from './print-finding.ts';
import { createUsageProblem } from '../tool-problem.ts';
import type { Environment } from './environment.ts';
import { printCheckedLines } from '@basics/licensing/text/line-check.ts';
import { spellLine } from '@basics/licensing/text/dictated-code.ts';

const options = {
  renew: { type: 'boolean' },
  moved: { type: 'boolean' },
  out: { type: 'string' },
  portal: { type: 'string' },
  plain: { type: 'boolean' },
  'no-qr': { type: 'boolean' },
  speak: { type: 'boolean' },
  offline: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type CodeOptions = { out?: string; speak?: boolean; 'no-qr'?: boolean };

/** The command `basics code` prints the verification code to standard output, and all messages to standard error. */
export const runCode: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, options);
  refuseArguments(positionals);
  const reason = findReason(values);
  const portal = findPortal(values.portal, environment);
  const tool = createBasicsTool(environment);
  const createdCode = tool.makeVerificationCode(reason);
  const link = new URL(`/license/verify#c=${createdCode.text}`, portal).href;
  if (values.out !== undefined) writeAtomically(values.out, `${printCode(createdCode.text)}\n`);
  const isForPeople = environment.terminal !== undefined && values.plain !== true && values.json !== true;
  if (isForPeople) environment.note(`Verification code of ${createdCode.claims.machineName || 'this PC'}:\n`);
  if (values.json === true) environment.print(JSON.stringify(formatCodeAsJson(createdCode, link, values)));
  else if (values.speak === true) await speakCode(createdCode.text, environment);
  else environment.print(printCode(createdCode.text));
  if (values.out !== undefined) environment.note(`Saved to ${values.out}.`);
  if (isForPeople) environment.note(`\n${printNextSteps(link, portal, values, environment)}`);
  for (const note of describePc(createdCode.pc, tool.folder)) environment.note(note);
  if (values.offline !== true) await pinFirstKeys(tool, portal, environment);
  return 0;
};

function findReason({ renew, moved }: { renew?: boolean; moved?: boolean }): VerificationReason {
  if (renew === true && moved === true) throw createUsageProblem('Give --renew or --moved, not both.');
  if (renew === true) return 'renew';
  return moved === true ? 'moved' : 'new';
}

function formatCodeAsJson(
  { text, claims, pc }: CreatedCode,
  link: string,
  { out, speak }: CodeOptions,
): Record<string, unknown> {
  return {
    verificationCode: text,
    link,
    reason: claims.reason,
    machineName: claims.machineName,
    ...convertPcNotesToJson(pc),
    createdAt: new Date(claims.createdAt * 1000).toISOString(),
    ...(out === undefined ? {} : { file: out }),
    ...(speak === true ? { lines: createSpokenLines(text) } : {}),
  };
}

function printNextSteps(
  link: string,
  portal: URL,
  { speak, 'no-qr': noQr }: CodeOptions,
  { terminal }: Environment,
): string {
  const page = new URL('/license/verify', portal).href;
  if (speak === true) return `The other person types the lines at ${page}, with "Type line by line".`;
  const pasteHint = `Paste it at ${page}`;
  const qr = noQr === true || terminal === undefined ? undefined : createTerminalQr(link, terminal);
  return qr === undefined ? `${pasteHint}.` : `${pasteHint}, or scan this:\n\n${qr}`;
}

/** Returns the lines in which a code is read aloud. Each line has the words that spell its groups of characters. */
const createSpokenLines = (code: string): { line: string; words: string[] }[] =>
  printCheckedLines(code).map((line) => ({ line, words: spellLine(line) }));

/** Prints a code in the spelling alphabet. In a terminal, each line is printed after the user has confirmed the previous line. */
async function speakCode(code: string, environment: Environment): Promise<void> {
  const lines = createSpokenLines(code);
  for (const [index, { line, words }] of lines.entries()) {
    const title = `Line ${index + 1} of ${lines.length}: ${line}`;
    environment.print([title, ...words.map((group) => `  ${group}`)].join('\n'));
    const isConfirmed = index === lines.length - 1 || environment.terminal === undefined;
    if (!isConfirmed) await environment.ask?.(`Press Enter when line ${index + 1} is confirmed. `, false);
  }
}
