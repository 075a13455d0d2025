import { Coverage } from './coverage/coverage.tsx';
import type { Options } from './country-salesmen.queries.ts';
import { Recipient } from './coverage/recipient.tsx';

/** Shows who would get a request, and the matrix of countries and brands with and without a salesman. */
export const CoverageView = ({ options }: { options: Options }) => (
  <>
    <Recipient options={options} />
    <Coverage options={options} />
  </>
);
