import { checkContrasts, describePair, formatRatio, isNearDanger, schemes } from '@basics/contract/brands/contrast.ts';
import type { ContrastCheck, BrandTheme } from '@basics/contract/brands/contrast.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import styles from '../brand.module.css';

const { contrast: contrastTexts } = texts;

/** Shows whether each pair of colours has enough contrast, and on demand the pairs; the fields show their own faults. `theme` is null while a colour is invalid. */
export function Contrasts({ theme }: { theme: BrandTheme | null }) {
  if (theme === null) return <Notice tone="info" title={contrastTexts.unread} />;
  const checks = checkContrasts(theme);
  const failedChecks = checks.filter(({ isEnough }) => !isEnough);
  const isGood = failedChecks.length === 0;
  const verdict = isGood ? contrastTexts.good(checks.length) : contrastTexts.bad(failedChecks.length, checks.length);
  return (
    <div className={styles.part}>
      <AnnouncedText>{verdict}</AnnouncedText>
      {!isGood && <Notice tone="danger" title={verdict} />}
      <Disclosure label={isGood ? verdict : contrastTexts.all}>
        {() => (
          <>
            {schemes.some((scheme) => isNearDanger(theme.brand[scheme])) && <p>{contrastTexts.nearDanger}</p>}
            <DataTable
              label={contrastTexts.title}
              columns={columns}
              rowKey={createKey}
              rows={checks}
              onRetry={() => undefined}
              empty={null}
            />
          </>
        )}
      </Disclosure>
    </div>
  );
}

const formatScheme = ({ scheme }: ContrastCheck): string => texts.schemes[scheme];
const createKey = (check: ContrastCheck): string => `${describePair(check)}, ${formatScheme(check).toLowerCase()}`;

const columns: readonly Column<ContrastCheck>[] = [
  { id: 'pair', header: contrastTexts.pair, isCardTitle: true, cell: describePair },
  { id: 'scheme', header: contrastTexts.scheme, cell: formatScheme },
  { id: 'ratio', header: contrastTexts.ratio, align: 'end', cell: ({ ratio }) => formatRatio(ratio) },
  {
    id: 'needed',
    header: contrastTexts.needed,
    align: 'end',
    cell: ({ requiredRatio }) => contrastTexts.needs(requiredRatio),
  },
  {
    id: 'verdict',
    header: contrastTexts.verdict,
    isInCorner: true,
    cell: ({ isEnough }) => (
      <StatusBadge tone={isEnough ? 'ok' : 'danger'}>
        {isEnough ? contrastTexts.enough : contrastTexts.tooClose}
      </StatusBadge>
    ),
  },
];
