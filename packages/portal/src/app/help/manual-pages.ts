import { manual } from '#portal/texts/manual.ts';

type ManualPage = { about: string; steps: readonly string[] };

const manualPages: Readonly<Record<string, ManualPage>> = manual.pages;

/** The page of the manual for a route, by its path. */
export const findManualPage = (path: string | undefined): ManualPage | undefined => manualPages[path ?? ''];
