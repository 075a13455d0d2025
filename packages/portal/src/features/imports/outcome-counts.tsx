import type { ImportReport } from '@basics/contract/imports.ts';
import { formatNumber } from '#portal/messages/numbers.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import styles from './imports.module.css';

const outcomes = ['created', 'changed', 'unchanged', 'faulty'] as const;

/** Shows the number of rows of a file by outcome: created, changed, unchanged, or with errors. */
export const OutcomeCounts = ({ report }: { report: Pick<ImportReport, (typeof outcomes)[number]> }) => (
  <dl className={styles.counts}>
    {outcomes.map((outcome) => (
      <div key={outcome}>
        <dt>{texts.report.counts[outcome]}</dt>
        <dd>{formatNumber(report[outcome])}</dd>
      </div>
    ))}
  </dl>
);
