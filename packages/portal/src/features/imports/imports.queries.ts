import { imports } from '@basics/contract/imports.ts';
import type { ImportKind, ImportReport } from '@basics/contract/imports.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export type { ImportKind } from '@basics/contract/imports.ts';

export type ChosenFile = { name: string; csv: string };

type ImportInput = { kind: ImportKind; csv: string; invite: boolean };

/** Requests the preview of an import. */
export const previewFile = ({ kind, csv, invite }: ImportInput): Promise<ImportReport> =>
  kind === 'users'
    ? call(imports.users, { body: { csv, invite, dryRun: true } })
    : call(imports[kind], { body: { csv, dryRun: true } });

/** Imports the changes of the preview with the given digest. */
export const importFile = ({ kind, csv, invite }: ImportInput, digest: string): Promise<ImportReport> =>
  kind === 'users'
    ? call(imports.users, { body: { csv, invite, dryRun: false, digest } })
    : call(imports[kind], { body: { csv, dryRun: false, digest } });

/** Reloads all queries, because an import can change every list. */
export const invalidateAll = (client: QueryClient): Promise<void> => client.invalidateQueries();
