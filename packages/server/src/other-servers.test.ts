import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import type { Server } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readCrmEndpoint } from './features/crm/crm-accounts.ts';
import { openSmtp } from './mail/delivery/smtp.ts';
import { createFolder } from './testing/processes/folders.ts';

const crmQuery = { keyword: '', pageNumber: 1, pageSize: 10, countries: null };
const outgoingLetter = {
  messageId: '<1@portal.example>',
  from: { name: '', address: 'portal@portal.example' },
  replyTo: 'portal@portal.example',
  to: 'ada@customer.example',
  subject: 'Your licence',
  text: 'text',
  html: '<p>text</p>',
  date: new Date(0),
  picture: { id: 'mark', png: Buffer.from('') },
  files: [],
};

async function listenOnFreePort(server: Server, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(0, host), 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Opens a TLS server with a self-signed certificate, which records the data that it receives. */
async function openUntrustedMailServer(host?: string) {
  const folder = await createFolder();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const certificateOptions = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-out', certFile];
  expect(spawnSync('openssl', ['req', '-x509', ...key, ...certificateOptions]).status, 'openssl').toBe(0);
  const receivedTexts: string[] = [];
  const server = createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, (socket) => {
    // A client that does not trust the certificate closes the connection while the server greets it.
    socket.on('error', () => {}).write('220 mail.example ESMTP\r\n');
    socket.on('data', (bytes) => void receivedTexts.push(String(bytes)));
  });
  onTestFinished(() => void server.close());
  return { port: await listenOnFreePort(server, host), receivedTexts };
}

describe('a server with an untrusted certificate', () => {
  test('the portal sends no query to a CRM with an untrusted certificate (T477)', async () => {
    const { port, receivedTexts } = await openUntrustedMailServer();
    const readResult = await readCrmEndpoint(
      { url: `https://127.0.0.1:${port}/accounts`, authorization: null, fetch },
      crmQuery,
    );
    expect(readResult).toMatchObject({ items: [], hint: expect.any(String) });
    expect(receivedTexts).toEqual([]);
  });

  test('the portal sends no e-mail and no password to a mail server with an untrusted certificate (T476)', async () => {
    // At the address of this machine, 127.0.0.1, a mail server may have a certificate of its own.
    const { port, receivedTexts } = await openUntrustedMailServer('127.0.0.2');
    const smtp = openSmtp(`smtps://portal:secret@127.0.0.2:${port}`);
    expect(await smtp.send(outgoingLetter)).toMatchObject({
      is: 'later',
      error: expect.stringContaining('self-signed'),
    });
    smtp.close();
    expect(receivedTexts).toEqual([]);
  });
});

test('the portal does not follow a redirect of the CRM to another address (T475)', async () => {
  const paths: (string | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    paths.push(request.url?.split('?')[0]);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  onTestFinished(() => void server.close());
  const port = await listenOnFreePort(server);
  const source = { url: `http://127.0.0.1:${port}/accounts`, authorization: 'Bearer secret', fetch };
  const readResult = await readCrmEndpoint(source, crmQuery);
  expect(readResult).toMatchObject({ items: [], hint: expect.any(String) });
  expect(paths).toEqual(['/accounts']);
});
