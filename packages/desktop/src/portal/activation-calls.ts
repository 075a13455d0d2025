import { setTimeout } from 'node:timers/promises';
import { printCode } from '@basics/licensing/text/text-form.ts';
import type { Finding, Tool } from '#desktop/tool.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { askPortal, readMessage, type PortalReply } from './portal-calls.ts';

/** What a person confirms in the portal: the code, and the page, also with the code in its address. */
export type Question = { userCode: string; page: string; pageWithCode: string; expiresInSeconds: number };

/**
 * The result of an activation. Without a licence, `code` is `NOT_CONFIRMED`, `REFUSED_IN_PORTAL`, `PORTAL_NOT_REACHED`, or the code with which
 * the portal refused the verification code.
 */
export type Activation = { code: 'CONFIRMED'; licence: string } | { code: string; licence?: never; message: string };

export type ActivationSettings = {
  /** The address of the portal, such as `https://portal.example`. */
  portal: string | URL;
  /** The verification code of this PC. */
  code: string;
  /** Shows the code that a person confirms in the portal. */
  show: (question: Question) => void | Promise<void>;
  /** Is called once if the portal does not answer for 10 seconds: then show the verification code, which can be pasted on any PC. */
  away?: () => void;
  /** Waits between two calls. To stop waiting, throw an error. */
  wait?: (seconds: number) => Promise<unknown>;
};

/** Why an activation has no licence; sdk/texts.json has a text for each code. */
const activationProblems = [
  'NOT_CONFIRMED',
  'REFUSED_IN_PORTAL',
  'PORTAL_NOT_REACHED',
  'TOO_MANY_ATTEMPTS',
  'PC_NOT_IDENTIFIED',
  'PORTAL_REFUSED',
] as const;

/** The result of `getLicence`: the finding of the installed licence, or the reason why there is none. */
export type ActivationFinding =
  | Finding
  | { code: (typeof activationProblems)[number]; allowed: false; licence?: undefined; verdict?: undefined };

/**
 * Gets and installs a licence for this PC, after a person confirmed it in the portal. `show` shows the code that the person confirms. `paste` gets
 * the verification code in lines if the portal does not answer: it can be pasted on any PC.
 * @public The npm package exports it.
 */
export async function getLicence(
  portal: string | URL,
  tool: Tool,
  { show, paste, wait }: Pick<ActivationSettings, 'show' | 'wait'> & { paste: (code: string) => void },
): Promise<ActivationFinding> {
  const code = tool.makeVerificationCode().text;
  const away = () => paste(printCode(code));
  const activation = await activate({ portal, code, show, away, ...(wait && { wait }) });
  if (activation.licence !== undefined) return tool.install(activation.licence);
  if (activation.code === 'PORTAL_NOT_REACHED') away();
  return { code: activationProblems.find((each) => each === activation.code) ?? 'PORTAL_REFUSED', allowed: false };
}

const maxSilenceSeconds = 10;

/** Gets the licence file for a verification code, after a person confirmed it in the portal (RFC 8628, docs/portal-calls.md). */
export async function activate(settings: ActivationSettings): Promise<Activation> {
  const portal = new URL(settings.portal);
  const start = await askOrUndefined(portal, '/activation/device', { verificationCode: settings.code });
  const activation = start?.ok === true ? readStart(start) : undefined;
  if (activation === undefined) return describeRefusal(portal, start);
  await settings.show(activation.question);
  return poll(portal, activation, settings);
}

type StartedActivation = { deviceCode: string; intervalSeconds: number; question: Question };

async function poll(
  portal: URL,
  { deviceCode, intervalSeconds: firstInterval, question }: StartedActivation,
  { away, wait = (seconds) => setTimeout(seconds * 1000) }: ActivationSettings,
): Promise<Activation> {
  let intervalSeconds = firstInterval;
  let silentSeconds = 0;
  for (let secondsWaited = 0; secondsWaited <= question.expiresInSeconds; secondsWaited += intervalSeconds) {
    // Each request waits for the response to the previous request.
    // oxlint-disable-next-line no-await-in-loop
    await wait(intervalSeconds);
    // oxlint-disable-next-line no-await-in-loop -- for the same reason
    const reply = await askOrUndefined(portal, '/activation/token', { device_code: deviceCode });
    const { licence_file: licence, code } = reply?.body ?? {};
    if (reply?.ok === true && typeof licence === 'string') return { code: 'CONFIRMED', licence };
    if (code === 'ACCESS_DENIED')
      return { code: 'REFUSED_IN_PORTAL', message: 'The request of this PC was refused in the portal.' };
    if (code === 'EXPIRED_TOKEN') break;
    const silentBefore = silentSeconds;
    silentSeconds = reply === undefined || reply.status >= 500 ? silentSeconds + intervalSeconds : 0;
    if (silentBefore < maxSilenceSeconds && silentSeconds >= maxSilenceSeconds) away?.();
    // The answer makes the interval permanently longer (RFC 8628, 3.5).
    if (code === 'SLOW_DOWN') intervalSeconds += 5;
  }
  return { code: 'NOT_CONFIRMED', message: 'Nobody confirmed the request in time.' };
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

function describeRefusal(portal: URL, reply: PortalReply | undefined): Activation {
  const code = reply?.body['code'];
  if (reply === undefined || reply.status >= 500)
    return { code: 'PORTAL_NOT_REACHED', message: `${portal.origin} does not answer.` };
  if (reply.status >= 400 && isRefusal(code)) return { code, message: readMessage(reply.body) };
  // For example a page of a hotel that asks to sign in, or a portal that cannot activate PCs.
  const message = `${portal.origin} did not answer like a portal (status ${reply.status}). Check the network, and the address of the portal.`;
  return { code: 'PORTAL_NOT_REACHED', message };
}

const isRefusal = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) && code !== 'PAGE_NOT_FOUND' && code !== 'CONFIRMED';

const isSeconds = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/**
 * Reads the reply of the portal to a request for an activation. Returns undefined if the reply does not have the format
 * of a portal.
 */
function readStart({ body }: PortalReply): StartedActivation | undefined {
  const { device_code: deviceCode, user_code: userCode, expires_in: expiresInSeconds, interval } = body;
  if (typeof deviceCode !== 'string' || !isSeconds(expiresInSeconds, 86_400) || !isSeconds(interval, 3600))
    return undefined;
  if (typeof userCode !== 'string' || !/^[A-Z-]{1,20}$/.test(userCode)) return undefined;
  const [page, pageWithCode] = [body['verification_uri'], body['verification_uri_complete']].map(readAddress);
  if (page === undefined || pageWithCode === undefined) return undefined;
  const question = { userCode, page, pageWithCode, expiresInSeconds };
  return { deviceCode, intervalSeconds: Math.max(1, interval), question };
}

/** Parses an address without spaces and control characters, which a terminal would obey, and returns it in its standard form. */
function readAddress(value: unknown): string | undefined {
  // Node.js 20 has no URL.parse.
  return typeof value === 'string' && /^https?:\/\/[!-~]+$/.test(value) && URL.canParse(value)
    ? new URL(value).href
    : undefined;
}
