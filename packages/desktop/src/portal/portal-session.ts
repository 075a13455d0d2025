import { openToolState, stateFolder, type StoredSession, type ToolState } from '#desktop/state/tool-state.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { isSafeConnection } from './portal-keys.ts';
import { askPortal, createRefusal, findSecondStep, readToken } from './portal-calls.ts';
import type { Environment } from '../command/environment.ts';

/** The maximum number of times that a user at a terminal may enter the code of the second step. */
const maxCodeAttempts = 3;

export type SignInOptions = { login?: string; 'password-stdin'?: boolean; code?: string; unencrypted?: boolean };

/** The options of all commands that may need to sign the user in. */
export const signInOptions = {
  portal: { type: 'string' },
  login: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  code: { type: 'string' },
  unencrypted: { type: 'boolean' },
} as const;

export const openStateFolder = (environment: Environment): ToolState => openToolState(stateFolder(environment.env));

/**
 * Returns the stored session, but only if this portal has created it, so that the token is never sent to another
 * portal.
 */
export function readSession(portal: URL, environment: Environment): StoredSession | undefined {
  const session = openStateFolder(environment).readSession();
  return session?.portal === portal.origin ? session : undefined;
}

/**
 * Asks for the login and the password if the options do not contain them, signs the user in, and stores the session.
 */
export async function signIn(portal: URL, options: SignInOptions, environment: Environment): Promise<StoredSession> {
  if (!isSafeConnection(portal) && options.unencrypted !== true) throw createNotEncryptedProblem(portal);
  const login = options.login ?? (await ask(environment, 'Login', false));
  const password = await askPassword(login, options, environment);
  const token = await requestToken(portal, { login, password, ...toSecondFactor(options.code) }, environment);
  const session = { portal: portal.origin, login, token };
  openStateFolder(environment).writeSession(session);
  return session;
}

export function createNotSignedInProblem(
  portal: URL,
  why = `Nobody is signed in to ${portal.origin} here.`,
): ToolProblem {
  const nextStep = 'Run "basics sign-in" in a terminal, or "basics sign-in --login NAME --password-stdin" in a script.';
  return new ToolProblem('NOT_SIGNED_IN', why, nextStep);
}

async function askPassword(login: string, options: SignInOptions, environment: Environment): Promise<string> {
  if (options['password-stdin'] !== true) return ask(environment, `Password of ${login}`, true);
  // `echo` and editors add a line end, which is not part of the password. All characters before that line end may be
  // part of the password.
  return (await environment.readStandardInput()).replace(/\r?\n$/, '');
}

type Credentials = { login: string; password: string; secondFactor?: string };

/**
 * Requests the token of a new session. After a wrong code of the second step, the user is asked again if there is a
 * terminal.
 */
async function requestToken(
  portal: URL,
  credentials: Credentials,
  environment: Environment,
  attempts = 0,
): Promise<string> {
  const reply = await askPortal(portal, '/auth/token', credentials);
  if (reply.ok) return readToken(reply, portal);
  const prompt = findSecondStep(reply);
  const mustStop =
    attempts >= maxCodeAttempts || (credentials.secondFactor !== undefined && environment.ask === undefined);
  if (prompt === undefined || mustStop) throw createRefusal(reply, portal);
  if (prompt !== '') environment.note(prompt);
  const secondFactor = await ask(environment, 'Code', false);
  return requestToken(portal, { ...credentials, secondFactor }, environment, attempts + 1);
}

const toSecondFactor = (code: string | undefined) => (code === undefined ? {} : { secondFactor: code });

async function ask(environment: Environment, question: string, isHidden: boolean): Promise<string> {
  if (environment.ask === undefined) {
    const nextStep = 'Give --login NAME and --password-stdin, and --code where a second step is needed.';
    throw new ToolProblem('USAGE', `There is no terminal to ask on: ${question}?`, nextStep);
  }
  const typedAnswer = await environment.ask(`${question}: `, isHidden);
  if (typedAnswer !== undefined && typedAnswer !== '') return typedAnswer;
  throw new ToolProblem('NOT_SIGNED_IN', 'Sign-in was cancelled.', 'Run the command again when you are ready.');
}

function createNotEncryptedProblem(portal: URL): ToolProblem {
  return new ToolProblem(
    'NOT_ENCRYPTED',
    `The connection to ${portal.origin} is not encrypted: others on the network could read your password.`,
    'Use the https address of the portal, or --unencrypted on a network that you trust.',
  );
}
