import { useId } from 'react';
import { Card } from '#portal/ui/layout/card.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { FocusedHeading } from '#portal/ui/layout/focused-heading.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import styles from './licence-checker.module.css';
import type { Report } from './report.ts';

/** Shows the result of a check. */
export function ReportCard({ report }: { report: Report }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.stack}>
          <FocusedHeading id={id}>{report.title}</FocusedHeading>
          <Notice tone={report.tone}>
            <div className={styles.said}>
              <p>{report.text}</p>
              <p>{report.next}</p>
            </div>
          </Notice>
          <h3 className={styles.subtitle}>{report.factsTitle}</h3>
          <FactRows>
            {report.facts.map(({ name, value, remark }) => (
              <FactRow key={name} name={name}>
                <span>{value}</span>
                {remark !== undefined && <p className={styles.remark}>{remark}</p>}
              </FactRow>
            ))}
          </FactRows>
          {report.clockText !== null && <p className={styles.remark}>{report.clockText}</p>}
        </div>
      </Card>
    </section>
  );
}
