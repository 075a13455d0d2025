import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { moment } from '../fields/fields.ts';

/**
 * The numbers of records by age: a group contains the records from `fromDays` to `toDays` days, both included. If
 * `toDays` is null, the group has no upper limit.
 */
const countsByAge = z.array(z.strictObject({ fromDays: z.int(), toDays: z.nullable(z.int()), count: z.int() }));

/**
 * Why the clock of the server may be wrong: the clock showed `to` when `from` was expected, or the clock shows `to` while the clock of the
 * database shows `from`.
 */
const clockDoubt = z.strictObject({ kind: z.enum(['forwards', 'backwards', 'database']), from: moment, to: moment });

/**
 * An attack that tries the same password at many accounts (password spraying): the number of these passwords, and the
 * last time the attack was detected.
 */
const passwordSpraying = z.strictObject({ passwords: z.int(), latest: moment });

/**
 * The figures for staff about the users in their scope: open requests by age, licences by the month (`YYYY-MM`) of expiry for the next
 * twelve months, and approved accounts that were never activated, by the days since the approval. `clock` is null if the clock of the
 * server is right. `spraying` is null if no password spraying was detected in the last seven days. Only administrators get `clock` and
 * `spraying`.
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
