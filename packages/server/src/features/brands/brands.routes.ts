import { brands, pictures } from '@basics/contract/brands.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { noPagePolicy } from '#server/platform/secure-headers.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { BrandsService } from './brands.service.ts';
import type { LooksService } from './looks.service.ts';

export function brandsRoutes(door: Door, service: BrandsService): void {
  serve(door, brands.list, () => service.list());
  serve(door, brands.get, ({ params }) => service.get(params.id));
  serve(door, brands.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  serve(door, brands.update, ({ actor, params, body, origin }) => service.update(actor, params.id, body, origin));
  serve(door, brands.makeDefault, ({ actor, params, body, origin }) =>
    service.makeDefault(actor, params.id, body.version, origin),
  );
  serve(door, brands.setPicture, ({ actor, params, body, origin }) => service.setPicture(actor, params, body, origin));
  serve(door, brands.remove, ({ actor, params, origin }) => service.remove(actor, params.id, origin));
}

/** What makes a look, for every page: a style sheet and two pictures for each brand. */
export function looksRoutes(door: Door, service: LooksService): void {
  serve(door, brands.setup, ({ origin }) => service.setup(origin.host));

  const { http } = door;
  http.get('/brands/looks.css', async (request, reply) =>
    sendFresh(request, reply.type('text/css; charset=utf-8'), await service.looks()),
  );
  for (const which of pictures) {
    http.get<{ Params: { brandId: string } }>(`/brands/:brandId/${which}.svg`, async (request, reply) => {
      const svg = await service.picture(request.params.brandId, which);
      // Opened as a page of its own it may do nothing at all.
      reply.type('image/svg+xml; charset=utf-8').header('content-security-policy', noPagePolicy);
      return sendFresh(request, reply, svg);
    });
  }
}

/** Kept by browsers, who ask each time whether it still holds (RFC 9110 13.1.2): a change shows with the next page. */
function sendFresh(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('cache-control', 'no-cache').header('etag', tag);
  const isKept = (request.headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === tag);
  return isKept ? reply.code(304).send() : reply.send(text);
}
