import { largeImports } from '@basics/contract/imports.ts';
import type { LargeImport, LargeImportState } from '@basics/contract/imports.ts';
import { limits } from '@basics/contract/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import type { ChosenFile, ImportKind } from './imports.queries.ts';
import { splitText } from './split-text.ts';

/** States in which the portal works on an import. */
const working: readonly LargeImportState[] = ['checking', 'writing'];
const refetchMs = 1000;

/** An import in the background; loaded again every second while the portal works on it. */
export const createLargeImportQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', 'large', id],
    queryFn: ({ signal }) => call(largeImports.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && working.includes(state.data.state) ? refetchMs : false),
  });

/** The newest imports in the background. */
export const recentImports = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: ({ signal }) => call(largeImports.list, { signal }),
});

/** Whether a file is too large for one request, or has too many lines for one transaction. */
export const isLarge = (kind: ImportKind, csv: string): boolean =>
  csv.split('\n').length > limits.import.rows[kind] + 1 ||
  // A kilobyte is left for the other fields of the request.
  new Blob([JSON.stringify(csv)]).size > limits.import.bytes - 1024;

type Sending = { kind: ImportKind; file: ChosenFile; invite: boolean };

/** Sends a file in parts, and returns the id of its import; `onPart` gets how many parts are sent. */
export async function sendLargeFile(
  { kind, file, invite }: Sending,
  onPart: (sent: number, of: number) => void,
): Promise<number> {
  const parts = splitText(file.csv);
  onPart(0, parts.length);
  const name = file.name.slice(-limits.text.line);
  const { importId: id } = await call(largeImports.create, { body: { kind, name, parts: parts.length, invite } });
  for (const [at, text] of parts.entries()) {
    // One after the other: the connection is shared with the other pages of this browser.
    // oxlint-disable-next-line no-await-in-loop
    await call(largeImports.addPart, { params: { id }, body: { number: at + 1, text } });
    onPart(at + 1, parts.length);
  }
  return id;
}

/** Starts or cancels an import. */
export async function changeLargeImport(client: QueryClient, verb: 'start' | 'cancel', id: number): Promise<void> {
  const changed: LargeImport = await call(largeImports[verb], { params: { id } });
  client.setQueryData(createLargeImportQuery(id).queryKey, changed);
  await client.invalidateQueries({ queryKey: recentImports.queryKey });
}
