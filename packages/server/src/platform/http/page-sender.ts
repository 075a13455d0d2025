import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** A page differs by host name, route and appearance: more of them than this are not remembered. */
const mostRemembered = 300;

/** Sends pages compressed by Brotli to browsers that accept it. Each page is compressed once, at the best quality. */
export function pageSender(): (request: FastifyRequest, reply: FastifyReply, page: string) => Promise<FastifyReply> {
  const compressed = new Map<string, Promise<Buffer>>();

  function compressOnce(page: string): Promise<Buffer> {
    const known = compressed.get(page);
    if (known) return known;
    if (compressed.size >= mostRemembered) compressed.clear();
    const made = compress(page, { params });
    compressed.set(page, made);
    return made;
  }

  return async (request, reply, page) => {
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, cookie');
    if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(page);
    return reply.header('content-encoding', 'br').send(await compressOnce(page));
  };
}

/** RFC 9110, 12.5.3: listed, and not with the weight 0. */
const acceptsBrotli = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((each) => /^\s*br\s*(?!;\s*q=0(\.0*)?\s*$)/.test(each));
