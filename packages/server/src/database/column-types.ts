import type { GeneratedAlways } from 'kysely';

/** Unix milliseconds. */
export type Moment = number;
/** YYYY-MM-DD. */
export type Day = string;
export type Flag = 0 | 1;
/** JSON text; whoever reads it parses it. */
export type Json = string;
/** Lower-case hex digits. */
export type Hex = string;

/** Given by the database and never twice, also after deletion. */
export type Id = GeneratedAlways<number>;
