import { imports } from '@basics/contract/imports.ts';
import type { ImportKind, ImportReport } from '@basics/contract/imports.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export type { ImportKind } from '@basics/contract/imports.ts';

export type ChosenFile = { name: string; csv: string };

type ImportInput = { kind: ImportKind; csv: string; invite: boolean };

/** The preview of an import. */
export const previewFile = ({ kind, csv, invite }: ImportInput): Promise<ImportReport> =>
  kind === 'users'
    ? call(imports.users, { body: { csv, invite, dryRun: true } })
    : call(imports[kind], { body: { csv, dryRun: true } });

/** Writes the changes of the preview with this digest. */
export const importFile = ({ kind, csv, invite }: ImportInput, digest: string): Promise<ImportReport> =>
  kind === 'users'
    ? call(imports.users, { body: { csv, invite, dryRun: false, digest } })
    : call(imports[kind], { body: { csv, dryRun: false, digest } });

/** An import may change every list. */
export const invalidateAll = (client: QueryClient): Promise<void> => client.invalidateQueries();
