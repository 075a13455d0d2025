import { administration } from '#portal/texts/administration.ts';
import { manual } from '#portal/texts/manual.ts';

type ManualPage = { about: string; steps: readonly string[] };

const listPages = Object.entries<object>(administration)
  .filter(([, screenTexts]) => 'columns' in screenTexts)
  .map(([path]) => [path, manual.anyList] as const);

const manualPages: Readonly<Record<string, ManualPage>> = { ...Object.fromEntries(listPages), ...manual.pages };

/** The page of the manual for a route, by its path. A list of the administration without a page of its own has that of any list. */
export const findManualPage = (path: string | undefined): ManualPage | undefined => manualPages[path ?? ''];
