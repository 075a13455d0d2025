import * as z from 'zod/mini';
import { option } from '../calls/lists.ts';

const graphThickness = { least: 0.5, most: 5, step: 0.25 };

export const preferences = z.strictObject({
  temperature: z.enum(['C', 'F', 'K']),
  weight: z.enum(['kg', 'lb']),
  measure: z.enum(['m', 'mm', 'in']),
  packed: z.boolean(),
  priceList: z.nullable(z.string()),
  graphThickness: z
    .number()
    .check(z.minimum(graphThickness.least), z.maximum(graphThickness.most), z.multipleOf(graphThickness.step)),
});
export type Preferences = z.infer<typeof preferences>;

/** The options from which a user chooses the preferences. */
export const preferenceOptions = z.strictObject({
  temperature: z.array(option),
  weight: z.array(option),
  measure: z.array(option),
  priceList: z.array(option),
  graphThickness: z.strictObject({ least: z.number(), most: z.number(), step: z.number() }),
});
export type PreferenceOptions = z.infer<typeof preferenceOptions>;

type Unit<Id> = { id: Id; name: string };
type Units = Pick<PreferenceOptions, 'graphThickness'> & {
  [Name in 'temperature' | 'weight' | 'measure']: Unit<Preferences[Name]>[];
};

/**
 * The options of preferences that are the same for all users. The price lists are not in this constant, because they depend on the brand
 * and the country.
 */
export const units: Units = {
  temperature: [
    { id: 'C', name: '°C' },
    { id: 'F', name: '°F' },
    { id: 'K', name: 'K' },
  ],
  weight: [
    { id: 'kg', name: 'kg' },
    { id: 'lb', name: 'lb' },
  ],
  measure: [
    { id: 'm', name: 'm, m², m³' },
    { id: 'mm', name: 'mm, m², m³' },
    { id: 'in', name: 'in, ft², ft³' },
  ],
  graphThickness,
};
