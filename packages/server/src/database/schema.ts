import type { Insertable, Selectable } from 'kysely';
import type { Column } from './columns.ts';
import type { CamelCase } from './names.ts';
import type { migrations } from './migrations.ts';
import type { AddColumn, CreateTable, DropTable } from './queries/statements.ts';

type Step = (typeof migrations)[number]['steps'][number];
type DroppedTable = Extract<Step, DropTable>['table'];
type TableCreation = Exclude<Extract<Step, CreateTable>, { table: DroppedTable }>;
type ColumnAddition = Extract<Step, AddColumn>;

/** The types of a table's columns: the columns that the table was created with, and the columns that later migrations added. */
type ColumnsOf<Table extends TableCreation> = {
  [Name in keyof Table['columns'] & string as CamelCase<Name>]: ValueOfColumn<Table['columns'][Name]>;
} & {
  [Added in Extract<ColumnAddition, { table: Table['table'] }> as CamelCase<Added['name']>]: ValueOfColumn<
    Added['column']
  >;
};
type ValueOfColumn<ColumnDeclaration> = ColumnDeclaration extends Column<infer Type> ? Type : never;
type Flatten<Type> = { [Name in keyof Type]: Type[Name] };

/** All tables after the last migration, in camelCase: the only declaration of their types. */
export type Tables = { [Table in TableCreation as CamelCase<Table['table']>]: Flatten<ColumnsOf<Table>> };

/** The tables whose migration declares that they have no rows about people, except the tables to which a later migration added a column. */
export type ImpersonalTable = CamelCase<
  Exclude<Extract<TableCreation, { isImpersonal: true }>['table'], ColumnAddition['table']>
>;

/** A row as it is read: `Row<'users'>`. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
/** A row to insert: columns that may be null or have a default can be omitted. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;

export type UserStatus = Row<'users'>['status'];
