import { checkContrasts, describePair, formatRatio } from '@basics/contract/contrast.ts';
import type { ContrastCheck, BrandTheme } from '@basics/contract/contrast.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { DataTable } from '#portal/ui/lists/data-table.tsx';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './brand.module.css';

const { contrast: words } = texts;

/** Shows whether each pair of colours has enough contrast; null while a colour is not valid. */
export function Contrasts({ look }: { look: BrandTheme | null }) {
  if (look === null) return <Notice tone="info" title={words.unread} />;
  const checks = checkContrasts(look);
  const failed = checks.filter(({ isEnough }) => !isEnough);
  const verdict = failed.length === 0 ? words.good(checks.length) : words.bad(failed.length, checks.length);
  return (
    <div className={styles.part}>
      <Announced>{verdict}</Announced>
      <Notice tone={failed.length === 0 ? 'ok' : 'danger'} title={verdict}>
        {failed.length > 0 && (
          <ul className={styles.faults}>
            {failed.map((check) => (
              <li key={createKey(check)}>
                {words.fault(createKey(check), formatRatio(check.ratio), words.needs(check.needed))}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <details className={styles.pairs}>
        <summary>{words.all}</summary>
        <DataTable
          label={words.title}
          columns={columns}
          rowKey={createKey}
          rows={checks}
          onRetry={() => undefined}
          empty={null}
        />
      </details>
    </div>
  );
}

const formatScheme = ({ scheme }: ContrastCheck): string => texts.schemes[scheme];
const createKey = (check: ContrastCheck): string => `${describePair(check)}, ${formatScheme(check).toLowerCase()}`;

const columns: readonly Column<ContrastCheck>[] = [
  { id: 'pair', header: words.pair, isCardTitle: true, cell: describePair },
  { id: 'scheme', header: words.scheme, cell: formatScheme },
  { id: 'ratio', header: words.ratio, align: 'end', cell: ({ ratio }) => formatRatio(ratio) },
  { id: 'needed', header: words.needed, align: 'end', cell: ({ needed }) => words.needs(needed) },
  {
    id: 'verdict',
    header: words.verdict,
    isInCorner: true,
    cell: ({ isEnough }) => (
      <StatusBadge tone={isEnough ? 'ok' : 'danger'}>{isEnough ? words.enough : words.tooClose}</StatusBadge>
    ),
  },
];
