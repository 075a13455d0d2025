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

function catchRefusal(choose: () => unknown): { code: string; message: string } | null {
  try {
    choose();
    return null;
  } catch (thrown) {
    if (thrown instanceof Problem) return { code: thrown.code, message: thrown.message };
    throw thrown;
  }
}

describe('the grant for a licence', () => {
  test('the grant of the requested brand is chosen', () => {
    expect(chooseGrant([blue, red], { tool, brand: redBrand, ownBrand: 'blue' })).toBe(red);
  });
  test("the grant of the user's own brand is chosen if no brand is requested", () => {
    expect(chooseGrant([blue, red], { tool, brand: undefined, ownBrand: 'red' })).toBe(red);
  });
  test('the first grant of the tool is chosen if the user has no brand, or no grant for it', () => {
    expect(chooseGrant([other, blue, red], { tool, brand: undefined, ownBrand: null })).toBe(blue);
    expect(chooseGrant([red], { tool, brand: undefined, ownBrand: 'blue' })).toBe(red);
  });
});

describe('a licence is refused', () => {
  test('a tool without a grant gives no licence', () => {
    expect(catchRefusal(() => chooseGrant([], { tool, brand: undefined, ownBrand: 'blue' }))?.code).toBe(
      'NO_TOOL_GRANT',
    );
    expect(catchRefusal(() => chooseGrant([other], { tool, brand: blueBrand, ownBrand: 'blue' }))?.code).toBe(
      'NO_TOOL_GRANT',
    );
  });
  test('a brand without a grant gives no licence, and the refusal contains the display names of both brands', () => {
    const refused = catchRefusal(() => chooseGrant([blue], { tool, brand: redBrand, ownBrand: 'blue' }));
    expect(refused?.code).toBe('OTHER_BRAND');
    expect(refused?.message).toBe(
      'Your account does not include Basics for the brand Basics Red. Ask your salesman to add it.',
    );
  });
});
