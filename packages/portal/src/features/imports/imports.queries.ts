import { imports, type ImportKind, type ImportReport } from '@basics/contract/imports/imports.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export type { ImportKind } from '@basics/contract/imports/imports.ts';

/** A file whose headings are the names of columns. `header` are its own headings. */
export type ChosenFile = { name: string; csv: string; header: readonly string[] };

type ImportInput = Pick<ChosenFile, 'csv' | 'name'> & { kind: ImportKind; invite: boolean };

/** Requests the preview of an import. */
export const previewFile = ({ kind, csv, invite }: ImportInput & ChosenFile): Promise<ImportReport> => {
  const body = { csv, dryRun: true, leaveOutFaulty: false };
  return kind === 'users' ? call(imports.users, { body: { ...body, invite } }) : call(imports[kind], { body });
};

/** Imports the changes of the preview with the given digest, without the rows that have errors. */
export const importFile = ({ kind, csv, name, invite }: ImportInput, digest: string): Promise<ImportReport> => {
  const body = { csv, name: name.slice(-limits.text.name), dryRun: false, digest, leaveOutFaulty: true };
  return kind === 'users' ? call(imports.users, { body: { ...body, invite } }) : call(imports[kind], { body });
};

/** Reloads all queries, because an import can change every list. */
export const invalidateAll = (client: QueryClient): Promise<void> => client.invalidateQueries();
