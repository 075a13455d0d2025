import { Coverage } from './coverage/coverage.tsx';
import type { Options } from './country-salesmen.queries.ts';
import { Recipient } from './coverage/recipient.tsx';

/** Shows the map and the matrix of countries and brands with and without a salesman, and who would get a request. */
export const CoverageView = ({ options }: { options: Options }) => (
  <>
    <Coverage options={options} />
    <Recipient options={options} />
  </>
);
