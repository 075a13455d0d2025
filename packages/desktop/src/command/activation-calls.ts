import { ToolProblem } from '#desktop/tool-problem.ts';
import { askPortal, type PortalAnswer } from './portal-calls.ts';
import type { Environment } from './world.ts';

/** A request for a licence that a person can confirm now (RFC 8628, 3.2); times in seconds. */
export type StartedActivation = {
  deviceCode: string;
  userCode: string;
  page: string;
  pageWithCode: string;
  expiresIn: number;
  interval: number;
};

/** Sends a verification code to the portal. `why` is the reason of a failure: the portal does not answer, or cannot do this now. */
export async function beginActivation(
  portal: URL,
  verificationCode: string,
): Promise<{ ok: true; activation: StartedActivation } | { ok: false; why: string }> {
  const answer = await askOrUndefined(portal, '/activation/device', { verificationCode });
  if (answer === undefined) return { ok: false, why: `${portal.origin} does not answer.` };
  const activation = answer.ok ? readActivation(answer) : undefined;
  if (activation !== undefined) return { ok: true, activation };
  return { ok: false, why: `${portal.origin} cannot do this now (status ${answer.status}).` };
}

/** The number of seconds without an answer after which the user should use the code without a network. */
const patienceSeconds = 10;

type Waiting = { world: Environment; whenAway: () => void };

/**
 * Polls until the portal has the licence file for this PC. Throws NOT_CONFIRMED when the time is over, REFUSED_IN_PORTAL when a person
 * refused. While the portal is away it goes on, and calls `whenAway` once.
 */
export async function fetchLicence(
  portal: URL,
  { deviceCode, expiresIn, interval: firstInterval }: StartedActivation,
  { world, whenAway }: Waiting,
): Promise<string> {
  let interval = firstInterval;
  let secondsWithoutAnswer = 0;
  for (let secondsWaited = 0; secondsWaited <= expiresIn; secondsWaited += interval) {
    // The polls must follow one another.
    // oxlint-disable-next-line no-await-in-loop
    await world.wait(interval);
    // The polls must follow one another.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await askOrUndefined(portal, '/activation/token', { device_code: deviceCode });
    const licence = answer?.body['licence_file'];
    if (answer?.ok === true && typeof licence === 'string') return licence;
    const isAway = answer === undefined || answer.status >= 500;
    if (isAway && secondsWithoutAnswer < patienceSeconds && secondsWithoutAnswer + interval >= patienceSeconds)
      whenAway();
    secondsWithoutAnswer = isAway ? secondsWithoutAnswer + interval : 0;
    interval = nextInterval(interval, answer);
  }
  throw createNotConfirmed();
}

/** Returns the interval until the next poll. `slow_down` makes it permanently longer (RFC 8628, 3.5). Throws when the portal has decided. */
function nextInterval(interval: number, answer: PortalAnswer | undefined): number {
  switch (answer?.body['code']) {
    case 'SLOW_DOWN':
      return interval + 5;
    case 'EXPIRED_TOKEN':
      throw createNotConfirmed();
    case 'ACCESS_DENIED':
      throw new ToolProblem(
        'REFUSED_IN_PORTAL',
        'The request of this PC was refused in the portal.',
        'If this was a mistake, run it again and confirm it.',
      );
    default:
      return interval;
  }
}

function createNotConfirmed(): ToolProblem {
  const nextStep = 'Run it again, or download the licence file if the portal has issued it.';
  return new ToolProblem('NOT_CONFIRMED', 'Nobody confirmed the request in time.', nextStep);
}

/** Calls the portal; undefined if it does not answer. */
async function askOrUndefined(
  portal: URL,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<PortalAnswer | undefined> {
  try {
    return await askPortal(portal, path, body);
  } catch (thrown) {
    if (thrown instanceof ToolProblem && thrown.code === 'PORTAL_NOT_REACHED') return undefined;
    throw thrown;
  }
}

/** Reads the reply to a started activation; undefined if it is not the reply of a portal. */
function readActivation({ body }: PortalAnswer): StartedActivation | undefined {
  const { device_code: deviceCode, user_code: userCode, expires_in: expiresIn, interval } = body;
  if (typeof deviceCode !== 'string' || typeof expiresIn !== 'number' || typeof interval !== 'number') return undefined;
  if (typeof userCode !== 'string' || !/^[A-Z-]{1,20}$/.test(userCode)) return undefined;
  const [page, pageWithCode] = [body['verification_uri'], body['verification_uri_complete']].map(readAddress);
  if (page === undefined || pageWithCode === undefined) return undefined;
  return { deviceCode, userCode, page, pageWithCode, expiresIn, interval: Math.max(1, interval) };
}

/** Reads an address and writes it again, so that it contains no control characters for a terminal. */
function readAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' ? URL.parse(value) : null;
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
