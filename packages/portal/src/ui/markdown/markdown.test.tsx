import { describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { Markdown } from './markdown.tsx';
import { page } from 'vitest/browser';
import { CodeBlock } from './code-block.tsx';
import { createToasts } from '#portal/ui/toasts/toast-store.ts';
import { ToastOutlet, ToastsContext } from '#portal/ui/toasts/toasts.tsx';

/** Returns the HTML that the page has for a Markdown text, without the spans around texts beside other elements. */
async function renderHtml(text: string): Promise<string> {
  const { container } = await render(<Markdown text={`${text}\n\nend of text`} level={3} />);
  await expect.poll(() => container.textContent).toContain('end of text');
  return container.innerHTML
    .replace(/^<div[^>]*>/, '')
    .replace('<p>end of text</p></div>', '')
    .replaceAll(/<\/?span>/g, '');
}

describe('allowed formatting becomes HTML', () => {
  test.each([
    ['one *two* **three** `four`', '<p>one <em>two</em> <strong>three</strong> <code translate="no">four</code></p>'],
    ['- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['3. a', '<ol start="3"><li><p>a</p></li></ol>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['a\\\nb', '<p>a<br>b</p>'],
    ['***', '<hr>'],
    ['```ts\n<b>\n```', '<pre><code translate="no">&lt;b&gt;</code></pre>'],
    ['&copy; &amp;copy; &#9731;', '<p>© &amp;copy; ☃</p>'],
  ])('%j', async (text, html) => {
    expect(await renderHtml(text)).toBe(html);
  });

  test('headings begin at the given level and skip no level', async () => {
    expect(await renderHtml('# a\n\n### b\n\n###### c')).toBe('<h3>a</h3><h4>b</h4><h5>c</h5>');
    expect(await renderHtml('#### a')).toBe('<h3>a</h3>');
  });

  test('links lead only to http, https and mailto addresses, and send no referrer (T225)', async () => {
    const rel = 'rel="noopener noreferrer nofollow"';
    expect(
      await renderHtml('[a](https://a.example/?x=1&amp;y=2) <https://b.example> [c] [d][c]\n\n[c]: mailto:c@c.example'),
    ).toBe(
      `<p><a href="https://a.example/?x=1&amp;y=2" ${rel}>a</a> <a href="https://b.example/" ${rel}>https://b.example</a> ` +
        `<a href="mailto:c@c.example" ${rel}>c</a> <a href="mailto:c@c.example" ${rel}>d</a></p>`,
    );
  });

  test('an image is replaced by its alternative text (T224)', async () => {
    expect(await renderHtml('![a *plan*](https://a.example/p.png) ![b][p]\n\n[p]: /p.png')).toBe('<p>a plan b</p>');
  });
});

/** Well-known script injections against programs that convert text to HTML. */
const injections = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 1">',
  '<svg onload=window.ran=1>',
  '<svg><script>window.ran=1</script></svg>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<a href="javascript:window.ran=1">x</a>',
  '<details open ontoggle=window.ran=1>',
  '<style>@import "//evil.example"</style>',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<form action="//evil.example"><input name=a autofocus onfocus=window.ran=1>',
  '<object data="data:text/html,<script>parent.ran=1</script>"></object>',
  '<math><mtext></mtext><img src=x onerror=window.ran=1></math>',
  '[x](javascript:window.ran=1)',
  '[x](JAVASCRIPT:window.ran=1)',
  '[x](java&#10;script:window.ran=1)',
  '[x](&#106;avascript:window.ran=1)',
  '[x](&Tab;javascript&colon;window.ran=1)',
  '[x](<javascript:window.ran=1>)',
  '[x](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuPTE8L3NjcmlwdD4=)',
  '[x](vbscript:ran)',
  '[x]: javascript:window.ran=1\n\n[x]',
  '<javascript:window.ran=1>',
  '![x](x"onerror="window.ran=1)',
  '![x" onerror="window.ran=1](x)',
  '[x](https://a.example/"onmouseover="window.ran=1)',
  '[x](https://a.example "onmouseover=window.ran=1")',
  '# <img src=x onerror=window.ran=1>',
  '`<img src=x onerror=window.ran=1>`',
  '```"><img src=x onerror=window.ran=1>\nx\n```',
  '> - 1. <img src=x onerror=window.ran=1>',
  '\\<img src=x onerror=window.ran=1>',
  '&lt;img src=x onerror=window.ran=1&gt;',
  '<!--><img src=x onerror=window.ran=1>-->',
  '<![CDATA[<img src=x onerror=window.ran=1>]]>',
  '<?php <img src=x onerror=window.ran=1> ?>',
  '{{constructor.constructor("window.ran=1")()}}',
  '<x onclick=window.ran=1 tabindex=0 style=animation-name:x>',
];

const allowedElements = new Set('DIV P H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE CODE EM STRONG SPAN BR HR A'.split(' '));

describe('script injections do not run', () => {
  test.each(injections)('%s', async (injection) => {
    const innerHtmlSpy = vi.spyOn(Element.prototype, 'innerHTML', 'set');
    const { container } = await render(<Markdown text={`${injection}\n\nend of text`} level={3} />);
    await expect.poll(() => container.textContent).toContain('end of text');
    const elements = [...container.querySelectorAll('*')];
    expect(elements.filter(({ tagName }) => !allowedElements.has(tagName)).map(({ outerHTML }) => outerHTML)).toEqual(
      [],
    );
    const attributes = elements.flatMap((element) =>
      element.getAttributeNames().map((name) => `${element.tagName} ${name}`),
    );
    expect(
      attributes.filter((name) => !['A href', 'A rel', 'OL start', 'DIV class', 'CODE translate'].includes(name)),
    ).toEqual([]);
    for (const link of container.querySelectorAll('a')) expect(link.protocol).toMatch(/^(https?|mailto):$/);
    expect(Reflect.get(window, 'ran')).toBeUndefined();
    expect(innerHtmlSpy).not.toHaveBeenCalled();
  });
});

test('entities are not decoded through innerHTML, which the Content-Security-Policy refuses', async () => {
  const innerHtmlSpy = vi.spyOn(Element.prototype, 'innerHTML', 'set');
  const { container } = await render(<Markdown text={'&hearts; [a](https://a.example/?b&amp;c "&copy;")'} level={3} />);
  await expect.poll(() => container.textContent).toBe('♥ a');
  expect(innerHtmlSpy).not.toHaveBeenCalled();
});

test('text that is nested too deep is shown as plain text', async () => {
  const { container } = await render(<Markdown text={`${'*a **b '.repeat(300)}${'** c* '.repeat(300)}`} level={3} />);
  await expect.poll(() => container.textContent).toMatch(/a b.*c/);
  let depth = 0;
  for (let node = container.querySelector('em, strong'); node; node = node.querySelector('em, strong')) depth += 1;
  expect(depth).toBeLessThanOrEqual(41);
});

test('a text with every kind of formatting is accessible', async () => {
  await render(
    <main>
      <h1>Release notes</h1>
      <h2>Basics 1.3</h2>
      <Markdown
        text={`# New\n\n- [a](https://a.example)\n- b\n\n> c\n\n## Fixed\n\n${'x'.repeat(300)}\n\n\`\`\`\n${'y'.repeat(300)}\n\`\`\``}
        level={3}
      />
    </main>,
  );
  await expectAccessible();
});

const renderCodeBlock = () =>
  render(
    <ToastsContext value={createToasts()}>
      <main>
        <h1>Licence</h1>
        <CodeBlock label="Licence code" code="BL-12345-67890" copyFailure="License code copy error" />
      </main>
      <ToastOutlet />
    </ToastsContext>,
  );

test('the whole code is copied, and the button says so', async () => {
  const writeSpy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderCodeBlock();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(writeSpy).toHaveBeenCalledWith('BL-12345-67890');
  await expectAccessible();
});

/** Lets the former command for copying answer whether it has copied the selection, and records the selected text. */
function answerCopyCommand(isCopied: boolean) {
  const selectedTexts: string[] = [];
  vi.spyOn(document, 'execCommand').mockImplementation(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLTextAreaElement) selectedTexts.push(activeElement.value);
    return isCopied;
  });
  return selectedTexts;
}

test('on a page without HTTPS, which has no clipboard API, the text is copied with the command for a selection', async () => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(Object.create(null));
  const selectedTexts = answerCopyCommand(true);
  await renderCodeBlock();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toHaveFocus();
  expect(selectedTexts).toEqual(['BL-12345-67890']);
  expect(document.querySelectorAll('textarea')).toHaveLength(0);
});

test('when the browser denies the clipboard, the text is selected, an error is shown, and the next step', async () => {
  answerCopyCommand(false);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await renderCodeBlock();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByText('License code copy error')).toBeVisible();
  await expect.element(page.getByText(/The text is selected\. Press Ctrl\+C/)).toBeVisible();
  expect(String(getSelection())).toBe('BL-12345-67890');
});

test('without a clipboard API, the text is selected and an error is shown', async () => {
  answerCopyCommand(false);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(Object.create(null));
  await renderCodeBlock();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByText('License code copy error')).toBeVisible();
});
