import { administration } from '#portal/texts/administration.ts';
import { manual } from '#portal/texts/manual.ts';

type ManualPage = { about: string; steps: readonly string[] };

const pagesOfAdministrationLists = Object.entries<object>(administration)
  .filter(([, screenTexts]) => 'columns' in screenTexts)
  .map(([path]) => [path, manual.anyList] as const);

const manualPages: Readonly<Record<string, ManualPage>> = {
  ...Object.fromEntries(pagesOfAdministrationLists),
  ...manual.pages,
};

/**
 * Returns the page of the manual for the route with this path. A list of the menu group Administration that has no page
 * of its own has the page `anyList`.
 */
export const findManualPage = (path: string | undefined): ManualPage | undefined => manualPages[path ?? ''];
