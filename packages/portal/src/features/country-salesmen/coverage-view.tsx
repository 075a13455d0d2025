import { Coverage } from './coverage.tsx';
import type { Options } from './country-salesmen.queries.ts';
import { Recipient } from './recipient.tsx';

/** Who would get a request, and the matrix that shows the gaps. */
export const CoverageView = ({ options }: { options: Options }) => (
  <>
    <Recipient options={options} />
    <Coverage options={options} />
  </>
);
