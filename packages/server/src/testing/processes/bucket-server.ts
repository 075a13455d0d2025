import { buildApp } from 'fauxqs';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import type { BucketAccess } from '#server/platform/storage/storage.ts';

/** What the server does with a request: answers it, breaks the connection in its body, or says nothing. */
type Manner = 'answer' | 'cut' | 'hang';

/**
 * Starts an S3 server in memory with the bucket `portal`. Fauxqs itself accepts every key, so the server refuses other keys than its own.
 * `requests` are the method, the path and the signed hash of each request.
 */
export async function openBucketServer() {
  const emulator = buildApp({ logger: false });
  await emulator.ready();
  await emulator.inject({ method: 'PUT', url: '/portal' });
  const access = { region: 'us-east-1', accessKeyId: 'portal-key', secretAccessKey: 'not-for-any-log' };
  const requests: string[] = [];
  let choose: (request: IncomingMessage) => Manner = () => 'answer';
  const server = createServer((request, response) => {
    const manner = choose(request);
    const { method, url = '', headers } = request;
    requests.push(`${method} ${url.replace(/\?.*$/, '')} ${String(headers['x-amz-content-sha256'])}`);
    if (manner === 'hang') return;
    if (manner === 'cut') return void request.once('readable', () => request.socket.destroy());
    if (headers.authorization?.includes(`Credential=${access.accessKeyId}/`))
      return emulator.routing(request, response);
    const error = '<Error><Code>InvalidAccessKeyId</Code><Message>no such key</Message></Error>';
    response.writeHead(403, { 'content-type': 'application/xml' }).end(error);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await emulator.close();
  });
  const endpoint = `http://127.0.0.1:${Object(server.address()).port}`;
  return {
    access: { ...access, endpoint } satisfies BucketAccess,
    /** The variables with which a portal uses this server. */
    env: { FILES_S3_ENDPOINT: endpoint, FILES_S3_KEY: `${access.accessKeyId}:${access.secretAccessKey}` },
    requests,
    /** From now on, each request is treated as the function says. */
    treat: (manner: typeof choose) => {
      choose = manner;
    },
  };
}
