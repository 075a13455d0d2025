import { downloads } from '@basics/contract/release-notes/downloads.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { openToOrigin } from '#server/platform/http/methods-and-origins.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import type { Log } from '#server/platform/log.ts';
import { problem } from '#server/platform/problem.ts';
import { StorageFault, type Part } from '#server/platform/storage/storage.ts';
import { createDownloadLink, listDownloads, openDownload, readReleases } from './downloads.ts';
import type { ReleaseFile, ReleaseFiles } from './release-files.ts';

/** Mounts the calls and the addresses of files. Without a place of files, all lists are empty. */
export function downloadsRoutes(router: Router, files: ReleaseFiles | null): void {
  mount(router, downloads.downloads, (call) => listDownloads(call, files));
  mount(router, downloads.downloadLink, (call) => createDownloadLink(call, files, call.body));
  const { http, parts } = router;
  // The well-known path (RFC 8615) is outside the API, because the feed is public and its format never changes.
  http.get<{ Params: { tool: string } }>('/.well-known/basics-releases/:tool', async ({ params }, reply) => {
    const feed = await readReleases({ db: parts.database.kysely, publicUrl: parts.publicUrl }, files, params.tool);
    return openToOrigin(reply, '*').header('cache-control', 'public, max-age=300').send(feed);
  });
  if (files) serveFiles(router, files);
}

/**
 * Returns the part of a file that a client asks for; null for bytes after the end, which is the answer to who continues a complete download. A
 * range that is not valid is ignored (RFC 9110, 14.2); the server also ignores what it need not support, such as several ranges.
 */
function readRange(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  { bytes, etag }: { bytes: number; etag: string },
): Part | 'whole' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const isValid = first === '' ? last !== '' && Number(last) < bytes : last === '' || Number(last) >= Number(first);
  // If the file has changed since the first part, the client wants all of it.
  if (!isValid || bytes === 0 || (condition !== undefined && condition !== etag)) return 'whole';
  if (first === '') return Number(last) === 0 ? null : { first: bytes - Number(last), last: bytes - 1 };
  if (Number(first) >= bytes) return null;
  return { first: Number(first), last: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

type FileAddress = { Params: { version: string; name: string }; Querystring: { link?: unknown } };

/** Serves files with ranges (RFC 9110, 14), so that a download continues after a broken connection. The hash of a file is its `ETag`. */
function serveFiles({ http, parts }: Router, files: ReleaseFiles): void {
  http.get<FileAddress>('/downloads/:version/:name', async (request, reply) => {
    const { params, query, headers, log } = request;
    const link = typeof query.link === 'string' ? query.link : '';
    const { clock, seal, database } = parts;
    const file = await openDownload({ db: database.kysely, at: clock(), seal }, files, { ...params, link });
    const etag = `"${file.sha256}"`;
    const isHead = request.method === 'HEAD';
    const part = isHead ? 'whole' : readRange(headers, { bytes: file.bytes, etag });
    reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'private, no-store', etag });
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    if (part === null) return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
    const { first, last } = part === 'whole' ? { first: 0, last: file.bytes - 1 } : part;
    const content = isHead ? Readable.from([]) : await readContent(files, file, { part, log });
    if (part !== 'whole') reply.code(206).header('content-range', `bytes ${first}-${last}/${file.bytes}`);
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-length': last - first + 1,
        'content-disposition': `attachment; filename="${file.name}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      })
      .send(content);
  });
}

/** Begins to read a file. Throws FILES_UNAVAILABLE if its storage gives no answer, or the file has changed a moment ago. */
async function readContent(files: ReleaseFiles, file: ReleaseFile, { part, log }: { part: Part | 'whole'; log: Log }) {
  try {
    return await files.read(file, part === 'whole' ? undefined : part);
  } catch (cause) {
    if (!(cause instanceof StorageFault)) throw cause;
    log.warn({ err: cause }, 'a file of a release cannot be read');
    throw problem('FILES_UNAVAILABLE', { retryAfterSeconds: 60 });
  }
}
