import fastifyStatic from '@fastify/static';
import { downloads } from '@basics/contract/release-notes/downloads.ts';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { openToOrigin } from '#server/platform/http/methods-and-origins.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { createDownloadLink, listDownloads, openDownload, readReleases } from './downloads.ts';
import type { ReleaseFiles } from './release-files.ts';

/** Mounts the calls and the addresses of files. Without a folder of files, all lists are empty. */
export async function downloadsRoutes(router: Router, files: ReleaseFiles | null): Promise<void> {
  mount(router, downloads.downloads, (call) => listDownloads(call, files));
  mount(router, downloads.downloadLink, (call) => createDownloadLink(call, files, call.body));
  const { http, parts } = router;
  // The well-known path (RFC 8615) is outside the API, because the feed is public and its format never changes.
  http.get<{ Params: { tool: string } }>('/.well-known/basics-releases/:tool', async ({ params }, reply) => {
    const feed = await readReleases({ db: parts.database.kysely, publicUrl: parts.publicUrl }, files, params.tool);
    return openToOrigin(reply, '*').header('cache-control', 'public, max-age=300').send(feed);
  });
  if (files) await http.register((scope) => serveFiles(scope, router, files));
}

/**
 * Returns whether the client asks for the whole file, for a part, or for bytes after the end, as does who continues a complete download.
 * A range that is not valid is ignored (RFC 9110, 14.2); the server also ignores what it need not support, such as several ranges.
 */
function readRange({ range, 'if-range': condition }: IncomingHttpHeaders, bytes: number): 'whole' | 'part' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const isValid = first === '' ? last !== '' && Number(last) < bytes : last === '' || Number(last) >= Number(first);
  if (!isValid || bytes === 0) return 'whole';
  const isAfterEnd = first === '' ? Number(last) === 0 : Number(first) >= bytes;
  // If the file has changed since the first part, the client wants all of it.
  return isAfterEnd ? (condition === undefined ? 'none' : 'whole') : 'part';
}

type FileAddress = { Params: { version: string; name: string }; Querystring: { link?: unknown } };

/** Serves files with ranges (RFC 9110, 14), so that a download continues after a broken connection. */
async function serveFiles(http: FastifyInstance, { parts }: Router, files: ReleaseFiles): Promise<void> {
  await http.register(fastifyStatic, { root: files.root, serve: false, cacheControl: false, contentType: false });
  http.get<FileAddress>('/downloads/:version/:name', async (request, reply) => {
    const { params, query } = request;
    const link = typeof query.link === 'string' ? query.link : '';
    const { clock, seal, database } = parts;
    const file = await openDownload({ db: database.kysely, at: clock(), seal }, files, { ...params, link });
    const part = request.method === 'GET' ? readRange(request.headers, file.bytes) : 'whole';
    if (part === 'none') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
    if (part === 'whole') delete request.headers.range;
    // The path consists of names that were read in the folder, and of nothing that the client has sent.
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${file.name}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      })
      .sendFile(`${file.version}/${file.name}`);
  });
}
