import { audit } from '#portal/texts/audit.ts';
import { userFields } from '#portal/texts/user-fields.ts';

const knownFields: ReadonlyMap<string, string> = new Map(Object.entries({ ...userFields, ...audit.fields }));

/**
 * Returns the label of a recorded field: the label in forms, or else its name split into words. For example, `seatsAllowed` becomes "Seats
 * allowed", `brand_id` "Brand", and `licenses` "Licences".
 */
export function formatField(field: string): string {
  const label = field
    .replace(/(?<=.)_?I[Dd]$|_id$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace('license', 'licence')
    .trim();
  return knownFields.get(field) ?? label.charAt(0).toUpperCase() + label.slice(1);
}
