import { savedCheckerMetaName } from '@basics/contract/licence-checker/licence-checker.ts';
import type { CheckSources } from '../check-text.ts';
import { isObject, readPublishedKeys, readPublishedNames, type PublishedNames } from '../published.ts';

/** The data that the server has written into the file; see `SavedChecker` in the contract. */
export type SavedData = CheckSources & {
  portal: string;
  /** When the file was created, in ISO 8601; empty if the file has no data. */
  madeAt: string;
  theme: string;
  styles: string;
  supportEmail: string;
  names: PublishedNames;
};

/** Reads the data of a saved checker. A file without data gives empty texts and no keys. */
export function readSavedData(page: Document): SavedData {
  const savedJson = page.querySelector<HTMLMetaElement>(`meta[name="${savedCheckerMetaName}"]`)?.content ?? '';
  const savedData = savedJson === '' ? {} : toFields(JSON.parse(savedJson));
  const readText = (fieldName: string): string =>
    typeof savedData[fieldName] === 'string' ? savedData[fieldName] : '';
  return {
    portal: readText('portal'),
    madeAt: readText('madeAt'),
    theme: readText('theme'),
    styles: readText('looks'),
    supportEmail: readText('supportEmail'),
    names: readPublishedNames(savedData),
    keys: readPublishedKeys(savedData),
    revocations: { loadList: async (toolId) => findList(savedData['revocationLists'], toolId), isSaved: true },
  };
}

const toFields = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** Finds the saved revocation list of a tool; throws if the file has none. */
function findList(lists: unknown, toolId: number): string {
  const list = toFields(lists)[String(toolId)];
  if (typeof list !== 'string') throw new Error('the file has no revocation list of this tool');
  return list;
}
