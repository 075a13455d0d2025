import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { hours } from '#server/platform/clock/clock.ts';
import { createFolder } from './folders.ts';

const metadataPath = '/latest/meta-data/iam/security-credentials/';

/**
 * Starts a server that gives keys of a role as AWS does: to a machine (IMDSv2), to a container or pod, and for a token of a pod (STS). Each
 * environment is that of a process that has the role in this way.
 */
export async function openRoleServer() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${Object(server.address()).port}`;
  const home = await createFolder();
  const tokenFile = join(home, 'token');
  await writeFile(tokenFile, 'token-of-the-pod');
  let [isSilent, count, expiredCount, lifeMs] = [false, 0, 0, hours(1)];
  const createKey = () => {
    count += 1;
    const Expiration = new Date(Date.now() + lifeMs).toISOString();
    return {
      AccessKeyId: `role-key-${count}`,
      SecretAccessKey: 'not-for-any-log',
      Token: `token-${count}`,
      Expiration,
    };
  };
  const createAnswer = async (request: IncomingMessage): Promise<string | null> => {
    const { method, url = '', headers } = request;
    if (method === 'PUT' && url === '/latest/api/token') return 'token-of-the-metadata';
    if (url.startsWith(metadataPath) && headers['x-aws-ec2-metadata-token'] === 'token-of-the-metadata')
      return url === metadataPath ? 'portal-role' : JSON.stringify({ Code: 'Success', ...createKey() });
    if (url === '/container' && headers.authorization === 'token-of-the-pod') return JSON.stringify(createKey());
    const form = method === 'POST' ? new URLSearchParams(await text(request)) : null;
    if (form?.get('Action') !== 'AssumeRoleWithWebIdentity' || form.get('WebIdentityToken') !== 'token-of-the-pod')
      return null;
    const { Token: SessionToken, ...key } = createKey();
    const parts = Object.entries({ ...key, SessionToken }).map(([name, value]) => `<${name}>${value}</${name}>`);
    const result = `<AssumeRoleWithWebIdentityResult><Credentials>${parts.join('')}</Credentials></AssumeRoleWithWebIdentityResult>`;
    return `<AssumeRoleWithWebIdentityResponse>${result}</AssumeRoleWithWebIdentityResponse>`;
  };
  server.on('request', (request, response) => {
    if (isSilent) return;
    void createAnswer(request).then((answer) => response.writeHead(answer === null ? 404 : 200).end(answer ?? ''));
  });
  // The files of the person who runs the tests are not read.
  const shared = { HOME: home, FILES_S3_KEY: 'role' };
  return {
    env: {
      machine: { ...shared, AWS_EC2_METADATA_SERVICE_ENDPOINT: address },
      container: {
        ...shared,
        AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address}/container`,
        AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
      },
      pod: {
        ...shared,
        AWS_ENDPOINT_URL_STS: address,
        AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/portal',
        AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      },
      nothing: { ...shared, AWS_EC2_METADATA_DISABLED: 'true' },
    },
    /** How many keys the server has given. */
    countKeys: () => count,
    /** Judges the key of a request to a bucket. */
    judgeKey: (keyId: string, token?: string) => {
      const number = Number(keyId.replace('role-key-', ''));
      if (!(number <= count) || token !== `token-${number}`) return 'InvalidAccessKeyId';
      return number > expiredCount ? null : 'ExpiredToken';
    },
    /** Lets all keys that were given expire. New keys are valid for the given time. */
    expireKeys: (newLifeMs: number) => {
      [expiredCount, lifeMs] = [count, newLifeMs];
    },
    /** From now on, the server accepts connections but does not answer, or answers again. */
    setSilent: (silent: boolean) => {
      isSilent = silent;
    },
  };
}
