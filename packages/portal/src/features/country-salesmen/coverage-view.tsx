import { Coverage } from './coverage.tsx';
import type { Options } from './country-salesmen.queries.ts';
import { Recipient } from './recipient.tsx';

/** The view of the gaps: who receives a request, and the matrix of countries and brands. */
export const CoverageView = ({ options }: { options: Options }) => (
  <>
    <Recipient options={options} />
    <Coverage options={options} />
  </>
);
