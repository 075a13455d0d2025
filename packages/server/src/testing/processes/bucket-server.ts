import { buildApp } from 'fauxqs';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import type { BucketAccess } from '#server/platform/storage/storage.ts';

/** What the server does with a request: answers it, breaks the connection in its body, or says nothing. */
type Manner = 'answer' | 'cut' | 'hang';

/** Returns the name of the fault for which the key of a request is refused; null for a valid key. `token` is that of a key for a short time. */
type JudgeKey = (keyId: string, token: string | undefined) => string | null;

/**
 * Starts an S3 server in memory with the bucket `portal`. Fauxqs itself accepts every key, so the server refuses other keys than its own, or
 * as `judgeKey` says. `requests` are the method, the path and the signed hash of each request.
 */
export async function openBucketServer(judgeKey?: JudgeKey) {
  const emulator = buildApp({ logger: false });
  await emulator.ready();
  await emulator.inject({ method: 'PUT', url: '/portal' });
  const key = { accessKeyId: 'portal-key', secretAccessKey: 'not-for-any-log' };
  const judgeOwnKey: JudgeKey = (keyId) => (keyId === key.accessKeyId ? null : 'InvalidAccessKeyId');
  const requests: string[] = [];
  let choose: (request: IncomingMessage) => Manner = () => 'answer';
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const keyId = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';
    const refusal = (judgeKey ?? judgeOwnKey)(keyId, headers['x-amz-security-token']?.toString());
    const manner = choose(request);
    requests.push(`${method} ${url.replace(/\?.*$/, '')} ${String(headers['x-amz-content-sha256'])}`);
    if (manner === 'hang') return;
    if (manner === 'cut') return void request.once('readable', () => request.socket.destroy());
    if (refusal === null) return emulator.routing(request, response);
    const error = `<Error><Code>${refusal}</Code><Message>no such key</Message></Error>`;
    // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
    response.writeHead(refusal === 'ExpiredToken' ? 400 : 403, { 'content-type': 'application/xml' }).end(error);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await emulator.close();
  });
  const endpoint = `http://127.0.0.1:${Object(server.address()).port}`;
  return {
    access: { endpoint, region: 'us-east-1', key } satisfies BucketAccess,
    /** The variables with which a portal uses this server. */
    env: { FILES_S3_ENDPOINT: endpoint, FILES_S3_KEY: `${key.accessKeyId}:${key.secretAccessKey}` },
    requests,
    /** From now on, each request is treated as the function says. */
    treat: (manner: typeof choose) => {
      choose = manner;
    },
  };
}
