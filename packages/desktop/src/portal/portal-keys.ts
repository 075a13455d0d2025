import { readFileSync } from 'node:fs';
import { createUnreadableProblem } from '#desktop/state/atomic-file.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { createUsageProblem } from '../tool-problem.ts';
import { isThisComputer, sendRequest } from './http.ts';
import type { Environment } from '../command/environment.ts';

const publishedKeysPath = '/.well-known/basics-licence-keys';

/** The maximum length of a response, in bytes. No list of keys is so long. */
const maxAnswerLength = 100_000;

/** Fetches the list of keys of a portal as text. Throws the same problems as `fetchFromPortal`. */
export const fetchPortalKeys = (portal: URL, timeout: number): Promise<string> =>
  fetchFromPortal(new URL(publishedKeysPath, portal), { timeout, maxLength: maxAnswerLength });

/**
 * Fetches a text that a portal publishes, of at most `maxLength` bytes. If the text cannot be fetched within `timeout` milliseconds,
 * throws the problem `PORTAL_NOT_REACHED` with the reason.
 */
export async function fetchFromPortal(
  address: URL,
  { timeout, maxLength }: { timeout: number; maxLength: number },
): Promise<string> {
  try {
    const reply = await sendRequest(address, { timeoutMs: timeout, maxLength });
    if (reply.status !== 200) throw new Error(`it answered with status ${reply.status}`);
    return reply.text;
  } catch (cause) {
    const message = `Cannot read ${address.href}: ${describeFailure(cause)}.`;
    throw new ToolProblem('PORTAL_NOT_REACHED', message, 'Check the address, and that the portal is running.', cause);
  }
}

export function readKeysFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw createUnreadableProblem(path, cause);
  }
}

/**
 * Returns the address of the portal: the option `--portal`, otherwise the variable `BASICS_PORTAL_URL`, otherwise the
 * address of a portal on this computer.
 */
export function findPortal(portalOption: string | undefined, environment: Environment): URL {
  const environmentAddress = environment.env['BASICS_PORTAL_URL'] ?? '';
  const text = portalOption ?? (environmentAddress === '' ? 'http://localhost:3000' : environmentAddress);
  const portal = parsePortalAddress(text);
  if (portal === undefined)
    throw createUsageProblem(`${text} is not the address of a portal, such as https://portal.example.`);
  return portal;
}

/** Parses an http or https address. Returns undefined for any other text. */
export function parsePortalAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Returns whether a connection is safe, so that nobody on the network can replace the keys: it is encrypted, or stays on this computer. */
export function isSafeConnection({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isThisComputer(hostname);
}

/** Describes why a portal could not be reached. */
export function describeFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return 'it does not answer in time';
  // A host with several addresses gives one error for each of them.
  return cause instanceof AggregateError ? describeFailure(cause.errors[0]) : cause.message;
}
