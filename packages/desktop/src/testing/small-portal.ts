import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createKeyList, signer } from './bench.ts';

type ReceivedCall = { path: string; body: Record<string, unknown>; userAgent: string };
type PortalRefusal = { status: number; code: string; retryAfter?: number; location?: string };

const problemMessages: Record<string, string> = {
  WRONG_CREDENTIALS: 'The login or password is wrong.',
  WRONG_SECOND_STEP: 'This code is not correct.',
};

export type SmallPortal = {
  address: string;
  /** The received calls in their order, except calls for the public keys. */
  receivedCalls: ReceivedCall[];
  /** The code of the second step, which a user needs in addition to the password to sign in. */
  requiredSecondStep: string | undefined;
  /** The replies that a test sets for calls with certain paths, by the path without `/core/api`. */
  customReplies: Map<string, (body: Record<string, unknown>) => { status: number; body: Record<string, unknown> }>;
  /** The refusal with which the portal answers all following calls. */
  nextRefusal: PortalRefusal | undefined;
  sessionTokens(): string[];
  endSessions(): void;
  close(): Promise<void>;
};

/**
 * Starts a small portal for tests with one account, as an HTTP server on a free port. The small portal has only the calls that the command
 * uses.
 */
export async function openPortal(account: { login: string; password: string }): Promise<SmallPortal> {
  const sessionTokens = new Set<string>();
  let tokenCount = 0;
  const server = createServer((request, response) => {
    // A command that ends closes its connection, also in the middle of a call.
    answerCall(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const serverAddress = server.address();
  const portal: SmallPortal = {
    address:
      typeof serverAddress === 'object' && serverAddress !== null ? `http://127.0.0.1:${serverAddress.port}` : '',
    receivedCalls: [],
    requiredSecondStep: undefined,
    customReplies: new Map(),
    nextRefusal: undefined,
    sessionTokens: () => [...sessionTokens],
    endSessions: () => sessionTokens.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return portal;

  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path === '/.well-known/basics-licence-keys') {
      response.end(createKeyList(signer));
      return;
    }
    if (request.method !== 'POST') {
      response.statusCode = 404;
      response.end();
      return;
    }
    const body: Record<string, unknown> = JSON.parse(await text(request));
    portal.receivedCalls.push({ path, body, userAgent: request.headers['user-agent'] ?? '' });
    const customReply = portal.customReplies.get(path.replace('/core/api', ''))?.(body);
    if (customReply !== undefined) {
      response.statusCode = customReply.status;
      response.end(JSON.stringify(customReply.body));
      return;
    }
    const reply =
      portal.nextRefusal ?? createReply(path, body, request.headers.authorization?.replace('Bearer ', '') ?? '');
    if ('token' in reply) {
      response.end(JSON.stringify(reply));
      return;
    }
    const { status, code, retryAfter, location } = reply;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    if (location !== undefined) response.setHeader('location', location);
    response.statusCode = status;
    response.end(
      JSON.stringify({ code, message: problemMessages[code] ?? `Words of ${code}.`, fields: createFields(code) }),
    );
  }

  function createReply(path: string, body: Record<string, unknown>, token: string): { token: string } | PortalRefusal {
    if (path === '/core/api/auth/token') return signIn(body);
    if (!sessionTokens.has(token)) return { status: 401, code: 'NO_SESSION' };
    if (path === '/core/api/auth/sign-out') {
      sessionTokens.delete(token);
      return { status: 200, code: '' };
    }
    tokenCount += 1;
    return { token: `jump-${tokenCount}` };
  }

  function signIn(body: Record<string, unknown>): { token: string } | PortalRefusal {
    if (body['login'] !== account.login || String(body['password']).trim() !== account.password) {
      return { status: 422, code: 'WRONG_CREDENTIALS' };
    }
    const { secondFactor } = body;
    if (portal.requiredSecondStep !== undefined && secondFactor !== portal.requiredSecondStep) {
      return { status: 422, code: secondFactor === undefined ? 'SECOND_STEP_NEEDED' : 'WRONG_SECOND_STEP' };
    }
    const token = `session.${sessionTokens.size}.x`;
    sessionTokens.add(token);
    return { token };
  }
}

const createFields = (code: string) =>
  code === 'SECOND_STEP_NEEDED' ? { secondFactor: 'Enter a recovery code.' } : {};
