import { ToolProblem } from '#desktop/tool-problem.ts';
import { parseArguments, refuseArguments, type Command } from '../command/command.ts';
import { askPortal } from './portal-calls.ts';
import { findPortal } from './portal-keys.ts';
import { signIn, signInOptions, openStateFolder } from './portal-session.ts';

/** The command `basics sign-in` creates a session in the portal, and stores its token on this PC. */
export const runSignIn: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, signInOptions);
  refuseArguments(positionals);
  const session = await signIn(findPortal(values.portal, environment), values, environment);
  environment.print(`Signed in to ${session.portal} as ${session.login}.`);
  return 0;
};

/**
 * The command `basics sign-out` ends the session in the portal, and removes its token from this PC, also if the portal
 * cannot be reached.
 */
export const runSignOut: Command = async (args, environment) => {
  const { positionals } = parseArguments(args, {});
  refuseArguments(positionals);
  const state = openStateFolder(environment);
  const session = state.readSession();
  state.removeSession();
  if (session === undefined) {
    environment.print('You were not signed in.');
    return 0;
  }
  await endPortalSession(new URL(session.portal), session.token);
  environment.print(`Signed out of ${session.portal}.`);
  return 0;
};

async function endPortalSession(portal: URL, token: string): Promise<void> {
  const failureReason = await askPortal(portal, '/auth/sign-out', {}, token).then(
    // The status 401 means that the session has already ended.
    ({ ok, status }) => (ok || status === 401 ? undefined : `it answered with status ${status}.`),
    (problem: unknown) => {
      if (problem instanceof ToolProblem) return problem.message;
      throw problem;
    },
  );
  if (failureReason === undefined) return;
  const message = `You are signed out on this PC, but the portal could not be reached: ${failureReason}`;
  const nextStep = 'The session there ends automatically within hours. To end it now, use My Account.';
  throw new ToolProblem('PORTAL_NOT_REACHED', message, nextStep);
}
