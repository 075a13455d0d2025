import { Link } from '@tanstack/react-router';
import type { StatusReport } from '@basics/contract/status/status.ts';
import { status as texts } from '#portal/texts/status.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { listNeeds } from './judge-status.ts';
import styles from './status.module.css';

type NeedsYouProps = {
  report: StatusReport;
  /** The path of the page that shows the notice; lines that lead to it are no links. */
  path: string;
};

/** What needs somebody, one sentence a line; nothing if all is right. */
export function NeedsYou({ report, path }: NeedsYouProps) {
  const needs = listNeeds(report);
  if (needs.length === 0) return null;
  return (
    <Notice tone="warn" title={texts.needs.title}>
      <ul className={styles.needs} aria-label={texts.needs.title}>
        {needs.map((need) => (
          <li key={need.text}>{need.path === path ? need.text : <Link to={need.path}>{need.text}</Link>}</li>
        ))}
      </ul>
    </Notice>
  );
}
