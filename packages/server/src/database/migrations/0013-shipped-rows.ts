import { brands, policies, tools } from './shipped-rows.data.ts';
import { insertRows } from '../queries/statements.ts';

/** Inserts the first brands, tools and policies of a new installation, which operators and administrators can change later. */
export const shippedRows = {
  name: '0013-shipped-rows',
  steps: [
    insertRows(
      'brands',
      brands.map(({ tokens, ...brand }) => ({ ...brand, tokens: JSON.stringify(tokens) })),
    ),
    insertRows('tools', tools),
    insertRows('licence_policies', policies),
  ],
} as const;
