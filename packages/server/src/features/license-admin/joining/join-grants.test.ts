import { expect, test } from 'vitest';
import { joinGrants } from './join-grants.ts';

test('two grants of one tool last from the earlier start to the later end, and have the add-ons of both', () => {
  const one = { configTools: '["b"]', validFrom: '2026-02-01', validTo: '2026-06-01' };
  const two = { configTools: '["a","b"]', validFrom: '2026-01-01', validTo: '2026-05-01' };
  const joined = { configTools: '["a","b"]', validFrom: '2026-01-01', validTo: '2026-06-01' };
  expect(joinGrants(one, two)).toEqual(joined);
  expect(joinGrants(two, one)).toEqual(joined);
  expect(joinGrants(one, { ...two, validFrom: null, validTo: null })).toMatchObject({ validFrom: null, validTo: null });
});
