import type * as z from 'zod/mini';

type ValueTest = (value: unknown) => boolean;

/**
 * Returns a function that tests whether zod would accept a value and return it unchanged. This test takes a tenth of the time that zod
 * takes, because zod copies each object. If the test returns false, the caller validates the value with zod. For types that this file has
 * no test for, such as unions, the test runs zod.
 */
export function createFastSchemaTest(schema: z.core.$ZodType): ValueTest {
  // A schema of zod is one of these types, which its own type does not say (https://zod.dev/library-authors).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isOfType = createTypeTest(def);
  if (isOfType === null) return createZodTest(schema);
  const { checks = [] } = def;
  return checks.length === 0
    ? isOfType
    : (value) => isOfType(value) && checks.every((check) => passesCheck(check, value));
}

/** Returns a test of a schema's type without its checks (such as a maximum length); null for types that only zod tests. */
function createTypeTest(def: z.core.$ZodTypes['_zod']['def']): ValueTest | null {
  if (def.type === 'object') return createObjectTest(def.shape);
  if (def.type === 'array') return createArrayTest(createFastSchemaTest(def.element));
  if (def.type === 'optional') return createOptionTest(undefined, createFastSchemaTest(def.innerType));
  if (def.type === 'nullable') return createOptionTest(null, createFastSchemaTest(def.innerType));
  if (def.type === 'boolean') return (value) => typeof value === 'boolean';
  if (def.type === 'string' && !('format' in def)) return (value) => typeof value === 'string';
  if (def.type === 'number' && 'format' in def && def.format === 'safeint') return Number.isSafeInteger;
  if (def.type === 'enum') return createSetTest(Object.values(def.entries));
  if (def.type === 'literal') return createSetTest(def.values);
  return null;
}

function passesCheck(check: z.core.$ZodCheck, value: unknown): boolean {
  const payload = { value, issues: [] };
  // The value has the type of the schema to which the check belongs.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const checkResult = check._zod.check(payload as { value: unknown } as z.core.ParsePayload<never>);
  return !(checkResult instanceof Promise) && payload.issues.length === 0 && payload.value === value;
}

function createObjectTest(shape: Readonly<Record<string, z.core.$ZodType>>): ValueTest {
  const tests = new Map(Object.entries(shape).map(([name, property]) => [name, createFastSchemaTest(property)]));
  const requiredNames = Object.entries(shape).flatMap(([name, { _zod }]) => (_zod.optin === 'optional' ? [] : [name]));
  return (value) => {
    if (!isPlainObject(value)) return false;
    for (const name in value) if (!(tests.get(name)?.(value[name]) ?? false)) return false;
    return requiredNames.every((name) => name in value);
  };
}

/**
 * Returns whether a value is an object without a class. An object of a class could have a function `toJSON`, and then its JSON would not
 * contain the tested fields.
 */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const createArrayTest =
  (isExactItem: ValueTest): ValueTest =>
  (value) =>
    Array.isArray(value) && value.every(isExactItem);

const createOptionTest =
  (option: null | undefined, isExactValue: ValueTest): ValueTest =>
  (value) =>
    value === option || isExactValue(value);

function createSetTest(values: readonly unknown[]): ValueTest {
  const allowedValues = new Set(values);
  return (value) => allowedValues.has(value);
}

/** Returns a test that runs zod. The test returns false for an object, because zod returns a copy of the object. */
const createZodTest =
  (schema: z.core.$ZodType): ValueTest =>
  (value) => {
    const parseResult = schema._zod.run({ value, issues: [] }, { async: false });
    return !(parseResult instanceof Promise) && parseResult.issues.length === 0 && parseResult.value === value;
  };
