import { ToolProblem } from '#desktop/tool-problem.ts';
import { sendRequest } from './http.ts';
import { describeFailure } from './portal-keys.ts';

/**
 * A response of the API of the portal. `body` is the parsed JSON, or an empty object if the response contains no JSON.
 */
export type PortalReply = {
  ok: boolean;
  status: number;
  /** The seconds to wait before the next call, if the response contains them. */
  retryAfter: number | undefined;
  body: Readonly<Record<string, unknown>>;
};

const timeoutMs = 10_000;
/** The maximum length of an answer in bytes. No licence file is so long. */
const maxAnswerLength = 4_000_000;
const systemNames: Partial<Record<NodeJS.Platform, string>> = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' };

/**
 * The user agent of the command. From the user agent, the portal derives names such as `Basics on Linux` in the list of
 * sessions.
 */
const userAgent = `Basics/1.0.1 (${systemNames[process.platform] ?? process.platform})`;

/**
 * Sends a POST request to the API of the portal. Throws the problem `PORTAL_NOT_REACHED` if the portal does not answer. Redirects are not
 * followed, so that secrets go only to the given address.
 */
export async function askPortal(
  portal: URL,
  path: string,
  body: Readonly<Record<string, unknown>>,
  token?: string,
): Promise<PortalReply> {
  const address = new URL(`/core/api${path}`, portal);
  try {
    const reply = await sendRequest(address, {
      method: 'POST',
      timeoutMs,
      maxLength: maxAnswerLength,
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const waitSeconds = Number.parseInt(reply.retryAfter ?? '', 10);
    return {
      ok: reply.status >= 200 && reply.status < 300,
      status: reply.status,
      retryAfter: Number.isNaN(waitSeconds) ? undefined : waitSeconds,
      body: parseObject(reply.text),
    };
  } catch (cause) {
    const message = `Cannot reach ${portal.origin}: ${describeFailure(cause)}.`;
    const nextStep = 'Check that the portal is running. To use another address, set BASICS_PORTAL_URL or use --portal.';
    throw new ToolProblem('PORTAL_NOT_REACHED', message, nextStep, cause);
  }
}

/**
 * Reads the token in a response. If the token contains characters that no token of a portal contains, the response is
 * not from a portal.
 */
export function readToken({ body }: PortalReply, portal: URL): string {
  const { token } = body;
  if (typeof token === 'string' && /^[\w.-]+$/.test(token)) return token;
  throw new ToolProblem(
    'PORTAL_REFUSED',
    `${portal.origin} is not a Basics Portal.`,
    'Check the address of the portal.',
  );
}

/**
 * Returns the text that asks for a code if the portal needs a second step, or refused the code of the second step.
 * Returns undefined for other refusals.
 */
export function findSecondStep({ body }: PortalReply): string | undefined {
  if (body['code'] === 'WRONG_SECOND_STEP') return readMessage(body);
  if (body['code'] !== 'SECOND_STEP_NEEDED') return undefined;
  const fields = body['fields'];
  const fieldMessage: unknown =
    typeof fields === 'object' && fields !== null ? Reflect.get(fields, 'secondFactor') : undefined;
  return typeof fieldMessage === 'string' ? fieldMessage : readMessage(body);
}

/** Creates the error for a refused call, with the message of the portal and the next step for the user. */
export function createRefusal(reply: PortalReply, portal: URL): ToolProblem {
  const { status, body, retryAfter } = reply;
  const refusalMessage = readMessage(body) || `${portal.origin} answered with status ${status}.`;
  const signInUrl = new URL('/sign-in', portal).href;
  switch (body['code']) {
    case 'HUMAN_VERIFICATION_NEEDED':
      return new ToolProblem(
        'HUMAN_VERIFICATION_NEEDED',
        'Too many failed sign-ins. The portal needs to check that you are a person.',
        `Sign in once at ${signInUrl} in a browser, then run this again.`,
      );
    case 'SECOND_STEP_NEEDED':
    case 'WRONG_SECOND_STEP':
      return new ToolProblem(
        'SIGN_IN_REFUSED',
        refusalMessage,
        'Run it again with a fresh code, or with a recovery code.',
      );
    case 'WRONG_CREDENTIALS':
      return new ToolProblem(
        'SIGN_IN_REFUSED',
        refusalMessage,
        `If you forgot it: ${new URL('/password/forgot', portal).href}`,
      );
    case 'TOO_MANY_ATTEMPTS':
      return new ToolProblem('SIGN_IN_REFUSED', refusalMessage, `Wait ${retryAfter ?? 60} seconds, then run it again.`);
    case 'ACCOUNT_PROBLEM':
      return new ToolProblem('SIGN_IN_REFUSED', refusalMessage, `Find the support address at ${signInUrl}.`);
    default:
      return new ToolProblem('PORTAL_REFUSED', refusalMessage, 'Check the address of the portal, or try again later.');
  }
}

/** Returns the message in the body of a reply, or an empty text if the body contains no message. */
export const readMessage = ({ message }: PortalReply['body']): string => (typeof message === 'string' ? message : '');

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
