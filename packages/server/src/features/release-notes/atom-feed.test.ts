import { expect, test } from 'vitest';
import { createAtomFeed } from './atom-feed.ts';

const releaseNote = {
  id: 7,
  title: 'Basics 1.3',
  version: '1.3.0',
  description: 'Faster **now**.',
  releaseDate: '2026-03-01',
  updatedAt: Date.parse('2026-03-02T08:00:00.000Z'),
};
const createFeed = (...notes: (typeof releaseNote)[]) =>
  createAtomFeed({ publicUrl: 'https://p.example', brand: 'Basics Blue', notes });

test('a feed contains its name, page and brand, and every note with a link', () => {
  expect(createFeed(releaseNote).text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>https://p.example/release-notes</id>
  <title>Basics Blue release notes</title>
  <updated>2026-03-02T08:00:00.000Z</updated>
  <author><name>Basics Blue</name></author>
  <link rel="self" type="application/atom+xml" href="https://p.example/release-notes/feed.xml"/>
  <link rel="alternate" type="text/html" href="https://p.example/release-notes"/>
  <entry>
    <id>https://p.example/release-notes/7</id>
    <title>Basics 1.3</title>
    <updated>2026-03-02T08:00:00.000Z</updated>
    <published>2026-03-01T00:00:00Z</published>
    <category term="1.3.0"/>
    <link rel="alternate" type="text/html" href="https://p.example/release-notes/7"/>
    <summary>Faster now.</summary>
  </entry>
</feed>
`);
});

test('the date of a feed is the time of the last change of a note; a feed without notes has a fixed date', () => {
  const laterTime = releaseNote.updatedAt + 1000;
  expect(createFeed(releaseNote, { ...releaseNote, updatedAt: laterTime }, releaseNote).changedAt).toBe(laterTime);
  expect(createFeed()).toMatchObject({
    changedAt: 0,
    text: expect.stringContaining('<updated>1970-01-01T00:00:00.000Z<'),
  });
});

test('the texts of a feed are escaped, and characters that XML forbids are removed', () => {
  const maliciousText = `"><script>alert(1)</script>&lt;]]>\u0001\u000B\uFFFE\uD800😀'`;
  const { text } = createFeed({
    ...releaseNote,
    title: maliciousText,
    version: maliciousText,
    description: maliciousText,
  });
  expect(text).not.toMatch(/<script|&lt;|]]>/);
  // oxlint-disable-next-line no-control-regex -- the test searches for these characters
  expect(text).not.toMatch(/[\u0000-\u0008\u000B\uFFFE]|\p{Cs}/u);
  expect(text).toContain('😀');
  expect(text.match(/<\w+/g)?.length).toBe(createFeed(releaseNote).text.match(/<\w+/g)?.length);
});

test('the entity tag of a feed changes only if the content of the feed changes', () => {
  expect(createFeed(releaseNote).tag).toBe(createFeed({ ...releaseNote }).tag);
  expect(createFeed(releaseNote).tag).not.toBe(createFeed({ ...releaseNote, title: 'Basics 1.4' }).tag);
  expect(createFeed(releaseNote).tag).toMatch(/^W\/"[\w-]{43}"$/);
});
