import { expect, test } from 'vitest';
import { joinGrants } from './join-accounts.ts';

const today = '2026-03-10';

test('two grants of one tool become one grant, from the earlier start to the later end, with the add-ons of both', () => {
  const firstGrant = { configTools: '["b"]', validFrom: '2026-02-01', validTo: '2026-06-01' };
  const secondGrant = { configTools: '["a","b"]', validFrom: '2026-01-01', validTo: '2026-05-01' };
  const joinedGrant = { configTools: '["a","b"]', validFrom: '2026-01-01', validTo: '2026-06-01' };
  expect(joinGrants(firstGrant, secondGrant, today)).toEqual(joinedGrant);
  expect(joinGrants(secondGrant, firstGrant, today)).toEqual(joinedGrant);
  const grantWithoutDays = { ...secondGrant, validFrom: null, validTo: null };
  expect(joinGrants(firstGrant, grantWithoutDays, today)).toMatchObject({ validFrom: null, validTo: null });
  const touchingGrant = { ...firstGrant, validFrom: '2026-05-02', validTo: null };
  expect(joinGrants(touchingGrant, secondGrant, today)).toMatchObject({ validFrom: '2026-01-01', validTo: null });
});

test('if there is a gap between two grants, the grant that is valid today is kept, or else the later grant', () => {
  const earlierGrant = { configTools: '["b"]', validFrom: '2026-02-01', validTo: '2026-03-10' };
  const laterGrant = { configTools: '["a"]', validFrom: '2026-03-12', validTo: '2027-03-12' };
  for (const [day, keptGrant] of [
    ['2026-03-10', earlierGrant],
    ['2026-03-11', laterGrant],
    ['2026-03-12', laterGrant],
    ['2028-01-01', laterGrant],
  ] as const) {
    expect(joinGrants(earlierGrant, laterGrant, day)).toEqual(keptGrant);
    expect(joinGrants(laterGrant, earlierGrant, day)).toEqual(keptGrant);
  }
});
