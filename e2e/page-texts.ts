import type { Page } from '@playwright/test';
import { inventedLocale } from './invented.ts';

/** Returns every text of the page that a person or a screen reader reads, except code, names of keys, and texts that users have written. */
export const readVisibleTexts = (page: Page): Promise<string[]> =>
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

/**
 * Returns the texts that are not translated: they are not between the brackets of the invented language, not written by `Intl` in German,
 * and not data.
 */
export function findUntranslatedTexts(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const plainTexts = [...data].map((text) => text.replaceAll(markdownPattern, ''));
  const countries = plainTexts.filter((text) => /^[A-Z]{2}$/.test(text)).map((code) => countryNames.of(code) ?? code);
  const knownTexts = [...plainTexts, ...countries]
    .filter((text) => text.length > 2)
    .toSorted((a, b) => b.length - a.length);
  const joinedKnownTexts = knownTexts.join('\n');
  const untranslated = removeBracketedParts(texts)
    .filter((text) => !joinedKnownTexts.includes(text.trim()))
    .map((text) =>
      knownTexts
        .reduce((restOfText, knownText) => restOfText.replaceAll(knownText, ' '), text)
        .replaceAll(intlWordsPattern, ' '),
    );
  return [...new Set(untranslated.filter((text) => /\p{L}{2}/u.test(text)))];
}

const countryNames = new Intl.DisplayNames(inventedLocale, { type: 'region' });

/** Matches Markdown syntax, and names in braces, which the portal replaces in a legal text. */
const markdownPattern = /[*_`#]|\{\w+\}/g;

const intlWordsPattern =
  /(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|(?:Jan|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\b|\bum\b|\bheute\b|\bmorgen\b|\bgestern\b|\bvor\b|\bin\b|\bTage?n?\b|\bStunden?\b|\bMinuten?\b|\bSekunden?\b|\bUhr\b|\bund\b|\b[kMG]B\b)/g;

/**
 * Returns the texts without the parts between brackets. An opening bracket and its closing bracket may be in two different texts, because
 * one Markdown text becomes several text nodes.
 */
function removeBracketedParts(texts: readonly string[]): string[] {
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
