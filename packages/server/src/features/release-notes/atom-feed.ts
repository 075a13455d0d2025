import { createHash } from 'node:crypto';
import { html as xml } from '#server/platform/html.ts';
import type { Html } from '#server/platform/html.ts';
import { summarise } from './summary.ts';

/** The maximum number of notes in a feed. */
export const maxEntries = 50;

type Note = {
  id: number;
  title: string;
  version: string;
  description: string;
  releaseDate: string;
  updatedAt: number;
};
type Dependencies = { publicUrl: string; brand: string; notes: readonly Note[] };

/** The text of a feed with its entity tag; `changedAt` is the last change of one of its notes, in Unix milliseconds. */
export type Feed = { text: string; tag: string; changedAt: number };

/**
 * Creates an Atom feed (RFC 4287). The texts of the feed are plain and not HTML, so that feed readers need not trust our markup. The links
 * in the feed use PUBLIC_URL.
 */
export function createAtomFeed({ publicUrl, brand, notes }: Dependencies): Feed {
  const page = `${publicUrl}/release-notes`;
  // A feed without notes has never changed.
  const changedAt = Math.max(0, ...notes.map((note) => note.updatedAt));
  const { html: text } = xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${page}</id>
  <title>${removeForbidden(brand)} release notes</title>
  <updated>${new Date(changedAt).toISOString()}</updated>
  <author><name>${removeForbidden(brand)}</name></author>
  <link rel="self" type="application/atom+xml" href="${page}/feed.xml"/>
  <link rel="alternate" type="text/html" href="${page}"/>
${notes.map((note) => createEntry(note, page))}
</feed>
`;
  // The entity tag is weak, because the feed is the same with any compression.
  return { text, tag: `W/"${createHash('sha256').update(text).digest('base64url')}"`, changedAt };
}

const createEntry = (note: Note, page: string): Html => xml`  <entry>
    <id>${page}/${note.id}</id>
    <title>${removeForbidden(note.title)}</title>
    <updated>${new Date(note.updatedAt).toISOString()}</updated>
    <published>${note.releaseDate}T00:00:00Z</published>
    <category term="${removeForbidden(note.version)}"/>
    <link rel="alternate" type="text/html" href="${page}/${note.id}"/>
    <summary>${removeForbidden(summarise(note.description))}</summary>
  </entry>`;

/** Removes the characters that XML never allows (XML 1.0, 2.2). */
const removeForbidden = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
