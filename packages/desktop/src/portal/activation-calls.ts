import { ToolProblem } from '#desktop/tool-problem.ts';
import { askPortal, type PortalReply } from './portal-calls.ts';
import type { Environment } from '../command/environment.ts';

/** A started activation, which a person can confirm now (RFC 8628, 3.2). Times are in seconds. */
export type StartedActivation = {
  deviceCode: string;
  userCode: string;
  pageUrl: string;
  pageUrlWithCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
};

/**
 * Sends a verification code to the portal, to start an activation. If this fails, `why` is the reason: the portal does not answer, or
 * cannot start an activation now.
 */
export async function beginActivation(
  portal: URL,
  verificationCode: string,
): Promise<{ ok: true; activation: StartedActivation } | { ok: false; why: string }> {
  const reply = await askOrUndefined(portal, '/activation/device', { verificationCode });
  if (reply === undefined) return { ok: false, why: `${portal.origin} does not answer.` };
  const activation = reply.ok ? readActivation(reply) : undefined;
  if (activation !== undefined) return { ok: true, activation };
  return { ok: false, why: `${portal.origin} cannot do this now (status ${reply.status}).` };
}

/**
 * If the portal does not answer for this number of seconds, the command tells the user how to use the code without a
 * network.
 */
const maxSilenceSeconds = 10;

type WaitOptions = { environment: Environment; onPortalAway: () => void };

/**
 * Polls until the portal has the licence file for this PC. Throws NOT_CONFIRMED when the activation has expired, and REFUSED_IN_PORTAL when
 * a user has refused the activation. While the portal does not answer, polling continues, and `onPortalAway` is called once.
 */
export async function fetchLicence(
  portal: URL,
  { deviceCode, expiresInSeconds, intervalSeconds: firstInterval }: StartedActivation,
  { environment, onPortalAway }: WaitOptions,
): Promise<string> {
  let intervalSeconds = firstInterval;
  let secondsWithoutAnswer = 0;
  for (let secondsWaited = 0; secondsWaited <= expiresInSeconds; secondsWaited += intervalSeconds) {
    // Each request waits for the response to the previous request.
    // oxlint-disable-next-line no-await-in-loop
    await environment.wait(intervalSeconds);
    // Each request waits for the response to the previous request.
    // oxlint-disable-next-line no-await-in-loop
    const reply = await askOrUndefined(portal, '/activation/token', { device_code: deviceCode });
    const licence = reply?.body['licence_file'];
    if (reply?.ok === true && typeof licence === 'string') return licence;
    const isAway = reply === undefined || reply.status >= 500;
    if (
      isAway &&
      secondsWithoutAnswer < maxSilenceSeconds &&
      secondsWithoutAnswer + intervalSeconds >= maxSilenceSeconds
    )
      onPortalAway();
    secondsWithoutAnswer = isAway ? secondsWithoutAnswer + intervalSeconds : 0;
    intervalSeconds = computeNextInterval(intervalSeconds, reply);
  }
  throw createNotConfirmedProblem();
}

/**
 * Returns the number of seconds until the next poll. The answer `slow_down` makes the interval permanently longer (RFC 8628, 3.5). Throws
 * when a user has refused the activation or the activation has expired.
 */
function computeNextInterval(intervalSeconds: number, reply: PortalReply | undefined): number {
  switch (reply?.body['code']) {
    case 'SLOW_DOWN':
      return intervalSeconds + 5;
    case 'EXPIRED_TOKEN':
      throw createNotConfirmedProblem();
    case 'ACCESS_DENIED':
      throw new ToolProblem(
        'REFUSED_IN_PORTAL',
        'The request of this PC was refused in the portal.',
        'If this was a mistake, run it again and confirm it.',
      );
    default:
      return intervalSeconds;
  }
}

function createNotConfirmedProblem(): ToolProblem {
  const nextStep = 'Run it again, or download the licence file if the portal has issued it.';
  return new ToolProblem('NOT_CONFIRMED', 'Nobody confirmed the request in time.', nextStep);
}

/** Makes a call to the portal. Returns undefined if the portal does not answer. */
async function askOrUndefined(
  portal: URL,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<PortalReply | undefined> {
  try {
    return await askPortal(portal, path, body);
  } catch (error) {
    if (error instanceof ToolProblem && error.code === 'PORTAL_NOT_REACHED') return undefined;
    throw error;
  }
}

/**
 * Reads the reply of the portal to a request for an activation. Returns undefined if the reply does not have the format
 * of a portal.
 */
function readActivation({ body }: PortalReply): StartedActivation | undefined {
  const { device_code: deviceCode, user_code: userCode, expires_in: expiresInSeconds, interval } = body;
  if (typeof deviceCode !== 'string' || typeof expiresInSeconds !== 'number' || typeof interval !== 'number')
    return undefined;
  if (typeof userCode !== 'string' || !/^[A-Z-]{1,20}$/.test(userCode)) return undefined;
  const [pageUrl, pageUrlWithCode] = [body['verification_uri'], body['verification_uri_complete']].map(readAddress);
  if (pageUrl === undefined || pageUrlWithCode === undefined) return undefined;
  return { deviceCode, userCode, pageUrl, pageUrlWithCode, expiresInSeconds, intervalSeconds: Math.max(1, interval) };
}

/**
 * Parses an address and returns it in its standard form, which contains no control characters that a terminal would
 * obey.
 */
function readAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' ? URL.parse(value) : null;
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
