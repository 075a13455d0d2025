import * as s3 from '@aws-sdk/client-s3';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { StartFault } from '#server/platform/problem.ts';
import { requireName, StorageFault, type BucketAccess, type Part, type Storage, type StoredFile } from './storage.ts';

/** A longer file is sent in parts of this size. A file in a bucket has at most 10,000 parts, so the parts of a huge file are larger. */
const minPartBytes = 8 * 1024 ** 2;
const maxParts = 10_000;

/** How long a connection may take, how long it may be silent, and how long a short answer may take with all attempts. */
const timeouts = { connectionTimeout: 5000, socketTimeout: 60_000 };
const answerMs = 30_000;
/** How long a key of a role may take, and how long one attempt to get it. */
const roleKeyMs = 5000;
const roleTimeouts = { connectionTimeout: 2000, socketTimeout: 2000 };
const soon = (timeoutMs = answerMs) => ({ abortSignal: AbortSignal.timeout(timeoutMs) });

/** A place in a bucket. `start` is the beginning of all keys. */
type Bucket = { client: s3.S3Client; name: string; start: string; place: string; server: string; hasRole: boolean };

/**
 * Opens a bucket of a server that speaks the protocol of Amazon S3. A file appears when its last byte has arrived and was compared: a cut
 * upload leaves nothing that can be listed, found or read. Every request is signed with the hash of its body (AWS Signature Version 4), which
 * every server checks. The newer checksums of the library are off, because many servers do not know them.
 */
export function createBucketStorage(place: string, access: BucketAccess, workFolder: string): Storage {
  const { endpoint, region, key } = access;
  const [, name = '', prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.+))?$/.exec(place) ?? [];
  const client = new s3.S3Client({
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    region,
    credentials: key === 'role' ? createRoleKeys(region, place) : key,
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Each download holds a connection.
    requestHandler: { ...timeouts, httpsAgent: { maxSockets: 1000 }, httpAgent: { maxSockets: 1000 } },
  });
  const start = prefix === '' ? '' : `${prefix}/`;
  const bucket: Bucket = {
    client,
    name,
    start,
    place,
    server: endpoint ?? `AWS in ${region}`,
    hasRole: key === 'role',
  };
  return {
    place,
    workFolder,
    locate: (fileName) => locate(bucket, fileName),
    list: (levels) => ask(bucket, listFiles(bucket, levels)),
    find: (fileName) => ask(bucket, findFile(bucket, fileName)),
    read: (file, part) => ask(bucket, readFrom(bucket, file, part)),
    put: (file, fileName, options) => ask(bucket, put(bucket, file, fileName, options)),
    remove: (fileName) => ask(bucket, remove(bucket, fileName)),
    async check(timeoutMs) {
      const list = new s3.ListObjectsV2Command({ Bucket: name, Prefix: start, MaxKeys: 1 });
      await ask(bucket, client.send(list, soon(timeoutMs)));
    },
  };
}

const createKey = ({ name, start }: Bucket, fileName: string) => ({ Bucket: name, Key: start + requireName(fileName) });
const locate = ({ name, start }: Bucket, fileName: string): string => `s3://${name}/${start}${requireName(fileName)}`;

/**
 * Returns a function that finds a key of a role, and renews it before it expires. The search is that of a client without a key
 * (https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html). After a failure it begins anew, because it never ends if a
 * container service accepts the connection and is silent.
 */
function createRoleKeys(region: string, place: string) {
  const createSearch = () => new s3.S3Client({ region, requestHandler: roleTimeouts }).config.credentials;
  let search = createSearch();
  return async () => {
    let reason = 'no answer';
    const key = await Promise.race([search(), setTimeout(roleKeyMs, null, { ref: false })]).catch((error: unknown) => {
      reason = readName(error);
      return null;
    });
    if (key) return key;
    search = createSearch();
    throw new StorageFault(`No role at AWS gives a key for ${place} (${reason}). Give this machine, container or pod a role, or set FILES_S3_KEY_FILE.`); // oxfmt-ignore
  };
}

/** Waits for an answer. Throws a sentence instead of an error of the library, which contains parts of the request. */
async function ask<Answer>(bucket: Bucket, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof StartFault ? error : new StorageFault(describeError(error, bucket));
  }
}

