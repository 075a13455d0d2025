import type { CallParts } from '#server/platform/http/call-context.ts';

/** The parts of the server for calls of a test that use only their input: the database is missing, and the clock shows 0. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the calls of these tests use none of the missing parts
export const partsWithoutDatabase = { database: { kysely: null }, clock: () => 0 } as unknown as CallParts;
