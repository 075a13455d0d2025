import type { Tool } from '#desktop/tool.ts';
import type { StoredSession } from '#desktop/state/tool-state.ts';
import { createBasicsTool, parseArguments, refuseArguments, type Command } from '../command/command.ts';
import { pinFirstKeys } from './trust-command.ts';
import { askPortal, createRefusal, readToken } from './portal-calls.ts';
import { findPortal } from './portal-keys.ts';
import {
  createNotSignedInProblem,
  readSession,
  signIn,
  signInOptions,
  openStateFolder,
  type SignInOptions,
} from './portal-session.ts';
import { findReasonOfStatus } from '../tool.ts';
import { createUsageProblem } from '../tool-problem.ts';
import type { Environment } from '../command/environment.ts';

const optionTypes = { ...signInOptions, print: { type: 'boolean' } } as const;

/**
 * The command `basics portal [PATH]` opens a path of the portal in a browser, in which the user is signed in. Without a path, the command
 * opens the page that issues a licence, with a new code of this PC.
 */
export const runPortal: Command = async (args, environment) => {
  const { values: options, positionals } = parseArguments(args, optionTypes);
  const [givenPath, ...rest] = positionals;
  refuseArguments(rest);
  if (givenPath !== undefined && !isPath(givenPath))
    throw createUsageProblem(`${givenPath} is not a path of the portal, such as /account.`);
  const portal = findPortal(options.portal, environment);
  const tool = createBasicsTool(environment);
  const token = await requestHandoffToken(portal, givenPath ?? createPathWithCode(tool), options, environment);
  // The default page issues a licence. To install that licence, the tool needs the keys of this portal.
  if (givenPath === undefined) await pinFirstKeys(tool, portal, environment);
  await openAddress(new URL(`/auth/temp?token=${token}`, portal).href, options.print === true, environment);
  return 0;
};

async function openAddress(address: string, shouldPrint: boolean, environment: Environment): Promise<void> {
  if (shouldPrint) return environment.print(address);
  if (await environment.openBrowser(address)) return environment.note('The portal opens in your browser.');
  environment.note('No browser could be started here. Open this address yourself; it works once, within a minute:');
  environment.print(address);
}

/**
 * Whether the portal accepts a path: the path must be on the origin of the portal, contain no spaces, and have at most
 * 300 characters.
 */
const isPath = (text: string): boolean => /^\/(?![/\\])[^\\\s\p{Cc}]{0,299}$/u.test(text);

/**
 * Returns the path of the page that issues a licence. The path contains a new verification code of this PC, which the
 * page fills in.
 */
function createPathWithCode(tool: Tool): string {
  const path = '/license/verify';
  const pathWithCode = `${path}#c=${tool.makeVerificationCode(findReasonOfStatus(tool.status().code)).text}`;
  return isPath(pathWithCode) ? pathWithCode : path;
}

/**
 * Requests a token with which one browser can sign in once. If the session has expired, the user signs in again, and the token is requested
 * once more.
 */
async function requestHandoffToken(
  portal: URL,
  path: string,
  options: SignInOptions,
  environment: Environment,
): Promise<string> {
  const storedSession = readSession(portal, environment);
  if (storedSession !== undefined) {
    const token = await requestHandoff(portal, path, storedSession);
    if (token !== undefined) return token;
    openStateFolder(environment).removeSession();
    environment.note(`Your session at ${portal.origin} has ended.`);
  }
  if (environment.ask === undefined && options['password-stdin'] !== true) throw createNotSignedInProblem(portal);
  const login = options.login ?? storedSession?.login;
  const newSession = await signIn(portal, { ...options, ...(login === undefined ? {} : { login }) }, environment);
  const token = await requestHandoff(portal, path, newSession);
  if (token === undefined) throw createNotSignedInProblem(portal, 'The portal ended the session at once.');
  return token;
}

/** Requests a hand-off token, with which a browser can sign in once. Returns undefined if the session has ended. */
async function requestHandoff(portal: URL, path: string, session: StoredSession): Promise<string | undefined> {
  const reply = await askPortal(portal, '/auth/handoff', { path }, session.token);
  if (reply.status === 401) return undefined;
  if (!reply.ok) throw createRefusal(reply, portal);
  return readToken(reply, portal);
}
