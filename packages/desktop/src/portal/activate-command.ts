import { printCode } from '@basics/licensing/text/text-form.ts';
import type { VerificationReason } from '@basics/licensing/verification-code.ts';
import type { CreatedCode, Tool } from '#desktop/tool.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { createBasicsTool, parseArguments, refuseArguments, type Command } from '../command/command.ts';
import { activate as requestLicence, type Question } from './activation-calls.ts';
import { pinFirstKeys } from './trust-command.ts';
import { printInstalled } from '../command/licence-commands.ts';
import { askPortal, readMessage } from './portal-calls.ts';
import { findPortal } from './portal-keys.ts';
import { readSession } from './portal-session.ts';
import { findReasonOfStatus } from '../tool.ts';
import { refreshRevocations } from '../command/revocations-command.ts';
import { createTerminalQr } from '../command/print-finding.ts';
import type { Environment } from '../command/environment.ts';

const options = {
  portal: { type: 'string' },
  'no-browser': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/**
 * The command `basics activate` gets and installs a licence over the network, after a person has confirmed the request
 * in the portal.
 */
export const runActivate: Command = (args, environment) => activate(args, environment, undefined);

/**
 * The command `basics renew` works like `basics activate`, but sends a code that requests a renewal. If the user is signed in on this PC
 * (`basics sign-in`), nobody needs to confirm the renewal in the portal.
 */
export const runRenew: Command = (args, environment) => activate(args, environment, 'renew');

async function activate(
  args: readonly string[],
  environment: Environment,
  reason: VerificationReason | undefined,
): Promise<number> {
  const { values, positionals } = parseArguments(args, options);
  refuseArguments(positionals);
  const portal = findPortal(values.portal, environment);
  const tool = createBasicsTool(environment);
  await refreshRevocations(tool, environment);
  const code = tool.makeVerificationCode(reason ?? findReasonOfStatus(tool.status().code));
  let isShown = false;
  const showCode = (why: string): number => showCodeToPaste(code, why, portal, environment);
  const activation = await requestLicence({
    portal,
    code: code.text,
    async show(question) {
      isShown = true;
      await pinFirstKeys(tool, portal, environment);
      const isConfirmed = reason === 'renew' && (await confirmBySession(portal, question, environment));
      if (!isConfirmed) await askForConfirmation(code, question, values['no-browser'] !== true, environment);
    },
    away: () => void showCode(`${portal.origin} does not answer.`),
    wait: (seconds) => environment.wait(seconds),
  });
  if (activation.licence !== undefined) return install(tool, activation.licence, values.json === true, environment);
  if (!isShown) return showCode(activation.message);
  throw createActivationProblem(activation);
}

function createActivationProblem({ code, message }: { code: string; message: string }): ToolProblem {
  return code === 'REFUSED_IN_PORTAL'
    ? new ToolProblem(code, message, 'If this was a mistake, run it again and confirm it.')
    : new ToolProblem(
        'NOT_CONFIRMED',
        message,
        'Run it again, or download the licence file if the portal has issued it.',
      );
}

const install = (tool: Tool, licence: string, json: boolean, environment: Environment): number =>
  printInstalled(tool.install(licence), json, environment);

/**
 * Prints the verification code in the same way as `basics code`. The command calls this function if the portal cannot be reached, or cannot
 * activate a PC over the network.
 */
function showCodeToPaste(code: CreatedCode, why: string, portal: URL, environment: Environment): number {
  environment.note(`${why} Paste this code at ${new URL('/license/verify', portal).href}, on any PC with a network:\n`);
  environment.print(printCode(code.text));
  environment.note('\nThen run "basics install" with the licence.');
  return 1;
}

async function askForConfirmation(
  { claims }: CreatedCode,
  { userCode, page, pageWithCode, expiresInSeconds }: Question,
  mayOpenBrowser: boolean,
  environment: Environment,
): Promise<void> {
  const { terminal } = environment;
  const qr = terminal === undefined ? undefined : createTerminalQr(pageWithCode, terminal);
  environment.note(
    [
      `To get a licence for ${claims.machineName || 'this PC'}, open this page and confirm this code:\n`,
      `  ${page}`,
      `  ${userCode}\n`,
      ...(qr === undefined ? [] : [`Or scan this with a phone:\n\n${qr}\n`]),
      `Waiting for at most ${Math.round(expiresInSeconds / 60)} minutes. The page must show the same code.`,
    ].join('\n'),
  );
  if (terminal !== undefined && mayOpenBrowser) await environment.openBrowser(pageWithCode);
}

/**
 * Tries to confirm the renewal with the session of this PC. Returns whether the portal accepted the confirmation. If the portal refused the
 * confirmation, a person must confirm the renewal in the portal, which shows the reason.
 */
async function confirmBySession(portal: URL, { userCode }: Question, environment: Environment): Promise<boolean> {
  const session = readSession(portal, environment);
  if (session === undefined) return false;
  const reply = await askPortal(portal, '/activation/confirm', { userCode }, session.token).catch((error: unknown) => {
    if (error instanceof ToolProblem) return undefined;
    throw error;
  });
  if (reply?.ok === true) return true;
  if (reply !== undefined && reply.status !== 401) environment.note(readMessage(reply.body));
  return false;
}
