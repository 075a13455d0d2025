import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

/** A brand and a theme, with the colours that the page and a primary button then have. */
type Look = { brand: string; theme: string; page: string; brandFill: string };

const looks: readonly Look[] = [
  { brand: 'product', theme: 'light', page: 'rgb(255, 255, 255)', brandFill: 'rgb(29, 78, 216)' },
  { brand: 'product', theme: 'dark', page: 'rgb(23, 26, 32)', brandFill: 'rgb(47, 95, 224)' },
  { brand: 'partner', theme: 'light', page: 'rgb(255, 255, 255)', brandFill: 'rgb(185, 28, 36)' },
  { brand: 'partner', theme: 'dark', page: 'rgb(23, 26, 32)', brandFill: 'rgb(198, 42, 50)' },
];
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The combinations of text and background styles that passed the contrast check in this worker, for each look (brand and theme). */
const passedContrasts = new Map<Look, Set<string>>(looks.map((look) => [look, new Set()]));

/** Loads axe into the open page, once for each load of the page. */
export const loadAxe = async (page: Page): Promise<void> => void (await page.evaluate(await axeSource));

/**
 * Runs axe in the open page at its present width, in each look (brand and theme). All rules run in the first look. In the other looks, the
 * rule for colour contrast runs if a text has a combination of styles that was not checked before. `seenPages` contains the descriptions of
 * the page at the widths that were checked before: if the same elements are visible again, only the sizes of targets are checked again.
 */
export async function findViolations(page: Page, seenPages: Set<string>): Promise<string[]> {
  const findings: string[] = [];
  // The sticky header covers elements that are scrolled under it, which axe would report as targets that are too small. A bar that sticks to
  // the bottom of the window is at its own place, which is the end of its form.
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    for (const bar of document.querySelectorAll<HTMLElement>('[data-sticks]')) bar.style.position = 'static';
  });
  for (const [index, look] of looks.entries()) {
    await changeLook(page, look);
    const textStyles = await listTextStyles(page);
    const passedStyles = passedContrasts.get(look) ?? new Set();
    const isNewContrast = textStyles.some((textStyle) => !passedStyles.has(textStyle));
    const rules = index === 0 ? await chooseRules(page, seenPages) : [];
    const chosenRules = isNewContrast && !rules.includes('wcag2aa') ? [...rules, 'color-contrast'] : rules;
    const violations = chosenRules.length > 0 ? await runAxe(page, chosenRules) : [];
    expect(await readLook(page), 'axe has measured the page in another look').toEqual(look);
    if (violations.length === 0) for (const textStyle of textStyles) passedStyles.add(textStyle);
    const width = page.viewportSize()?.width;
    findings.push(...violations.map((finding) => `${width} px, ${look.brand}, ${look.theme}: ${finding}`));
  }
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('[data-sticks]')) bar.style.position = '';
  });
  return findings;
}

async function chooseRules(page: Page, seenPages: Set<string>): Promise<string[]> {
  const pageDescription = await describeVisiblePage(page);
  if (seenPages.has(pageDescription)) return ['target-size'];
  seenPages.add(pageDescription);
  return standards;
}

/**
 * Shows the open page with another brand and theme (a "look"). The page is not loaded again, because only colours depend on the brand and
 * the theme. The theme is also stored, because the theme selector in the footer is loaded later and then applies the stored theme. The
 * transitions of colours are finished at once, because otherwise axe would measure the contrast during a transition.
 */
const changeLook = (page: Page, look: Look): Promise<void> =>
  page.evaluate(({ brand, theme }) => {
    localStorage.setItem('theme', theme);
    Object.assign(document.documentElement.dataset, { brand, theme });
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }, look);

/** Reads the brand and the theme of the page, and the colours that the page now has. */
const readLook = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const { brand = '', theme = '' } = document.documentElement.dataset;
    const sample = document.createElement('div');
    sample.style.backgroundColor = 'var(--brand)';
    document.body.append(sample);
    const brandFill = getComputedStyle(sample).backgroundColor;
    sample.remove();
    return { brand, theme, page: getComputedStyle(document.documentElement).backgroundColor, brandFill };
  });

/**
 * Describes how each visible text is drawn: its colour, size and weight, and the backgrounds under it. The contrast of a text depends only
 * on these styles.
 */
const listTextStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describeBackgrounds = (element: Element | null): string => {
      if (element === null) return '';
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
      const isTransparent = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
      const ownBackground =
        isTransparent && filter === 'none' ? '' : `${backgroundColor} ${backgroundImage} ${opacity} ${filter};`;
      return ownBackground + describeBackgrounds(element.parentElement);
    };
    const hasText = (element: Element): boolean =>
      element.matches('input, textarea, select') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const textStyles = [...document.body.querySelectorAll('*')]
      .filter((element) => hasText(element) && element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        return `${color} ${fontSize} ${fontWeight} ${textShadow} on ${describeBackgrounds(element)}`;
      });
    return [...new Set(textStyles)];
  });

/**
 * Describes the elements of the page and which of them are visible. The axe rules that do not check sizes or colours depend only on these
 * facts.
 */
async function describeVisiblePage(page: Page): Promise<string> {
  const description = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('*')];
    const visibilities = elements.map((element) => Number(element.checkVisibility({ visibilityProperty: true })));
    return document.documentElement.outerHTML + visibilities.join('');
  });
  return createHash('sha256').update(description).digest('hex');
}

/** `resultTypes` leaves out the details of passed rules, because collecting them takes longer than checking the rules. */
const runAxe = (page: Page, runOnly: readonly string[]): Promise<string[]> =>
  page.evaluate(async (rules) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'], runOnly: [...rules] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
  }, runOnly);

declare global {
  // oxlint-disable-next-line no-var -- a global of the page is declared with var
  var axe: typeof axeCore;
}
