import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { moment } from './fields.ts';

/** How many are so many days old; `toDays` is inclusive, null is open. */
const byAge = z.array(z.strictObject({ fromDays: z.int(), toDays: z.nullable(z.int()), count: z.int() }));

/**
 * Why the clock of the server is in doubt: it jumped from the time `from`, which was expected, to `to`; or it shows `to` while that of the
 * database shows `from`.
 */
const clockDoubt = z.strictObject({ kind: z.enum(['forwards', 'backwards', 'database']), from: moment, to: moment });

/** How many passwords were tried at many accounts each, and when that was noticed last. */
const spraying = z.strictObject({ passwords: z.int(), latest: moment });

/**
 * What waits for staff, counted over whom they look after: open requests by age, licences by the month (`YYYY-MM`) in which they end,
 * this month and the eleven after it, and accounts that were granted and never activated, by the age of the grant. `clock` is null when the
 * clock is right, `spraying` when nobody tried one password at many accounts in the last seven days; both are for administrators only.
 */
export const homeFigures = z.strictObject({
  clock: z.nullable(clockDoubt),
  spraying: z.nullable(spraying),
  requests: z.strictObject({ total: z.int(), byAge }),
  licenses: z.strictObject({
    total: z.int(),
    byMonth: z.array(z.strictObject({ month: z.string(), count: z.int() })),
  }),
  neverActivated: z.strictObject({ total: z.int(), byAge }),
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
