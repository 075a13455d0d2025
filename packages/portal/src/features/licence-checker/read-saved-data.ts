import { savedCheckerMetaName } from '@basics/contract/licence-checker.ts';
import { readPublishedKeys } from './published-key.ts';
import type { PublishedKey } from './published-key.ts';
import type { BrandNames } from './report.ts';

/** The data that the server has written into the file; see `SavedChecker` in the contract. */
export type SavedData = {
  portal: string;
  /** When the file was created, in ISO 8601; empty if the file has no data. */
  madeAt: string;
  theme: string;
  styles: string;
  supportEmail: string;
  brands: BrandNames;
  keys: readonly PublishedKey[];
};

/** Reads the data of a saved checker. A file without data gives empty texts and no keys. */
export function readSavedData(page: Document): SavedData {
  const savedJson = page.querySelector<HTMLMetaElement>(`meta[name="${savedCheckerMetaName}"]`)?.content ?? '';
  const savedData = savedJson === '' ? {} : readObject(JSON.parse(savedJson));
  const readText = (fieldName: string): string =>
    typeof savedData[fieldName] === 'string' ? savedData[fieldName] : '';
  return {
    portal: readText('portal'),
    madeAt: readText('madeAt'),
    theme: readText('theme'),
    styles: readText('looks'),
    supportEmail: readText('supportEmail'),
    brands: new Map(readList(savedData['brands']).map(({ id, name }) => [String(id), String(name)])),
    keys: readPublishedKeys(savedData),
  };
}

const readObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const readList = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((item) => readObject(item)) : [];
