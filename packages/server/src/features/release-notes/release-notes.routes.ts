import { bulkReleaseNotes } from '@basics/contract/calls/bulk.ts';
import type { PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { noPagePolicy } from '#server/platform/http/response-headers.ts';
import { createOrigin, mount, type Router } from '#server/platform/http/mount.ts';
import { readFeed } from './atom-feed.ts';
import { exportNotes, listDeletedNotes, listPublishedNotes, readNote, searchNotes } from './read-notes.ts';
import { changeNote, createNote, previewNotesDeletion, removeNote, removeNotes, restoreNote } from './write-note.ts';

/** Finds the setup of the portal, with the brand, for a host name. */
type ReadSetup = (host: string) => Promise<PortalSetup>;

export function releaseNotesRoutes(router: Router, readSetup: ReadSetup): void {
  mount(router, releaseNotes.get, (call) => readNote(call, call.params.id));
  mount(router, releaseNotes.search, (call) => searchNotes(call, call.body));
  mount(router, releaseNotes.export, (call) => exportNotes(call, call.body));
  mount(router, releaseNotes.list, (call) => listPublishedNotes(call.db, call.body));
  mount(router, releaseNotes.create, (call) => createNote(call, call.body));
  mount(
    router,
    releaseNotes.update,
    (call) => changeNote(call, call.params.id, call.body),
    (call) => readNote(call, call.params.id),
  );
  mount(router, bulkReleaseNotes.previewDeletion, (call) => previewNotesDeletion(call, call.body));
  mount(router, releaseNotes.removeMany, (call) => removeNotes(call, call.body));
  mount(router, releaseNotes.remove, (call) => removeNote(call, call.params.id));

  mount(router, releaseNotes.bin, listDeletedNotes);
  mount(router, releaseNotes.restore, (call) => restoreNote(call, call.params.id));
  serveFeed(router, readSetup);
}

function serveFeed({ http, parts: { database, publicUrl } }: Router, readSetup: ReadSetup): void {
  http.get('/release-notes/feed.xml', async (request, reply) => {
    const setup = await readSetup(createOrigin(request).host);
    const { text, tag, changedAt } = await readFeed({ db: database.kysely, publicUrl }, setup);
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
