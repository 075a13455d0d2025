import type { Letter } from './letter.ts';

/**
 * Lists the ids of the users that an e-mail names, without its recipient. In the data of an e-mail, each of these ids
 * is in a field `userId` of an object with a name.
 */
export function listNamedUsers(letter: Letter): number[] {
  const { userId: _, ...content } = letter;
  return [...new Set(findUserIds(content))];
}

function findUserIds(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === 'userId' && typeof inner === 'number' ? [inner] : findUserIds(inner),
  );
}
