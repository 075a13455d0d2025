import { printCode } from '@basics/licensing/text-form.ts';
import type { VerificationReason } from '@basics/licensing/verification-code.ts';
import type { CreatedCode, Tool } from '#desktop/tool.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { createBasicsTool, parseArguments, refuseArguments, type Command } from './command.ts';
import { beginActivation, fetchLicence, type StartedActivation } from './activation-calls.ts';
import { pinFirstKeys } from './first-contact.ts';
import { printInstalled } from './licence-commands.ts';
import { askPortal, readMessage } from './portal-calls.ts';
import { findPortal } from './portal-keys.ts';
import { readSession } from './portal-session.ts';
import { findReasonOfStatus } from './reason-of-status.ts';
import { refreshRevocations } from './revocations-command.ts';
import { createTerminalQr } from './terminal-qr.ts';
import type { Environment } from './world.ts';

const options = {
  portal: { type: 'string' },
  'no-browser': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** `basics activate`: gets and installs a licence over the network, after a person has confirmed it in the portal. */
export const runActivate: Command = (words, world) => activate(words, world, undefined);

/** `basics renew`: like `basics activate`, with a code that requests a renewal. On a PC that is signed in (`basics sign-in`), no confirmation is needed. */
export const runRenew: Command = (words, world) => activate(words, world, 'renew');

async function activate(
  words: readonly string[],
  world: Environment,
  reason: VerificationReason | undefined,
): Promise<number> {
  const { values, positionals } = parseArguments(words, options);
  refuseArguments(positionals);
  const portal = findPortal(values.portal, world);
  const tool = createBasicsTool(world);
  await refreshRevocations(tool, world);
  const code = tool.makeVerificationCode(reason ?? findReasonOfStatus(tool.status().code));
  const started = await beginActivation(portal, code.text);
  if (!started.ok) return showCodeToPaste(code, started.why, portal, world);
  await pinFirstKeys(tool, portal, world);
  const { activation } = started;
  const isConfirmed = reason === 'renew' && (await confirmBySession(portal, activation, world));
  if (!isConfirmed) await askPerson(code, activation, values['no-browser'] !== true, world);
  const licence = await fetchLicence(portal, activation, {
    world,
    whenAway: () => void showCodeToPaste(code, `${portal.origin} does not answer.`, portal, world),
  });
  return install(tool, licence, values.json === true, world);
}

const install = (tool: Tool, licence: string, json: boolean, world: Environment): number =>
  printInstalled(tool.install(licence), json, world);

/** Prints the code as `basics code` does, for a PC without a network or a portal without this function. */
function showCodeToPaste(code: CreatedCode, why: string, portal: URL, world: Environment): number {
  world.note(`${why} Paste this code at ${new URL('/license/verify', portal).href}, on any PC with a network:\n`);
  world.print(printCode(code.text));
  world.note('\nThen run "basics install" with the licence.');
  return 1;
}

async function askPerson(
  { claims }: CreatedCode,
  { userCode, page, pageWithCode, expiresIn }: StartedActivation,
  mayOpenBrowser: boolean,
  world: Environment,
): Promise<void> {
  const { terminal } = world;
  const qr = terminal === undefined ? undefined : createTerminalQr(pageWithCode, terminal);
  world.note(
    [
      `To get a licence for ${claims.machineName || 'this PC'}, open this page and confirm this code:\n`,
      `  ${page}`,
      `  ${userCode}\n`,
      ...(qr === undefined ? [] : [`Or scan this with a phone:\n\n${qr}\n`]),
      `Waiting for at most ${Math.round(expiresIn / 60)} minutes. The page must show the same code.`,
    ].join('\n'),
  );
  if (terminal !== undefined && mayOpenBrowser) await world.openBrowser(pageWithCode);
}

/** Tries to confirm the renewal with the session of this PC; returns whether it succeeded. If not, a person must confirm it in the portal, where the reason is shown. */
async function confirmBySession(portal: URL, { userCode }: StartedActivation, world: Environment): Promise<boolean> {
  const session = readSession(portal, world);
  if (session === undefined) return false;
  const answer = await askPortal(portal, '/activation/confirm', { userCode }, session.token).catch(
    (thrown: unknown) => {
      if (thrown instanceof ToolProblem) return undefined;
      throw thrown;
    },
  );
  if (answer?.ok === true) return true;
  if (answer !== undefined && answer.status !== 401) world.note(readMessage(answer.body));
  return false;
}
