import { expect, test } from 'vitest';
import { migrations } from './migrations.ts';
import { camelCase, snakeCase } from './columns.ts';
import type { MigrationStep } from './queries/statements.ts';

const listNames = (step: MigrationStep): string[] => {
  if (step.do === 'createTable') return [step.table, ...Object.keys(step.columns)];
  return step.do === 'addColumn' ? [step.name] : [];
};

test('the name of every table and column can be converted to camelCase and back', () => {
  const databaseNames = migrations.flatMap(({ steps }) => steps.flatMap(listNames));
  expect(databaseNames).toContain('country_brand_salesmen');
  expect(databaseNames.map((name) => snakeCase(camelCase(name)))).toEqual(databaseNames);
  expect(camelCase('country_brand_salesmen')).toBe('countryBrandSalesmen');
});
