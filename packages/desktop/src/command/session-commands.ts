import { ToolProblem } from '#desktop/tool-problem.ts';
import { parseArguments, refuseArguments, type Command } from './command.ts';
import { askPortal } from './portal-calls.ts';
import { findPortal } from './portal-keys.ts';
import { signIn, signInOptions, openStateFolder } from './portal-session.ts';

/** `basics sign-in`: creates a session at the portal and stores it. */
export const runSignIn: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, signInOptions);
  refuseArguments(positionals);
  const session = await signIn(findPortal(values.portal, environment), values, environment);
  environment.print(`Signed in to ${session.portal} as ${session.login}.`);
  return 0;
};

/** `basics sign-out`: ends the session at the portal and removes it here, also when the portal cannot be reached. */
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
  const why = await askPortal(portal, '/auth/sign-out', {}, token).then(
    // 401: the session has already ended.
    ({ ok, status }) => (ok || status === 401 ? undefined : `it answered with status ${status}.`),
    (problem: unknown) => {
      if (problem instanceof ToolProblem) return problem.message;
      throw problem;
    },
  );
  if (why === undefined) return;
  const message = `You are signed out on this PC, but the portal could not be reached: ${why}`;
  const nextStep = 'The session there ends automatically within hours. To end it now, use My Account.';
  throw new ToolProblem('PORTAL_NOT_REACHED', message, nextStep);
}