async function listFiles({ client, name, start }: Bucket, levels: number): Promise<StoredFile[]> {
  const request = { Bucket: name, Prefix: start, ...(levels === 1 && { Delimiter: '/' }) };
  const files: StoredFile[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = new s3.ListObjectsV2Command({ ...request, ...(ContinuationToken && { ContinuationToken }) });
    // oxlint-disable-next-line no-await-in-loop -- one page leads to the next
    const { Contents = [], NextContinuationToken } = await client.send(page, soon());
    for (const { Key = '', Size = 0, ETag = '' } of Contents)
      files.push({ name: Key.slice(start.length), bytes: Size, version: ETag });
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return files.filter(({ name: fileName }) => fileName.split('/').length <= levels);
}

async function findFile(bucket: Bucket, name: string): Promise<StoredFile | null> {
  try {
    const head = new s3.HeadObjectCommand(createKey(bucket, name));
    const { ContentLength: bytes = 0, ETag: version = '' } = await bucket.client.send(head, soon());
    return { name, bytes, version };
  } catch (error) {
    if (readStatus(error) === 404) return null;
    throw error;
  }
}

async function readFrom(bucket: Bucket, { name, bytes, version }: StoredFile, part?: Part): Promise<Readable> {
  const request = { ...createKey(bucket, name), IfMatch: version };
  const range = part && { Range: `bytes=${part.first}-${part.last}` };
  const { Body, ContentLength } = await bucket.client.send(new s3.GetObjectCommand({ ...request, ...range }));
  if (!(Body instanceof Readable)) throw new StorageFault(`${locate(bucket, name)} has no content.`);
  const wantedBytes = part ? part.last - part.first + 1 : bytes;
  // The reader gets the errors of the stream, and a reader that ends early, as a cancelled download, is none.
  if (ContentLength === wantedBytes) return pipeline(Body, new PassThrough(), () => {});
  Body.destroy();
  throw new StorageFault(`${bucket.server} sends ${ContentLength} of ${wantedBytes} bytes of ${locate(bucket, name)}.`);
}

async function put(bucket: Bucket, file: string, name: string, { replaces = false } = {}): Promise<void> {
  if (!replaces && (await findFile(bucket, name)) !== null)
    throw new StartFault(`${locate(bucket, name)} exists already. Nothing was written over it.`);
  const { size: bytes } = await stat(file);
  const key = createKey(bucket, name);
  if (bytes > minPartBytes) await sendParts(bucket, key, file, bytes);
  else await bucket.client.send(new s3.PutObjectCommand({ ...key, Body: await readFile(file) }));
  const stored = await findFile(bucket, name);
  if (stored?.bytes !== bytes) {
    await remove(bucket, name);
    throw new StorageFault(`${bucket.server} has stored ${stored?.bytes ?? 0} of ${bytes} bytes of ${locate(bucket, name)}. It was removed.`); // oxfmt-ignore
  }
  await rm(file);
}

/** Sends a file in parts, which the server puts together at the end. If that is not reached, the parts are removed. */
async function sendParts({ client }: Bucket, key: { Bucket: string; Key: string }, file: string, bytes: number) {
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(key), soon());
  const handle = await open(file);
  try {
    const partBytes = Math.max(minPartBytes, Math.ceil(bytes / maxParts));
    const Parts: s3.CompletedPart[] = [];
    for (let position = 0; position < bytes; position += partBytes) {
      const PartNumber = Parts.length + 1;
      const buffer = Buffer.alloc(Math.min(partBytes, bytes - position));
      const { bytesRead } = await handle.read({ buffer, position });
      const Body = buffer.subarray(0, bytesRead);
      const { ETag } = await client.send(new s3.UploadPartCommand({ ...key, UploadId, PartNumber, Body }));
      Parts.push({ ETag, PartNumber });
    }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...key, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    // If this fails too, or the process was killed, a rule of the bucket removes the parts, which nobody sees.
    await Promise.allSettled([client.send(new s3.AbortMultipartUploadCommand({ ...key, UploadId }), soon(5000))]);
    throw error;
  } finally {
    await handle.close();
  }
}

async function remove(bucket: Bucket, name: string): Promise<void> {
  await bucket.client.send(new s3.DeleteObjectCommand(createKey(bucket, name)), soon());
}

/** The status of an answer, also of one that is not of the protocol, as from a proxy. */
function readStatus(error: unknown): number | undefined {
  const answer = z.object({ $metadata: z.object({ httpStatusCode: z.optional(z.number()) }) }).safeParse(error);
  return answer.data?.$metadata.httpStatusCode;
}

/** The name of a fault. The answer to HEAD has no name, so its status is returned. */
function readName(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = typeof code === 'string' ? code : error instanceof Error ? error.name : '';
  return /^\w{1,60}$/.test(name) && name !== 'Unknown' ? name : String(readStatus(error) ?? 'error');
}

/** Says what went wrong and what to do, without values of the request. */
function describeError(error: unknown, { place, name: bucketName, server, hasRole }: Bucket): string {
  const [name, status] = [readName(error), readStatus(error)];
  if (name === 'NoSuchBucket') return `${server} has no bucket ${bucketName}. Create it, or correct ${place}.`;
  if (name === 'RequestTimeTooSkewed') return `${server} says that the clock of this machine is wrong. Set it by NTP.`;
  if (status === 404 || status === 412) return `A file of ${place} has changed, or is gone.`;
  const keyAdvice = hasRole ? 'the rights of the role at AWS' : 'FILES_S3_KEY_FILE, and the rights of this key';
  if (status === 403 || status === 401 || name === 'ExpiredToken')
    return `${server} refuses the key for ${place} (${name}). Check ${keyAdvice}.`;
  if (status === 301 || status === 400)
    return `${server} does not accept the request for ${place} (${name}). Check FILES_S3_REGION and FILES_S3_ENDPOINT.`;
  if (status !== undefined)
    return `${server} fails for ${place} (${status} ${name}). Ask who operates it, and try again.`;
  return `${server} gives no answer for ${place} (${name}). Check FILES_S3_ENDPOINT and the network.`;
}
