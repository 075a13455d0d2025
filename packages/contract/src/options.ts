import * as z from 'zod/mini';

/** An option of a list: the stored value and its label. */
export const option = z.strictObject({ id: z.string(), name: z.string() });

/** Like `option`, but for countries (ISO 3166-1), with their continents (UN M49). */
export const countryOption = z.strictObject({ code: z.string(), name: z.string(), continent: z.string() });
