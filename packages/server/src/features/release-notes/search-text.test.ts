import { expect, test } from 'vitest';
import { toSortableVersion } from './note-search.repository.ts';

test('versions are sorted by their numbers, and a pre-release before its release', () => {
  const sortedVersions = [
    '0.9.4',
    '1.0',
    '1.0.1',
    '1.4.0-beta.2',
    '1.4.0-rc.1',
    '1.4.0',
    '1.9.0',
    '1.10.0',
    '2.0',
    '10.0',
  ];
  expect(
    sortedVersions.toReversed().toSorted((a, b) => (toSortableVersion(a) < toSortableVersion(b) ? -1 : 1)),
  ).toEqual(sortedVersions);
});
