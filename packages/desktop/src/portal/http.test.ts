import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createKeyList, signer } from '#desktop/testing/bench.ts';
import { findProxy } from './http.ts';

test.each([
  ['https://portal.example', { HTTPS_PROXY: 'http://one:8080' }, 'http://one:8080/'],
  ['https://portal.example', { HTTPS_PROXY: 'http://one:8080', https_proxy: 'two:80' }, 'http://two/'],
  ['https://portal.example', { HTTP_PROXY: 'http://one:8080' }, undefined],
  ['http://portal.example', { HTTP_PROXY: 'http://one:8080', NO_PROXY: 'other.example, .example' }, undefined],
  ['http://portal.example', { HTTP_PROXY: 'http://one:8080', NO_PROXY: 'rtal.example' }, 'http://one:8080/'],
  ['http://portal.example', { HTTP_PROXY: 'http://one:8080', NO_PROXY: '*' }, undefined],
  ['http://localhost:3000', { HTTP_PROXY: 'http://one:8080' }, undefined],
])('the proxy for %s with %o is %s', (address, env, proxy) => {
  expect(findProxy(new URL(address), env)?.href).toBe(proxy);
});

test('the command reaches a portal with HTTPS through a proxy with a password, and trusts a certificate that the variable names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basics-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=portal.test', '-addext', 'subjectAltName=DNS:portal.test'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' }); // oxfmt-ignore
  const portal = await listen(
    createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_, reply) =>
      reply.end(createKeyList(signer)),
    ),
  );
  const asked: (string | undefined)[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url, request.headers['proxy-authorization']);
    const tunnel = connect(portal, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    tunnel.pipe(socket).pipe(tunnel);
    // Either side may close its connection while the other one still sends.
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  const env = { BASICS_HOME: join(folder, 'state'), NODE_EXTRA_CA_CERTS: certificate };
  const command = [join(import.meta.dirname, '..', '..', 'bin', 'basics.js'), 'trust', 'https://portal.test'];
  const HTTPS_PROXY = `http://ada:p%40ss@127.0.0.1:${await listen(proxy)}`;
  const child = spawn(process.execPath, command, { env: { PATH: process.env['PATH'], ...env, HTTPS_PROXY } });
  expect(await text(child.stdout)).toContain(
    'Licences signed with these keys from https://portal.test are now trusted',
  );
  expect(asked).toEqual(['portal.test:443', `Basic ${Buffer.from('ada:p@ss').toString('base64')}`]);
});

/** Starts a server on a free port, until the test is finished, and returns the port. */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  // A server that listens on a port has such an address.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (server.address() as AddressInfo).port;
}
