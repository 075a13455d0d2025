import type { Row, Tables } from '../schema.ts';

export type TableName = keyof Tables;

/**
 * What happens to a column when the person is deleted. `kept`: the column has no personal data and does not change. `personal`: the value
 * is deleted with its row. `emptied`: the column gets the value `to`. A column with `isSecret` is never exported.
 */
export type ColumnRule<Type = unknown> =
  | { is: 'kept'; isSecret?: true }
  | { is: 'personal'; isSecret?: true }
  | { is: 'emptied'; to: Type | ((personId: number) => Type); isSecret?: true };

/** The column with the id of the person or, with `through`, with the id of a PC or a licence of the person. */
export type PersonColumn<Table extends TableName> =
  | { column: keyof Row<Table> & string }
  | { column: keyof Row<Table> & string; through: 'machines' | 'licenses' }
  /**
   * A row also belongs to the person if another table has values about the person for this row. `orValuesOf` is the column to which these
   * values refer.
   */
  | { column: keyof Row<Table> & string; orValuesOf: 'id' };

/**
 * What happens to the rows of an account that is joined into another account of the same person. `moves`: the rows move to the other
 * account. `unlessKept`: a row moves unless the other account has a row with the same values in the given columns. `follows`: the rows
 * refer to a PC, a licence or an e-mail that moves, and are not changed. `ends`: the rows are erased with the account. `apart`: another
 * function handles the rows.
 */
export type RowsOnJoin<Column extends string = string> =
  | 'moves'
  | 'follows'
  | 'ends'
  | 'apart'
  | { unlessKept: readonly Column[] };

/**
 * What happens to the rows of a person in the bin, who was deleted and can be restored for 30 days. `stays`: the rows do not change, because
 * nobody reads them without their user. `aside`: the values are removed and put aside for a restoration (`bin-rows.ts`), because other
 * accounts may need or show them. `ends`: the rows are erased at once, because they allow a sign-in, are e-mails or links, or are copies
 * that the portal writes again.
 */
export type RowsInBin = 'stays' | 'aside' | 'ends';

/**
 * A table with rows about people. When a person is deleted, `delete` deletes the rows, and `empty` replaces the values of the columns that
 * are `emptied`. `apart` means that another function handles the rows: e-mails in `erase-rows.ts`, audit entries in platform/audit/erasure.ts.
 */
type PersonalDeclaration<Table extends TableName> = {
  person: PersonColumn<Table>;
  erasing: 'delete' | 'empty' | 'apart';
  joining: RowsOnJoin<keyof Row<Table> & string>;
  inBin: RowsInBin;
  columns: { [Name in keyof Row<Table>]: ColumnRule<Row<Table>[Name]> };
};

/**
 * A table without rows about people. All its columns are listed, so that a new column does not compile until somebody has decided whether it
 * contains personal data.
 */
type ImpersonalDeclaration<Table extends TableName> = {
  person: null;
  columns: { [Name in keyof Row<Table>]: ColumnRule };
};

export type Declaration<Table extends TableName> = PersonalDeclaration<Table> | ImpersonalDeclaration<Table>;

type RulesByColumn<Name extends string, Rule extends ColumnRule> = { [ColumnName in Name]: Rule };

const declareColumns = <Name extends string, Rule extends ColumnRule>(
  names: readonly Name[],
  rule: Rule,
): RulesByColumn<Name, Rule> =>
  // Object.fromEntries returns a record without the names of its keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(names.map((name) => [name, rule])) as RulesByColumn<Name, Rule>;

/** Declares columns without personal data. The id of a person is no personal data, because it is never used again. */
export const keptColumns = <const Name extends string>(...names: readonly Name[]) =>
  declareColumns(names, { is: 'kept' } as const);

/** Declares columns without personal data that never leave the database. */
export const keptSecretColumns = <const Name extends string>(...names: readonly Name[]) =>
  declareColumns(names, { is: 'kept', isSecret: true } as const);

/** Declares columns that are deleted with their row. */
export const personalColumns = <const Name extends string>(...names: readonly Name[]) =>
  declareColumns(names, { is: 'personal' } as const);

/**
 * Declares columns that are deleted with their row, and that never leave the database: hashes of passwords, keys, and copies for the
 * search.
 */
export const secretColumns = <const Name extends string>(...names: readonly Name[]) =>
  declareColumns(names, { is: 'personal', isSecret: true } as const);

/** Declares a column that is set to the value `to` when the person is deleted, because the row itself is kept. */
export const emptiedColumn = <Type>(to: Type | ((personId: number) => Type)) => ({ is: 'emptied', to }) as const;

/** Like `emptiedColumn`, but for a secret column, which exports of personal data leave out. */
export const emptiedSecretColumn = <Type>(to: Type | ((personId: number) => Type)) =>
  ({ is: 'emptied', to, isSecret: true }) as const;

/** Declares that the rows of a table are deleted with their user, and are not moved when accounts are joined. */
export const deletedWithUser = {
  person: { column: 'userId' },
  erasing: 'delete',
  joining: 'ends',
  inBin: 'ends',
} as const;

/** Like `deletedWithUser`, but for rows that stay until the user in the bin is erased. */
export const staysInBin = { ...deletedWithUser, inBin: 'stays' } as const;

/** Like `deletedWithUser`, but for rows that are put aside for a restoration. */
export const putAside = { ...deletedWithUser, inBin: 'aside' } as const;

/** Declares the columns of a table without rows about people. */
export const impersonalColumns = <const Name extends string>(...names: readonly Name[]) =>
  ({ person: null, columns: keptColumns(...names) }) as const;
