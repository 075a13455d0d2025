import type { Row, Tables } from '../schema.ts';

export type TableName = keyof Tables;

/**
 * What happens to a column when the person is deleted. `kept`: the column has no personal data and does not change. `personal`: it is
 * deleted with its row. `emptied`: it gets the value `to`. `isSecret` columns are never exported.
 */
export type ColumnRule<Type = unknown> =
  | { is: 'kept'; isSecret?: true }
  | { is: 'personal'; isSecret?: true }
  | { is: 'emptied'; to: Type | ((personId: number) => Type); isSecret?: true };

/** The column that holds the person's id, in the table itself or in the table that `through` refers to. */
export type PersonColumn<Table extends TableName> =
  | { column: keyof Row<Table> & string }
  | { column: keyof Row<Table> & string; through: 'machines' | 'licenses' }
  /**
   * A row also belongs to the person if another table has values about the person for it. `orValuesOf` is the column to which these values
   * refer.
   */
  | { column: keyof Row<Table> & string; orValuesOf: 'id' };

/**
 * What happens to the rows of an account that is joined into another account of the same person. `moves`: they belong to the other account.
 * `unlessKept`: they move unless the other account has a row with the same values in these columns. `follows`: they refer to a PC, a
 * licence or an e-mail that moves. `ends`: they are erased with the account. `apart`: another function handles them.
 */
export type RowsOnJoin<Column extends string = string> =
  'moves' | 'follows' | 'ends' | 'apart' | { unlessKept: readonly Column[] };

/**
 * What happens to the rows of a deleted person who is restored from the bin. `returns`: the deletion archives them (`archive-rows.ts`), and
 * they are written again. `ends`: the rows are not restored, because they allow a sign-in, are e-mails or links, or are copies that the portal
 * writes again.
 */
export type RowsOnRestore = 'returns' | 'ends';

/**
 * A table with rows about people. When a person is deleted, `delete` deletes the rows, and `empty` replaces the values of the columns that
 * are `emptied`. `apart` means that another function handles the rows: e-mails in `erase-rows.ts`, audit entries in platform/erasure.ts.
 */
type Personal<Table extends TableName> = {
  person: PersonColumn<Table>;
  erasing: 'delete' | 'empty' | 'apart';
  joining: RowsOnJoin<keyof Row<Table> & string>;
  restoring: RowsOnRestore;
  columns: { [Name in keyof Row<Table>]: ColumnRule<Row<Table>[Name]> };
};

/**
 * A table without rows about people. All its columns are listed, so that a new column does not compile until somebody has decided whether it
 * contains personal data.
 */
type Impersonal<Table extends TableName> = { person: null; columns: { [Name in keyof Row<Table>]: ColumnRule } };

export type Declaration<Table extends TableName> = Personal<Table> | Impersonal<Table>;

type Columns<Name extends string, Rule extends ColumnRule> = { [ColumnName in Name]: Rule };

const declareColumns = <Name extends string, Rule extends ColumnRule>(
  names: readonly Name[],
  rule: Rule,
): Columns<Name, Rule> =>
  // Object.fromEntries returns a record without the names of its keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(names.map((name) => [name, rule])) as Columns<Name, Rule>;

/** Columns without personal data. An id of a person is no personal data: it is never used again. */
export const keptColumns = <const Name extends string>(...names: readonly Name[]) =>
  declareColumns(names, { is: 'kept' } as const);

/** Columns without personal data that never leave the database. */
export const keptSecretColumns = <const Name extends string>(...names: readonly Name[]) =>
  declareColumns(names, { is: 'kept', isSecret: true } as const);

/** Columns that are deleted with their row. */
export const personalColumns = <const Name extends string>(...names: readonly Name[]) =>
  declareColumns(names, { is: 'personal' } as const);

/** Columns that are deleted with their row, and that never leave the database: hashes of passwords, keys, and copies for the search. */
export const secretColumns = <const Name extends string>(...names: readonly Name[]) =>
  declareColumns(names, { is: 'personal', isSecret: true } as const);

/** Declares a column that is set to the value `to` when the person is deleted, because the row itself is kept. */
export const emptiedColumn = <Type>(to: Type | ((personId: number) => Type)) => ({ is: 'emptied', to }) as const;

/** Like `emptiedColumn`, but for a secret column, which exports of personal data leave out. */
export const emptiedSecretColumn = <Type>(to: Type | ((personId: number) => Type)) =>
  ({ is: 'emptied', to, isSecret: true }) as const;

/** For a table with rows of one user: they are deleted with the user, and are not moved when accounts are joined. */
export const deletedWithUser = {
  person: { column: 'userId' },
  erasing: 'delete',
  joining: 'ends',
  restoring: 'ends',
} as const;

/** Like `deletedWithUser`, for rows that return when the user is restored. */
export const restoredWithUser = { ...deletedWithUser, restoring: 'returns' } as const;

/** A table without rows about people. */
export const impersonalColumns = <const Name extends string>(...names: readonly Name[]) =>
  ({ person: null, columns: keptColumns(...names) }) as const;
