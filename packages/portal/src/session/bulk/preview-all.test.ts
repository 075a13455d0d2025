import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import { expect, test } from 'vitest';
import { addCounts, countDone, countTaken, previewAll } from './preview-all.ts';

const ids = Array.from({ length: 2000 }, (_, index) => index + 1);
const seen = { count: ids.length, digest: 'digest' };
const toResult = (id: number): BulkResult =>
  id % 3 === 0 ? { id, outcome: 'refused', message: 'Too early.' } : { id, outcome: 'done', effect: 'suspended' };

test('each part of a preview is counted, and only the first records of each effect are kept', async () => {
  const places: object[] = [];
  const counts: number[] = [];
  const preview = await previewAll(
    async (place) => {
      places.push(place);
      const { from } = place;
      const rest = from === undefined ? ids : ids.filter((id) => id >= from);
      const size = from === undefined ? 200 : 1000;
      const some = rest.slice(0, size);
      const rows = some.map((id) => ({ id, name: `User ${id}`, company: `Company ${id % 10}` }));
      return { results: some.map(toResult), rows, seen, next: rest[size] };
    },
    ({ effects }) => counts.push(addCounts(effects)),
  );
  expect(places).toEqual([{}, { from: 201, seen }, { from: 1201, seen }]);
  expect(counts).toEqual([200, 1200, 2000]);
  expect([preview.results.length, preview.rows.length]).toEqual([400, 400]);
  expect([countDone(preview.effects), countTaken(preview.effects), preview.people, preview.companies]).toEqual([
    1334, 1334, 1334, 10,
  ]);
});
