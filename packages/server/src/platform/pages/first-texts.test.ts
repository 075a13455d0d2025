import { placeholderBrand } from '@basics/contract/brands/portal-setup.ts';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { createPublicTextReader } from './first-texts.ts';

/** The text for which the renderer of these tests throws an error. */
const refusedText = 'cannot be rendered';

/** The source of a renderer that returns `call 1` for its first call, `call 2` for the second, and so on. */
const rendererSource = `
  let calls = 0;
  export const renderFirstText = ({ text }) => {
    calls += 1;
    if (text === '${refusedText}') throw new Error('this text cannot be rendered');
    return 'call ' + calls;
  };
`;

/**
 * Creates a reader of page texts whose renderer returns the number of its calls. The function `show` of the fixture
 * returns the HTML of a text.
 */
async function openFixture() {
  const root = await mkdtemp(join(tmpdir(), 'basics-texts-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const rendererFile = join(root, '.vite', 'first-texts.mjs');
  await mkdir(join(root, '.vite'));
  await writeFile(rendererFile, rendererSource);
  const logLines: string[] = [];
  let readText = () => Promise.resolve('');
  const readLegal = async () => ({
    kind: 'legal' as const,
    document: 'terms' as const,
    text: await readText(),
    brand: placeholderBrand,
  });
  const readFirstText = await createPublicTextReader(
    root,
    new Map([['/terms', readLegal]]),
    createLog('warn', { write: (line) => logLines.push(line) }),
  );
  const showWith = (newReadText: () => Promise<string>) => {
    readText = newReadText;
    return readFirstText('/terms', placeholderBrand);
  };
  return { rendererFile, logLines, showWith, show: (text: string) => showWith(() => Promise.resolve(text)) };
}

test('if several requests need the same text at the same time, it is rendered once', async () => {
  const { show } = await openFixture();
  const texts = await Promise.all(Array.from({ length: 20 }, () => show('# Terms')));
  expect(new Set(texts)).toEqual(new Set(['call 1']));
  expect(await show('# Other terms')).toBe('call 2');
});

test.each(['*a_', '*_', '[', '`a', '>', '# a\n', 'a\n=\n', '- - - - a\n', '1. 1. a\n', '&amp;', '<a ', String.raw`\a`])(
  'a text of 20,000 characters with %j repeated is not rendered',
  async (part) => {
    const { show, logLines } = await openFixture();
    expect(await show(part.repeat(20_000 / part.length))).toBeNull();
    expect(await show('# Terms')).toBe('call 1');
    expect(logLines).toEqual([]);
  },
);

test('a long text with headings, lists and links is rendered', async () => {
  const { show } = await openFixture();
  const section = `## 1. Scope\n\nThese terms apply to **each licence**, see [the list](https://list.example).\n\n- One\n- Two\n\n${'A sentence of the terms. '.repeat(15)}\n\n`;
  expect(await show(section.repeat(38))).toBe('call 1');
});

test('a text that cannot be rendered is logged once, and the page is sent without it', async () => {
  const { show, logLines } = await openFixture();
  expect(await show(refusedText)).toBeNull();
  expect(await show(refusedText)).toBeNull();
  expect(logLines).toEqual([expect.stringContaining('this text cannot be rendered')]);
  expect(await show('# Terms')).toBe('call 2');
});

test('if a text cannot be read, the error is logged, and the portal reads the text again for the next page', async () => {
  const { show, showWith, logLines } = await openFixture();
  expect(await showWith(() => Promise.reject(new Error('the database is busy')))).toBeNull();
  expect(logLines).toEqual([expect.stringContaining('the database is busy')]);
  expect(await show('# Terms')).toBe('call 1');
});

test('if the renderer cannot be loaded, the portal loads it again for the next page', async () => {
  const { show, rendererFile, logLines } = await openFixture();
  await rename(rendererFile, `${rendererFile}.old`);
  expect(await show('# Terms')).toBeNull();
  expect(logLines).toHaveLength(1);
  await rename(`${rendererFile}.old`, rendererFile);
  expect(await show('# Terms')).toBe('call 1');
});
