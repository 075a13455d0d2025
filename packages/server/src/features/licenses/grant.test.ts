import { describe, expect, test } from 'vitest';
import { Problem } from '#server/platform/problem.ts';
import { chooseGrant, findGrantState } from './license.ts';

const tool = { id: 'basics', name: 'Basics' };
const [blueBrand, redBrand] = [
  { id: 'blue', name: 'Basics Blue' },
  { id: 'red', name: 'Basics Red' },
];
const blueGrant = { toolId: 'basics', brandId: 'blue' };
const redGrant = { toolId: 'basics', brandId: 'red' };
const otherToolGrant = { toolId: 'other', brandId: 'blue' };

function catchRefusal(choose: () => unknown): { code: string; message: string } | null {
  try {
    choose();
    return null;
  } catch (thrownError) {
    if (thrownError instanceof Problem) return { code: thrownError.code, message: thrownError.message };
    throw thrownError;
  }
}

describe('the choice of the grant (right to a tool) for a licence', () => {
  test('the grant of the requested brand is chosen', () => {
    expect(chooseGrant([blueGrant, redGrant], { tool, brand: redBrand, ownBrand: 'blue' })).toBe(redGrant);
  });
  test("the grant of the user's own brand is chosen if no brand is requested", () => {
    expect(chooseGrant([blueGrant, redGrant], { tool, brand: undefined, ownBrand: 'red' })).toBe(redGrant);
  });
  test('the first grant of the tool is chosen if the user has no brand, or no grant for their brand', () => {
    expect(chooseGrant([otherToolGrant, blueGrant, redGrant], { tool, brand: undefined, ownBrand: null })).toBe(
      blueGrant,
    );
    expect(chooseGrant([redGrant], { tool, brand: undefined, ownBrand: 'blue' })).toBe(redGrant);
  });
});

describe('the refusal of a licence to a user without a grant (right to the tool)', () => {
  test('a user without a grant for the tool gets no licence', () => {
    expect(catchRefusal(() => chooseGrant([], { tool, brand: undefined, ownBrand: 'blue' }))?.code).toBe(
      'NO_TOOL_GRANT',
    );
    expect(catchRefusal(() => chooseGrant([otherToolGrant], { tool, brand: blueBrand, ownBrand: 'blue' }))?.code).toBe(
      'NO_TOOL_GRANT',
    );
  });
  test('a user without a grant for the requested brand gets no licence, and the refusal contains the display names of both brands', () => {
    const refusal = catchRefusal(() => chooseGrant([blueGrant], { tool, brand: redBrand, ownBrand: 'blue' }));
    expect(refusal?.code).toBe('OTHER_BRAND');
    expect(refusal?.message).toBe(
      'Your account does not include Basics for the brand Basics Red. Ask your contact to add it.',
    );
  });
});

test('a grant is valid from its first to its last day', () => {
  const grantInMarch = { validFrom: '2026-03-01', validTo: '2026-03-31' };
  const states = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((day) =>
    findGrantState(grantInMarch, day),
  );
  expect(states).toEqual(['later', 'valid', 'valid', 'ended']);
  expect(findGrantState({ validFrom: null, validTo: null }, '2026-03-10')).toBe('valid');
});
