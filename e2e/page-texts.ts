import type { Page } from '@playwright/test';
import { inventedLocale } from './invented.ts';

/** Returns every text of the page that a person or a screen reader reads, without code, names of keys, and text that users have written. */
export const visibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.closest('script, style, noscript, code, kbd, [data-content]')) texts.push(textContent ?? '');
    }
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'])
        if (element.hasAttribute(name)) texts.push(element.getAttribute(name) ?? '');
    return texts;
  });

/** Returns the texts that nobody translated: not between the brackets of the invented language, not written by `Intl` in German, and not data. */
export function withoutTranslations(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const plainTexts = [...data].map((text) => text.replaceAll(markdownMarks, ''));
  const countries = plainTexts.filter((text) => /^[A-Z]{2}$/.test(text)).map((code) => countryNames.of(code) ?? code);
  const knownTexts = [...plainTexts, ...countries]
    .filter((text) => text.length > 2)
    .toSorted((a, b) => b.length - a.length);
  const all = knownTexts.join('\n');
  const untranslated = outsideOfBrackets(texts)
    .filter((text) => !all.includes(text.trim()))
    .map((text) =>
      knownTexts
        .reduce((restOfText, knownText) => restOfText.replaceAll(knownText, ' '), text)
        .replaceAll(writtenByIntl, ' '),
    );
  return [...new Set(untranslated.filter((text) => /\p{L}{2}/u.test(text)))];
}

const countryNames = new Intl.DisplayNames(inventedLocale, { type: 'region' });

/** Markdown syntax, and the names in braces that a legal text fills in. */
const markdownMarks = /[*_`#]|\{\w+\}/g;

const writtenByIntl =
  /(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|(?:Jan|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\b|\bum\b|\bheute\b|\bmorgen\b|\bgestern\b|\bvor\b|\bin\b|\bTage?n?\b|\bStunden?\b|\bMinuten?\b|\bSekunden?\b|\bUhr\b|\bund\b|\b[kMG]B\b)/g;

/** Returns the texts without the parts between brackets. A part may begin in one text and end in another, because Markdown is shown as many texts. */
function outsideOfBrackets(texts: readonly string[]): string[] {
  let depth = 0;
  return texts.map((text) => {
    let outsideText = '';
    for (const character of text) {
      if (character === '⟦') depth += 1;
      else if (character === '⟧') depth -= 1;
      else if (depth === 0) outsideText += character;
    }
    return outsideText;
  });
}
