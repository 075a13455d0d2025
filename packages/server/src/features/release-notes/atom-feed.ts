import type { PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { createHash } from 'node:crypto';
import type { Db } from '#server/database/foundation.ts';
import { html as xml, type Html } from '#server/platform/texts/formats.ts';
import { findPublishedNotes } from './release-notes.repository.ts';
import { summarise } from './summary.ts';

/** The maximum number of notes in a feed. */
const maxFeedEntries = 50;

type Note = {
  id: number;
  title: string;
  version: string;
  description: string;
  releaseDate: string;
  updatedAt: number;
};
type FeedInput = { publicUrl: string; brand: string; notes: readonly Note[] };

/** The text of a feed with its entity tag. `changedAt` is the time of the last change of a note, in Unix milliseconds. */
type Feed = { text: string; tag: string; changedAt: number };

/** Returns an Atom feed of the newest published notes, with the name of the brand that the portal shows. */
export async function readFeed(
  { db, publicUrl }: { db: Db; publicUrl: string },
  { brand, brands }: Pick<PortalSetup, 'brand' | 'brands'>,
): Promise<Feed> {
  const page = { pageNumber: 1, pageSize: maxFeedEntries, keyword: '' };
  const { items } = await findPublishedNotes(db, page);
  return createAtomFeed({ publicUrl, brand: brands.find(({ id }) => id === brand)?.name ?? brand, notes: items });
}

/**
 * Creates an Atom feed (RFC 4287). The texts of the feed are plain text and not HTML, so that feed readers do not have to trust HTML of the
 * portal. The links in the feed use PUBLIC_URL.
 */
export function createAtomFeed({ publicUrl, brand, notes }: FeedInput): Feed {
  const pageUrl = `${publicUrl}/release-notes`;
  // A feed without notes gets the time 0.
  const changedAt = Math.max(0, ...notes.map((note) => note.updatedAt));
  const { html: text } = xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${pageUrl}</id>
  <title>${removeForbiddenCharacters(brand)} release notes</title>
  <updated>${new Date(changedAt).toISOString()}</updated>
  <author><name>${removeForbiddenCharacters(brand)}</name></author>
  <link rel="self" type="application/atom+xml" href="${pageUrl}/feed.xml"/>
  <link rel="alternate" type="text/html" href="${pageUrl}"/>
${notes.map((note) => createEntry(note, pageUrl))}
</feed>
`;
  // The entity tag is weak, because the feed is the same with any compression.
  return { text, tag: `W/"${createHash('sha256').update(text).digest('base64url')}"`, changedAt };
}

const createEntry = (note: Note, pageUrl: string): Html => xml`  <entry>
    <id>${pageUrl}/${note.id}</id>
    <title>${removeForbiddenCharacters(note.title)}</title>
    <updated>${new Date(note.updatedAt).toISOString()}</updated>
    <published>${note.releaseDate}T00:00:00Z</published>
    <category term="${removeForbiddenCharacters(note.version)}"/>
    <link rel="alternate" type="text/html" href="${pageUrl}/${note.id}"/>
    <summary>${removeForbiddenCharacters(summarise(note.description))}</summary>
  </entry>`;

/** Removes the characters that XML never allows (XML 1.0, 2.2). */
const removeForbiddenCharacters = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
