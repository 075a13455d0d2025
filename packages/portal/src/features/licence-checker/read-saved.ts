import { savedCheckerMeta } from '@basics/contract/licence-checker.ts';
import { readPublishedKeys } from './published-key.ts';
import type { PublishedKey } from './published-key.ts';
import type { BrandNames } from './report.ts';

/** Reads the data that the portal has written into the file; see `SavedChecker` in the contract. */
export type Saved = {
  portal: string;
  /** ISO 8601; empty if the portal has written nothing. */
  madeAt: string;
  theme: string;
  looks: string;
  supportEmail: string;
  brands: BrandNames;
  keys: readonly PublishedKey[];
};

/** Empty texts and no keys, for a file that no portal has created. */
export function readSaved(page: Document): Saved {
  const written = page.querySelector<HTMLMetaElement>(`meta[name="${savedCheckerMeta}"]`)?.content ?? '';
  const said = written === '' ? {} : readObject(JSON.parse(written));
  const textAt = (name: string): string => (typeof said[name] === 'string' ? said[name] : '');
  return {
    portal: textAt('portal'),
    madeAt: textAt('madeAt'),
    theme: textAt('theme'),
    looks: textAt('looks'),
    supportEmail: textAt('supportEmail'),
    brands: new Map(readList(said['brands']).map(({ id, name }) => [String(id), String(name)])),
    keys: readPublishedKeys(said),
  };
}

const readObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const readList = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((each) => readObject(each)) : [];
