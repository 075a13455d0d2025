import { largeImports, largeImportLimits } from '@basics/contract/imports/imports.ts';
import type { LargeImport, LargeImportState } from '@basics/contract/imports/imports.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import type { ChosenFile, ImportKind } from './imports.queries.ts';

/** The states in which the server processes an import. */
const workingStates: readonly LargeImportState[] = ['checking', 'writing', 'undoing'];
const refetchMs = 1000;

/** Loads a background import. While the server processes the import, its state is loaded again every second. */
export const createLargeImportQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', 'large', id],
    queryFn: ({ signal }) => call(largeImports.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && workingStates.includes(state.data.state) ? refetchMs : false),
  });

/** Loads the newest background imports. */
export const recentImports = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: ({ signal }) => call(largeImports.list, { signal }),
});

/** Returns whether a file is too large for one request, or has too many lines for one transaction. */
export const isLargeFile = (kind: ImportKind, csv: string): boolean =>
  csv.split('\n').length > limits.import.rows[kind] + 1 ||
  // 1 KiB is reserved for the other fields of the request.
  new Blob([JSON.stringify(csv)]).size > limits.import.bytes - 1024;

type LargeFile = { kind: ImportKind; file: ChosenFile; invite: boolean };

/**
 * Sends a file in parts and returns the id of its import. `onPart` is called after each part with the number of parts
 * sent so far and the number of all parts.
 */
export async function sendLargeFile(
  { kind, file, invite }: LargeFile,
  onPart: (sentCount: number, partCount: number) => void,
): Promise<number> {
  const fileParts = splitText(file.csv);
  onPart(0, fileParts.length);
  const fileName = file.name.slice(-limits.text.line);
  const { importId: id } = await call(largeImports.create, {
    body: { kind, name: fileName, parts: fileParts.length, invite },
  });
  for (const [index, text] of fileParts.entries()) {
    // The parts are sent one after another, because other pages of this browser share the connection.
    // oxlint-disable-next-line no-await-in-loop
    await call(largeImports.addPart, { params: { id }, body: { number: index + 1, text } });
    onPart(index + 1, fileParts.length);
  }
  return id;
}

/** Starts an import without the rows that have errors, cancels it, or undoes it. */
export async function changeLargeImport(
  client: QueryClient,
  action: 'start' | 'cancel' | 'undo',
  id: number,
): Promise<void> {
  const changedImport: LargeImport =
    action === 'start'
      ? await call(largeImports.start, { params: { id }, body: { leaveOutFaulty: true } })
      : await call(largeImports[action], { params: { id } });
  client.setQueryData(createLargeImportQuery(id).queryKey, changedImport);
  await client.invalidateQueries({ queryKey: recentImports.queryKey });
}

/**
 * Splits a file into the parts in which it is sent. No part begins or ends with white space, because the texts of a
 * request are trimmed. No part ends within a character.
 */
export function splitText(text: string, maxLength: number = largeImportLimits.partCharacters): string[] {
  const parts: string[] = [];
  for (let partStart = 0; partStart < text.length;) {
    const to = findEnd(text, partStart, maxLength);
    parts.push(text.slice(partStart, to));
    partStart = to;
  }
  return parts;
}

/** Matches the two UTF-16 code units around a position where a text can be split. A surrogate pair (a character above U+FFFF) is not split. */
const splitPosition = /^\S[^\s\uDC00-\uDFFF]$/;

function findEnd(text: string, partStart: number, maxLength: number): number {
  if (text.length - partStart <= maxLength) return text.length;
  for (let end = partStart + maxLength; end > partStart; end -= 1)
    if (splitPosition.test(text.slice(end - 1, end + 1))) return end;
  return partStart + maxLength;
}
