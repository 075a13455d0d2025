import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const brotliOptions = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** The maximum number of compressed pages in the cache. Each combination of host name, route and theme has its own page. */
const maxCachedPages = 300;

/**
 * Returns a function that sends pages, compressed by Brotli if the browser accepts it. Each page is compressed once, at the best quality.
 */
export function createPageSender(): (
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
) => Promise<FastifyReply> {
  const compressedPages = new Map<string, Promise<Buffer>>();

  function compressOnce(page: string): Promise<Buffer> {
    const cachedPage = compressedPages.get(page);
    if (cachedPage) return cachedPage;
    if (compressedPages.size >= maxCachedPages) compressedPages.clear();
    const compression = compress(page, { params: brotliOptions });
    compressedPages.set(page, compression);
    return compression;
  }

  return async (request, reply, page) => {
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', reply.statusCode === 200 ? 'no-cache' : 'no-store')
      .header('vary', 'accept-encoding, cookie');
    if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(page);
    // A page with an error has a reference, so it is never sent twice.
    if (reply.statusCode !== 200) return reply.send(page);
    return reply.header('content-encoding', 'br').send(await compressOnce(page));
  };
}

/** Returns whether the header Accept-Encoding lists `br` with a weight other than 0 (RFC 9110, 12.5.3). */
const acceptsBrotli = (acceptEncoding: string | string[] | undefined): boolean =>
  String(acceptEncoding ?? '')
    .split(',')
    .some((encoding) => /^\s*br\s*(?!;\s*q=0(\.0*)?\s*$)/.test(encoding));
