import * as z from 'zod/mini';

/** An option of a list: the stored value and its label. */
export const option = z.strictObject({ id: z.string(), name: z.string() });

/** An option of a list of countries: the code (ISO 3166-1) and the name of a country, and its continent (UN M49). */
export const countryOption = z.strictObject({ code: z.string(), name: z.string(), continent: z.string() });
