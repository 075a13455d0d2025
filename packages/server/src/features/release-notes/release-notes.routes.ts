import { bulkReleaseNotes } from '@basics/contract/bulk.ts';
import { releaseNotes } from '@basics/contract/release-notes.ts';
import { noPagePolicy } from '#server/platform/http/secure-headers.ts';
import { createOrigin, mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { ReleaseNotesService } from './release-notes.service.ts';

export function releaseNotesRoutes(router: Router, service: ReleaseNotesService): void {
  mount(router, releaseNotes.get, ({ actor, params }) => service.get(actor, params.id));
  mount(router, releaseNotes.search, ({ body }) => service.search(body));
  mount(router, releaseNotes.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  mount(router, releaseNotes.list, ({ body }) => service.list(body));
  mount(router, releaseNotes.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  mount(
    router,
    releaseNotes.update,
    ({ actor, params, body, origin }) => service.update(actor, params.id, body, origin),
    ({ actor, params }) => service.get(actor, params.id),
  );
  mount(router, bulkReleaseNotes.previewDeletion, ({ actor, body, origin }) =>
    service.previewDeletion(actor, body, origin),
  );
  mount(router, releaseNotes.removeMany, ({ actor, body, origin }) => service.removeMany(actor, body, origin));
  mount(router, releaseNotes.remove, ({ actor, params, origin }) => service.remove(actor, params.id, origin));

  mount(router, releaseNotes.bin, () => service.bin());
  mount(router, releaseNotes.restore, ({ actor, params, origin }) => service.restore(actor, params.id, origin));

  router.http.get('/release-notes/feed.xml', async (request, reply) => {
    const { text, tag, changedAt } = await service.feed(createOrigin(request).host);
    void reply
      .header('cache-control', 'public, max-age=300')
      .header('content-security-policy', noPagePolicy)
      .header('etag', tag)
      .header('last-modified', new Date(changedAt).toUTCString());
    // The reply 304 depends only on the entity tag, because the deletion of a note changes the feed but can leave the date of the feed as
    // it was.
    if (isKnownTag(tag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type('application/atom+xml; charset=utf-8').send(text);
  });
}

/**
 * Returns whether the client already has this feed: one of the entity tags in the header is equal to `tag`, weak or strong (RFC 9110,
 * 13.1.2).
 */
const isKnownTag = (tag: string, header: string | undefined): boolean =>
  header !== undefined &&
  header
    .split(',')
    .some((knownTag) => knownTag.trim() === '*' || knownTag.trim().replace(/^W\//, '') === tag.replace('W/', ''));
