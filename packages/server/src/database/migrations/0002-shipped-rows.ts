import { brands, policies, tools } from './0002-shipped-rows.data.ts';
import { insertRows } from '../statements.ts';

/** The rows of a new installation; afterwards operators and administrators change them. */
export const shippedRows = {
  name: '0002-shipped-rows',
  steps: [
    insertRows(
      'brands',
      brands.map(({ tokens, ...brand }) => ({ ...brand, tokens: JSON.stringify(tokens) })),
    ),
    insertRows('tools', tools),
    insertRows('licence_policies', policies),
  ],
};
