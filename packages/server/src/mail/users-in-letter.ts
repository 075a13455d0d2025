import type { Letter } from './letter.ts';

/** The ids of the users whom a letter names, without its recipient: each is beside a name in a field `userId`. */
export function usersIn(letter: Letter): number[] {
  const { userId: _, ...content } = letter;
  return [...new Set(idsIn(content))];
}

function idsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === 'userId' && typeof inner === 'number' ? [inner] : idsIn(inner),
  );
}
