import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createKeyList, signer } from './bench.ts';

type ReceivedCall = { path: string; body: Record<string, unknown>; agent: string };
type Refusal = { status: number; code: string; retryAfter?: number; location?: string };

const messages: Record<string, string> = {
  WRONG_CREDENTIALS: 'The login or password is wrong.',
  WRONG_SECOND_STEP: 'This code is not correct.',
};

export type SmallPortal = {
  address: string;
  /** The calls in their order, except those for keys. */
  receivedCalls: ReceivedCall[];
  /** The code that signing in needs in addition to the password. */
  secondStep: string | undefined;
  /** The answers to calls of these paths below the API's base. */
  answers: Map<string, (body: Record<string, unknown>) => { status: number; body: Record<string, unknown> }>;
  /** The answer to every further call. */
  refuses: Refusal | undefined;
  sessions(): string[];
  endSessions(): void;
  close(): Promise<void>;
};

/** Starts a small portal with one account over real HTTP on a free port. It has only the calls that the command uses. */
export async function openPortal(account: { login: string; password: string }): Promise<SmallPortal> {
  const sessions = new Set<string>();
  let tokenCount = 0;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  const portal: SmallPortal = {
    address: typeof bound === 'object' && bound !== null ? `http://127.0.0.1:${bound.port}` : '',
    receivedCalls: [],
    secondStep: undefined,
    answers: new Map(),
    refuses: undefined,
    sessions: () => [...sessions],
    endSessions: () => sessions.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return portal;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    portal.receivedCalls.push({ path, body, agent: request.headers['user-agent'] ?? '' });
    const customAnswer = portal.answers.get(path.replace('/core/api', ''))?.(body);
    if (customAnswer !== undefined) {
      response.statusCode = customAnswer.status;
      response.end(JSON.stringify(customAnswer.body));
      return;
    }
    const reply = portal.refuses ?? replyTo(path, body, request.headers.authorization?.replace('Bearer ', '') ?? '');
    if ('token' in reply) {
      response.end(JSON.stringify(reply));
      return;
    }
    const { status, code, retryAfter, location } = reply;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    if (location !== undefined) response.setHeader('location', location);
    response.statusCode = status;
    response.end(JSON.stringify({ code, message: messages[code] ?? `Words of ${code}.`, fields: toFields(code) }));
  }

  function replyTo(path: string, body: Record<string, unknown>, token: string): { token: string } | Refusal {
    if (path === '/core/api/auth/token') return signIn(body);
    if (!sessions.has(token)) return { status: 401, code: 'NO_SESSION' };
    if (path === '/core/api/auth/sign-out') {
      sessions.delete(token);
      return { status: 200, code: '' };
    }
    tokenCount += 1;
    return { token: `jump-${tokenCount}` };
  }

  function signIn(body: Record<string, unknown>): { token: string } | Refusal {
    if (body['login'] !== account.login || String(body['password']).trim() !== account.password) {
      return { status: 422, code: 'WRONG_CREDENTIALS' };
    }
    const { secondFactor } = body;
    if (portal.secondStep !== undefined && secondFactor !== portal.secondStep) {
      return { status: 422, code: secondFactor === undefined ? 'SECOND_STEP_NEEDED' : 'WRONG_SECOND_STEP' };
    }
    const token = `session.${sessions.size}.x`;
    sessions.add(token);
    return { token };
  }
}

const toFields = (code: string) => (code === 'SECOND_STEP_NEEDED' ? { secondFactor: 'Enter a recovery code.' } : {});
