import { releaseNotes } from '@basics/contract/release-notes.ts';
import { noPagePolicy } from '#server/platform/secure-headers.ts';
import { originOf, serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { ReleaseNotesService } from './release-notes.service.ts';

export function releaseNotesRoutes(door: Door, service: ReleaseNotesService): void {
  serve(door, releaseNotes.get, ({ actor, params }) => service.get(actor, params.id));
  serve(door, releaseNotes.search, ({ body }) => service.search(body));
  serve(door, releaseNotes.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  serve(door, releaseNotes.list, ({ body }) => service.list(body));
  serve(door, releaseNotes.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  serve(door, releaseNotes.update, ({ actor, params, body, origin }) => service.update(actor, params.id, body, origin));
  serve(door, releaseNotes.removeMany, ({ actor, body, origin }) => service.removeMany(actor, body, origin));
  serve(door, releaseNotes.remove, ({ actor, params, origin }) => service.remove(actor, params.id, origin));

  door.http.get('/release-notes/feed.xml', async (request, reply) => {
    const { text, tag, changedAt } = await service.feed(originOf(request).host);
    void reply
      .header('cache-control', 'public, max-age=300')
      .header('content-security-policy', noPagePolicy)
      .header('etag', tag)
      .header('last-modified', new Date(changedAt).toUTCString());
    // By the tag alone: a note that is deleted changes the feed, and no date.
    if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type('application/atom+xml; charset=utf-8').send(text);
  });
}

/** Whether somebody has this very feed already, RFC 9110 13.1.2: any of his tags, whether weak or not. */
const isKnown = (tag: string, header: string | undefined): boolean =>
  header !== undefined &&
  header.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === tag.replace('W/', ''));
