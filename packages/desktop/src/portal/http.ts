import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

type HttpReply = { status: number; retryAfter: string | undefined; text: string };

type HttpRequest = {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs: number;
  /** The maximum length of the answer in bytes. */
  maxLength: number;
};

/**
 * Sends a request through the proxy of the environment (`findProxy`), and trusts the certificates of Node.js and of the system. The function
 * `fetch` does neither in all supported versions of Node.js. Throws an error if there is no complete answer in time, and for a redirect,
 * because secrets go only to the given address.
 */
export async function sendRequest(address: URL, request: HttpRequest): Promise<HttpReply> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    const reply = await openRequest(address, request, signal);
    const status = reply.statusCode ?? 0;
    if (status >= 300 && status < 400) throw new Error('it redirects to another address');
    return { status, retryAfter: reply.headers['retry-after'], text: await readText(reply, request.maxLength) };
  } catch (cause) {
    throw signal.aborted ? signal.reason : cause;
  }
}

async function openRequest(
  address: URL,
  { method = 'GET', headers = {}, body }: HttpRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const proxy = findProxy(address, process.env);
  const options = { method, headers, signal, agent: false as const };
  if (address.protocol === 'https:') {
    const socket = proxy === undefined ? undefined : await openTunnel(proxy, address, signal);
    const tlsOptions = { ...createTlsOptions(address), ...(socket && { socket }) };
    return send(https.request(address, { ...options, ...tlsOptions }), body);
  }
  if (proxy === undefined) return send(http.request(address, options), body);
  const proxyHeaders = { ...headers, host: address.host, ...createProxyHeaders(proxy) };
  return send(openProxy(proxy, { ...options, path: address.href, headers: proxyHeaders }), body);
}

async function send(request: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  // Node.js ends the request without an error if the answer has the status 101 (RFC 9110, 15.2.2).
  request.once('upgrade', (_, socket) => {
    socket.destroy();
    request.emit('error', new Error('it does not answer with HTTP'));
  });
  request.end(body);
  // The event `response` has this one argument.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  return reply;
}

const openProxy = (proxy: URL, options: https.RequestOptions): ClientRequest =>
  proxy.protocol === 'https:'
    ? https.request(proxy, { ...options, ...createTlsOptions(proxy) })
    : http.request(proxy, options);

/** Opens a connection through a proxy to an address with HTTPS (RFC 9110, 9.3.6). */
async function openTunnel(proxy: URL, address: URL, signal: AbortSignal): Promise<Duplex> {
  const target = `${address.hostname}:${address.port === '' ? 443 : address.port}`;
  const headers = { host: target, ...createProxyHeaders(proxy) };
  const request = openProxy(proxy, { method: 'CONNECT', path: target, headers, signal, agent: false });
  request.end();
  // The event `connect` has these arguments.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [reply, socket] = (await once(request, 'connect')) as [IncomingMessage, Duplex];
  if (reply.statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`the proxy ${proxy.host} answered with status ${reply.statusCode}`);
}

function createProxyHeaders({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Node.js 20 cannot list the certificates of the system; there, only its own and `NODE_EXTRA_CA_CERTS` count. */
const createTlsOptions = ({ hostname }: URL): tls.ConnectionOptions => ({
  ...('getCACertificates' in tls && { ca: [...tls.getCACertificates('default'), ...tls.getCACertificates('system')] }),
  ...(isIP(hostname) === 0 && !hostname.startsWith('[') && { servername: hostname }),
});

async function readText(reply: IncomingMessage, maxLength: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of reply) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > maxLength) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Returns the proxy for an address, from the variables `http_proxy`, `https_proxy` and `no_proxy` (or in upper case). `no_proxy` is a list of
 * hosts, which count with their subdomains, or `*`. A portal on this computer is always reached directly.
 */
export function findProxy(
  { protocol, hostname }: URL,
  env: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  const read = (name: string): string => env[name] ?? env[name.toUpperCase()] ?? '';
  const excluded = read('no_proxy')
    .split(',')
    .map((host) => host.trim().toLowerCase().replace(/^\./, ''));
  if (isThisComputer(hostname)) return undefined;
  if (excluded.some((host) => host === '*' || (host !== '' && `.${hostname}`.endsWith(`.${host}`)))) return undefined;
  const proxy = read(`${protocol.slice(0, -1)}_proxy`);
  return proxy === '' ? undefined : new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
}

/** Whether a host name means this computer. */
export const isThisComputer = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname);
