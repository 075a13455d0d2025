import { printCode } from '@basics/licensing/text/text-form.ts';
import { writeAtomically } from '#desktop/state/atomic-file.ts';
import type { Finding } from '#desktop/tool.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { createBasicsTool, parseArguments, printResultOfCheck, refuseArguments, type Command } from './command.ts';
import { findPortal } from '../portal/portal-keys.ts';
import { formatFinding, createTerminalQr } from './print-finding.ts';
import { createUsageProblem } from '../tool-problem.ts';
import type { Environment } from './environment.ts';

const options = {
  yes: { type: 'boolean' },
  out: { type: 'string' },
  portal: { type: 'string' },
  'no-qr': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/**
 * The command `basics return` removes the licence from this PC and prints the return code. When somebody enters the return code in the
 * portal, the seat of this PC (the right to use one PC) is free.
 */
export const runReturn: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, options);
  refuseArguments(positionals);
  const portal = findPortal(values.portal, environment);
  const tool = createBasicsTool(environment);
  const status = tool.status();
  if (status.code !== 'NO_LICENCE' && status.code !== 'RETURNED' && values.yes !== true)
    await confirm(status, environment);
  const returnResult = tool.returnLicence();
  if (!returnResult.ok) return printResultOfCheck(returnResult.finding, values.json === true, environment);
  const { text: returnCode } = returnResult;
  const link = new URL(`/license/verify#c=${returnCode}`, portal).href;
  environment.print(values.json === true ? JSON.stringify({ returnCode, link }) : printCode(returnCode));
  if (values.out !== undefined) writeAtomically(values.out, `${printCode(returnCode)}\n`);
  if (values.out !== undefined) environment.note(`Saved to ${values.out}.`);
  const { terminal } = environment;
  const qr = terminal === undefined || values['no-qr'] === true ? undefined : createTerminalQr(link, terminal);
  const pasteHint = `The licence is removed from this PC. Paste this return code at ${new URL('/license/verify', portal).href}`;
  environment.note(qr === undefined ? `${pasteHint}.` : `${pasteHint}, or scan this:\n\n${qr}`);
  return 0;
};

/**
 * Explains the effect of a return, and asks the user for confirmation. Throws the problem USAGE if there is no terminal, and NOT_CONFIRMED
 * if the answer is not yes.
 */
async function confirm(status: Finding, environment: Environment): Promise<void> {
  environment.note(formatFinding(status, environment));
  environment.note(
    [
      '\nThis licence will be removed from this PC. Basics then does not run here until a new licence is installed;',
      'this one is not accepted here again. You get a return code: in the portal it frees the place of this PC at once,',
      'and counts as a move.\n',
    ].join('\n'),
  );
  if (environment.ask === undefined) throw createUsageProblem('There is no terminal to ask on. Give --yes.');
  const typedAnswer = await environment.ask('Remove the licence? (yes/no) ', false);
  if (!/^y(?:es)?$/i.test(typedAnswer?.trim() ?? ''))
    throw new ToolProblem('NOT_CONFIRMED', 'Nothing was changed.', 'Run it again and answer yes, or give --yes.');
}
