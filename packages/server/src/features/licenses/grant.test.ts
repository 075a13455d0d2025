import { describe, expect, test } from 'vitest';
import { Problem } from '#server/platform/problem.ts';
import { chooseGrant } from './grant.ts';

const tool = { id: 'basics', name: 'Basics' };
const [blueBrand, redBrand] = [
  { id: 'blue', name: 'Basics Blue' },
  { id: 'red', name: 'Basics Red' },
];
const blue = { toolId: 'basics', brandId: 'blue' };
const red = { toolId: 'basics', brandId: 'red' };
const other = { toolId: 'other', brandId: 'blue' };

function refusal(choose: () => unknown): { code: string; message: string } | null {
  try {
    choose();
    return null;
  } catch (thrown) {
    if (thrown instanceof Problem) return { code: thrown.code, message: thrown.message };
    throw thrown;
  }
}

describe('a licence is issued under', () => {
  test('the brand that is asked for', () => {
    expect(chooseGrant([blue, red], { tool, brand: redBrand, ownBrand: 'blue' })).toBe(red);
  });
  test("the user's own brand when none is asked for", () => {
    expect(chooseGrant([blue, red], { tool, brand: undefined, ownBrand: 'red' })).toBe(red);
  });
  test('the first grant of the tool when the user has no brand, or none for it', () => {
    expect(chooseGrant([other, blue, red], { tool, brand: undefined, ownBrand: null })).toBe(blue);
    expect(chooseGrant([red], { tool, brand: undefined, ownBrand: 'blue' })).toBe(red);
  });
});

describe('no licence is issued', () => {
  test('without a grant for the tool', () => {
    expect(refusal(() => chooseGrant([], { tool, brand: undefined, ownBrand: 'blue' }))?.code).toBe('NO_TOOL_GRANT');
    expect(refusal(() => chooseGrant([other], { tool, brand: blueBrand, ownBrand: 'blue' }))?.code).toBe(
      'NO_TOOL_GRANT',
    );
  });
  test('for a brand that the grants do not name; the refusal names both as people know them', () => {
    const refused = refusal(() => chooseGrant([blue], { tool, brand: redBrand, ownBrand: 'blue' }));
    expect(refused?.code).toBe('OTHER_BRAND');
    expect(refused?.message).toBe('Your account has no Basics for the brand Basics Red. Ask your salesman to add it.');
  });
});
