import * as z from 'zod/mini';

/** One of several that can be chosen: what is stored, and what people read. */
export const option = z.strictObject({ id: z.string(), name: z.string() });

/** The same of countries (ISO 3166-1), with their continents (UN M49). */
export const countryOption = z.strictObject({ code: z.string(), name: z.string(), continent: z.string() });
