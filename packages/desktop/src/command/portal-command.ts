import type { Tool } from '#desktop/tool.ts';
import type { StoredSession } from '#desktop/tool-state.ts';
import { createBasicsTool, parseArguments, refuseArguments, type Command } from './command.ts';
import { pinFirstKeys } from './first-contact.ts';
import { askPortal, createRefusal, readToken } from './portal-calls.ts';
import { findPortal } from './portal-keys.ts';
import {
  createNotSignedIn,
  readSession,
  signIn,
  signInOptions,
  openStateFolder,
  type SignInOptions,
} from './portal-session.ts';
import { findReasonOfStatus } from './reason-of-status.ts';
import { createUsageProblem } from './usage.ts';
import type { Environment } from './world.ts';

const options = { ...signInOptions, print: { type: 'boolean' } } as const;

/** `basics portal [PATH]`: opens a path of the portal in a browser, signed in; without a path, the page for a licence with a new code of this PC. */
export const runPortal: Command = async (words, world) => {
  const { values, positionals } = parseArguments(words, options);
  const [givenPath, ...rest] = positionals;
  refuseArguments(rest);
  if (givenPath !== undefined && !isPath(givenPath))
    throw createUsageProblem(`${givenPath} is not a path of the portal, such as /account.`);
  const portal = findPortal(values.portal, world);
  const tool = createBasicsTool(world);
  const token = await requestHandoffToken(portal, givenPath ?? createPathWithCode(tool), values, world);
  // The user will install a licence of this portal, so its keys are needed.
  if (givenPath === undefined) await pinFirstKeys(tool, portal, world);
  await openAddress(new URL(`/auth/temp?token=${token}`, portal).href, values.print === true, world);
  return 0;
};

async function openAddress(address: string, shouldPrint: boolean, world: Environment): Promise<void> {
  if (shouldPrint) return world.print(address);
  if (await world.openBrowser(address)) return world.note('The portal opens in your browser.');
  world.note('No browser could be started here. Open this address yourself; it works once, within a minute:');
  world.print(address);
}

/** A path that the portal accepts: on its own origin, without spaces, at most 300 characters. */
const isPath = (text: string): boolean => /^\/(?![/\\])[^\\\s\p{Cc}]{0,299}$/u.test(text);

/** The page for a licence for this PC, with the code filled in. */
function createPathWithCode(tool: Tool): string {
  const path = '/license/verify';
  const withCode = `${path}#c=${tool.makeVerificationCode(findReasonOfStatus(tool.status().code)).text}`;
  return isPath(withCode) ? withCode : path;
}

/** Requests a token that signs in one browser once. If the session has expired, it signs in again once. */
async function requestHandoffToken(
  portal: URL,
  path: string,
  values: SignInOptions,
  world: Environment,
): Promise<string> {
  const storedSession = readSession(portal, world);
  if (storedSession !== undefined) {
    const token = await requestHandoff(portal, path, storedSession);
    if (token !== undefined) return token;
    openStateFolder(world).removeSession();
    world.note(`Your session at ${portal.origin} has ended.`);
  }
  if (world.ask === undefined && values['password-stdin'] !== true) throw createNotSignedIn(portal);
  const login = values.login ?? storedSession?.login;
  const newSession = await signIn(portal, { ...values, ...(login === undefined ? {} : { login }) }, world);
  const token = await requestHandoff(portal, path, newSession);
  if (token === undefined) throw createNotSignedIn(portal, 'The portal ended the session at once.');
  return token;
}

/** Requests a token; undefined when the session has ended. */
async function requestHandoff(portal: URL, path: string, session: StoredSession): Promise<string | undefined> {
  const answer = await askPortal(portal, '/auth/handoff', { path }, session.token);
  if (answer.status === 401) return undefined;
  if (!answer.ok) throw createRefusal(answer, portal);
  return readToken(answer, portal);
}
