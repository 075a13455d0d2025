import type { License } from '@basics/contract/licenses.ts';
import { downloadLicense } from '../licenses.queries.ts';
import { callWithRetries } from './patiently.ts';
import { createSummaryCsv } from './summary-csv.ts';

export type ArchiveRequest = {
  licenses: readonly License[];
  signal: AbortSignal;
  /** Called with the number of loaded files. */
  onFile: (count: number) => void;
};

/** Packs the licence files, under their names from the server, and a table of them into a ZIP file. The library is loaded on demand. */
export async function createArchive({ licenses, signal, onFile }: ArchiveRequest) {
  const files = new Map<string, Uint8Array>();
  const archived = [];
  for (const license of licenses) {
    // One by one, in the order of issuing, so that the portal is not overloaded.
    // oxlint-disable-next-line no-await-in-loop
    const { name, bytes } = await callWithRetries(() => downloadLicense(license), { signal });
    signal.throwIfAborted();
    const file = findFreeName(name, files);
    files.set(file, bytes);
    archived.push({ license, file });
    onFile(files.size);
  }
  const { zipSync } = await import('fflate');
  const summary = new TextEncoder().encode(createSummaryCsv(archived));
  const bytes = zipSync(Object.fromEntries([...files, ['licences.csv', summary]]));
  const day = new Date().toISOString().slice(0, 10);
  return { bytes, name: `Basics_licences_${day}.zip`, type: 'application/zip' };
}

/** Two PCs may have the same name: the second file gets a number, as in a browser. */
function findFreeName(name: string, taken: ReadonlyMap<string, unknown>, number = 1): string {
  const wanted = number === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${number})$1`);
  return taken.has(wanted) ? findFreeName(name, taken, number + 1) : wanted;
}
