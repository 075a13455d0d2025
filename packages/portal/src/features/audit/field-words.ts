import { audit } from '#portal/texts/audit.ts';

const known: ReadonlyMap<string, string> = new Map(Object.entries(audit.fields));

/**
 * What a recorded field is called: by the words of the forms where it has some there, else by its own name in plain words, `seatsAllowed` as
 * "Seats allowed", `brand_id` as "Brand".
 */
export function fieldWords(field: string): string {
  const words = field
    .replace(/(?<=.)_?I[Dd]$|_id$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .trim();
  return known.get(field) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
