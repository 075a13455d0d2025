import { audit } from '#portal/texts/audit.ts';
import { userFields } from '#portal/texts/user-fields.ts';

const knownFields: ReadonlyMap<string, string> = new Map(Object.entries({ ...userFields, ...audit.fields }));

/**
 * Returns the label of a recorded field: the one used in forms, else its name as words, `seatsAllowed` as "Seats allowed",
 * `brand_id` as "Brand".
 */
export function formatField(field: string): string {
  const words = field
    .replace(/(?<=.)_?I[Dd]$|_id$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .trim();
  return knownFields.get(field) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
