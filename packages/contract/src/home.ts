import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { moment } from './fields.ts';

/** The number of records by age in days; `toDays` is included, null means no upper limit. */
const countsByAge = z.array(z.strictObject({ fromDays: z.int(), toDays: z.nullable(z.int()), count: z.int() }));

/**
 * The reason why the clock of the server may be wrong: the clock jumped to `to` when `from` was expected, or the clock shows `to` while the
 * clock of the database shows `from`.
 */
const clockDoubt = z.strictObject({ kind: z.enum(['forwards', 'backwards', 'database']), from: moment, to: moment });

/** Password spraying: the number of passwords that were tried at many accounts, and the last time this was detected. */
const passwordSpraying = z.strictObject({ passwords: z.int(), latest: moment });

/**
 * The figures for staff about the users in their scope: open requests by age; licences by the month (`YYYY-MM`) of expiry, for twelve
 * months from now on; approved accounts that were never activated, by the age of the approval. `clock` is null when the clock of the server
 * is right, `spraying` when no password spraying was detected in the last seven days; both are for administrators only.
 */
export const homeFigures = z.strictObject({
  clock: z.nullable(clockDoubt),
  spraying: z.nullable(passwordSpraying),
  requests: z.strictObject({ total: z.int(), byAge: countsByAge }),
  licenses: z.strictObject({
    total: z.int(),
    byMonth: z.array(z.strictObject({ month: z.string(), count: z.int() })),
  }),
  neverActivated: z.strictObject({ total: z.int(), byAge: countsByAge }),
});
export type HomeFigures = z.infer<typeof homeFigures>;

export const home = {
  figures: endpoint({
    name: 'home.figures',
    summary: 'Figures for staff: requests by age, licences by month of expiry, accounts never activated',
    method: 'GET',
    path: '/home/data',
    access: { any: ['users.view'] },
    reply: homeFigures,
    problems: [],
  }),
};
