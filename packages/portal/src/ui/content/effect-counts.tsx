import { TriangleAlert } from 'lucide-react';
import { formatNumber } from '#portal/messages/numbers.ts';
import styles from './effect-counts.module.css';

type EffectCount = {
  id: string;
  label: string;
  count: number;
  /** Whether the effect takes something away, or needs a look. */
  isWarning?: boolean;
};

/** What an act does, as numbers: how many records get each effect. Warnings have a colour and an icon. */
export const EffectCounts = ({ counts }: { counts: readonly EffectCount[] }) => (
  <dl className={styles.counts}>
    {counts.map(({ id, label, count, isWarning }) => (
      <div key={id} className={isWarning ? styles.warning : undefined}>
        <dt>{label}</dt>
        <dd>
          {isWarning && <TriangleAlert aria-hidden="true" />}
          <span>{formatNumber(count)}</span>
        </dd>
      </div>
    ))}
  </dl>
);
