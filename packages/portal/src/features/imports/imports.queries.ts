import { imports } from '@basics/contract/imports.ts';
import type { ImportReport } from '@basics/contract/imports.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/** What files can bring. */
export const importKinds = ['users', 'assignments', 'crmAccounts'] as const;
export type ImportKind = (typeof importKinds)[number];

export type ChosenFile = { name: string; csv: string };

type Asked = { kind: ImportKind; csv: string; invite: boolean };

/** What a file would do. */
export const lookAtFile = ({ kind, csv, invite }: Asked): Promise<ImportReport> =>
  kind === 'users'
    ? call(imports.users, { body: { csv, invite, dryRun: true } })
    : call(imports[kind], { body: { csv, dryRun: true } });

/** Writes what the look with this digest has told. */
export const bringFileIn = ({ kind, csv, invite }: Asked, digest: string): Promise<ImportReport> =>
  kind === 'users'
    ? call(imports.users, { body: { csv, invite, dryRun: false, digest } })
    : call(imports[kind], { body: { csv, dryRun: false, digest } });

/** After an import every list may be another. */
export const forgetAll = (client: QueryClient): Promise<void> => client.invalidateQueries();
