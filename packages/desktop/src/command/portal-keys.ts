import { readFileSync } from 'node:fs';
import { createUnreadableProblem } from '#desktop/atomic-file.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { createUsageProblem } from './usage.ts';
import type { Environment } from './world.ts';

const publishedKeysPath = '/.well-known/basics-licence-keys';

/** Larger than any list of keys. */
const maxAnswerLength = 100_000;

/** The list of keys of a portal, as text; see `fetchFromPortal`. */
export const fetchPortalKeys = (portal: URL, timeout: number): Promise<string> =>
  fetchFromPortal(new URL(publishedKeysPath, portal), { timeout, longest: maxAnswerLength });

/**
 * A text that a portal publishes, of at most `longest` characters; throws `PORTAL_NOT_REACHED` with the reason, after at most `timeout`
 * milliseconds.
 */
export async function fetchFromPortal(
  address: URL,
  { timeout, longest }: { timeout: number; longest: number },
): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
    if (!answer.ok) throw new Error(`it answered with status ${answer.status}`);
    const text = await answer.text();
    if (text.length > longest) throw new Error('its answer is too long');
    return text;
  } catch (cause) {
    const message = `Cannot read ${address.href}: ${describeFailure(cause)}.`;
    throw new ToolProblem('PORTAL_NOT_REACHED', message, 'Check the address, and that the portal is running.', cause);
  }
}

/** A list of keys saved to a file. */
export function readKeysFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw createUnreadableProblem(path, cause);
  }
}

/** The given portal, else `BASICS_PORTAL_URL`, else the one on this computer. */
export function findPortal(given: string | undefined, world: Environment): URL {
  const fromEnvironment = world.env['BASICS_PORTAL_URL'] ?? '';
  const text = given ?? (fromEnvironment === '' ? 'http://127.0.0.1:3000' : fromEnvironment);
  const portal = parsePortalAddress(text);
  if (portal === undefined)
    throw createUsageProblem(`${text} is not the address of a portal, such as https://portal.example.`);
  return portal;
}

/** An http or https address, or undefined. */
export function parsePortalAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Whether nobody on the network can replace the keys: the connection is encrypted, or stays on this computer. */
export function isSafeConnection({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname);
}

/** Why a portal could not be reached, as text. */
export function describeFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return 'it does not answer in time';
  if (cause.cause instanceof Error && cause.cause.message !== '') return cause.cause.message;
  return cause.message;
}
