import { session } from '@basics/contract/session/session.ts';
import { solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { HumanSettings } from '#server/platform/human-check/human-verification.ts';
import type { Portal } from '../portal.ts';

/**
 * Settings for `openPortal` that require a proof of work. Without these settings, human verification is off in tests.
 */
export const altcha: HumanSettings = { kind: 'altcha', siteKey: 'portal', secret: 'for tests only' };

/** Gets a challenge from a portal, solves it, and returns the answer that a browser would send. */
export async function solveChallenge(portal: Portal): Promise<string> {
  const { body } = await portal.call(session.humanVerification);
  const { challenge } = session.humanVerification.reply.parse(body);
  if (!challenge) throw new Error('This portal asks for no proof of work.');
  const solution = await solve({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
