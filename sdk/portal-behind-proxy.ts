// SPDX-License-Identifier: Apache-2.0
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../packages/server/src/database/database.ts';
import { migrate } from '../packages/server/src/database/migrate.ts';
import { openPortal, testKey } from '../packages/server/src/testing/portal.ts';
import type { Program } from './conformance.mjs';
import { run } from './packages.mjs';

/** Starts an example on a PC with its own home folder, and returns the lines that it prints. */
export async function runExample(
  [file, ...args]: Program,
  words: readonly string[],
  { home, proxy, trust, onLine }: { home: string; proxy: string; trust: Trust; onLine?: (line: string) => void },
) {
  cpSync(trust.monoFolder, path.join(home, '.config', '.mono'), { recursive: true });
  const variables = { HOME: home, BASICS_HOME: path.join(home, 'state'), XDG_DATA_HOME: path.join(home, 'data') };
  const env = { PATH: process.env['PATH'], ...variables, ...trust.variables, http_proxy: proxy, https_proxy: proxy };
  const child = spawn(file, [...args, bytesToHex(testKey.signer.publicKey), ...words], { env });
  let output = '';
  const takeText = (chunk: unknown) => {
    output += String(chunk);
    if (output.endsWith('\n')) onLine?.(output);
  };
  child.stdout.on('data', takeText);
  child.stderr.on('data', takeText);
  const [exitCode] = await once(child, 'close');
  return { output, exitCode };
}

/** What makes each library trust a private certificate authority: variables, and a folder of certificates for Mono. */
type Trust = { variables: Record<string, string>; monoFolder: string };

/** Creates a certificate authority and a certificate of a host with OpenSSL, and what makes the libraries trust the authority. */
function createAuthority(folder: string, host: string) {
  mkdirSync(folder);
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '2', '-x509'];
  const openssl = (...args: string[]): void => run('openssl', args, folder);
  openssl('req', ...ec, '-subj', `/CN=Authority of ${host}`, '-keyout', 'ca.key', '-out', 'ca.pem');
  const names = ['-addext', `subjectAltName=DNS:${host}`, '-addext', 'basicConstraints=CA:FALSE'];
  const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key'];
  openssl('req', ...ec, ...issuer, '-subj', `/CN=${host}`, ...names, '-keyout', 'key.pem', '-out', 'cert.pem');
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  return { folder, ca: path.join(folder, 'ca.pem'), options: { key: read('key.pem'), cert: read('cert.pem') } };
}

function createTrust(folder: string, ca: string): Trust {
  const monoFolder = path.join(folder, 'mono');
  const monoCertificates = path.join(monoFolder, 'new-certs', 'Trust');
  mkdirSync(monoCertificates, { recursive: true });
  run('sh', ['-c', `cp ${ca} ${monoCertificates}/$(openssl x509 -in ${ca} -noout -subject_hash).0`]);
  const variables: Record<string, string> = { NODE_EXTRA_CA_CERTS: ca, SSL_CERT_FILE: ca };
  if (spawnSync('keytool', ['-help']).error === undefined) {
    const store = path.join(folder, 'java.p12');
    const options = ['-noprompt', '-storetype', 'PKCS12', '-storepass', 'changeit', '-keystore', store];
    run('keytool', ['-importcert', ...options, '-alias', 'portal', '-file', ca]);
    variables['JDK_JAVA_OPTIONS'] = `-Djavax.net.ssl.trustStore=${store} -Djavax.net.ssl.trustStorePassword=changeit`;
  }
  return { variables, monoFolder };
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Opens a portal with its database in a folder. The portal can be reached at http://portal.test and https://portal.test through an HTTP proxy only,
 * which does not forward the first two polls of a PC, so that the portal seems to be away for 10 seconds. The certificate is of a private authority,
 * which `trust` trusts. The certificate of https://untrusted.test is of another authority. */
export async function openPortalBehindProxy(folder: string) {
  const database = await openDatabase(
    { file: path.join(folder, 'portal.db') },
    { patienceMs: 60_000, isDurable: false },
  );
  onTestFinished(() => database.close());
  await migrate(database, Date.now);
  const portal = await openPortal(database);
  onTestFinished(() => portal.close());
  portal.pass(Date.now() - portal.now());
  const address = await portal.http.listen({ host: '127.0.0.1', port: 0 });
  const hosts = new Set<string>();
  const pollCounts = new Map<string, number>();
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { origin, pathname } = new URL(incoming.url ?? '', `https://${incoming.headers.host}`);
    hosts.add(origin);
    const { method, headers } = incoming;
    const body = await text(incoming);
    if (pathname.endsWith('/activation/token')) {
      const pollCount = (pollCounts.get(body) ?? 0) + 1;
      pollCounts.set(body, pollCount);
      if (pollCount <= 2) return void outgoing.writeHead(502).end();
    }
    const call = request(address + pathname, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy()).end(body);
  }
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // An example that ends closes its connection, also in the middle of a call.
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const [authority, otherAuthority] = ['portal.test', 'untrusted.test'].map((host) =>
    createAuthority(path.join(folder, host), host),
  );
  const tlsPorts = new Map<string, number>();
  for (const [host, each] of [
    ['portal.test:443', authority],
    ['untrusted.test:443', otherAuthority],
  ] as const)
    tlsPorts.set(host, await listen(createTlsServer({ ...each?.options }, answer)));
  const proxy = createServer(answer);
  proxy.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
    const tunnel = connect(tlsPorts.get(url) ?? 9, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  const trust = createTrust(folder, authority?.ca ?? '');
  return { portal, hosts, proxy: `http://127.0.0.1:${await listen(proxy)}`, trust };
}
