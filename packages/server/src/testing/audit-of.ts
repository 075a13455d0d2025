import type { Portal } from './portal.ts';

/** The audit entries of all records of a kind, oldest first. */
export async function auditOf({ database }: Portal, kind: string) {
  const rows = await database.kysely
    .selectFrom('audit')
    .select(['actorId', 'action', 'subjectId', 'before', 'after'])
    .where('subjectKind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map(({ before, after, ...row }) => ({ ...row, before: read(before), after: read(after) }));
}

const read = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
