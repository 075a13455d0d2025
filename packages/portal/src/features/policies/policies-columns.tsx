import { formatProfile } from '#portal/messages/names.ts';
import type { CountedPolicy } from '@basics/contract/policies/policies.ts';
import { Pencil } from 'lucide-react';
import { policies as texts } from '#portal/texts/policies.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { TwoLines } from '#portal/ui/tables/cells.tsx';
import { isSameTerms } from './draft.ts';
import styles from './policies.module.css';
import { MovesField, SeatsField, TermField } from './policy-fields.tsx';
import { createOpenerId, type PolicyEditor } from './use-policy-editor.ts';

type ColumnsOptions = {
  editor: PolicyEditor;
  formatBrand: (id: string) => string;
  /** Whether there is a column for the brand, because the rows belong to several brands. */
  showsBrand: boolean;
};

/** Creates the columns of the table. The row that is edited has form fields in its cells. */
export function createPoliciesColumns({
  editor,
  formatBrand,
  showsBrand,
}: ColumnsOptions): readonly Column<CountedPolicy>[] {
  const isEdited = (row: CountedPolicy): boolean => row === editor.policy;
  return [
    { id: 'profile', header: texts.profile, isCardTitle: true, cell: (row) => <ProfileCell policy={row} /> },
    ...(showsBrand
      ? [{ id: 'brand', header: texts.brand, cell: ({ brand }: CountedPolicy) => formatBrand(brand) }]
      : []),
    {
      id: 'term',
      header: texts.term,
      cell: (row) => (isEdited(row) ? <TermField editor={editor} /> : <TermCell policy={row} />),
    },
    {
      id: 'seats',
      header: texts.seats,
      align: 'end',
      cell: (row) => (isEdited(row) ? <SeatsField editor={editor} /> : row.seats),
    },
    {
      id: 'moves',
      header: texts.moves,
      align: 'end',
      cell: (row) => (isEdited(row) ? <MovesField editor={editor} /> : row.moves),
    },
    { id: 'people', header: texts.people, align: 'end', isOnlyInTable: true, cell: ({ people }) => people },
    {
      id: 'licenses',
      header: texts.licenses,
      align: 'end',
      isOnlyInTable: true,
      cell: ({ activeLicenses }) => activeLicenses,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        !isEdited(row) && (
          <span className={styles.opener}>
            <IconButton
              id={createOpenerId(row)}
              label={texts.edit(texts.name(formatProfile(row.profileID), formatBrand(row.brand)))}
              icon={<Pencil aria-hidden="true" />}
              data-key="edit"
              onClick={() => editor.open(row)}
            />
          </span>
        ),
    },
  ];
}

const ProfileCell = ({ policy }: { policy: CountedPolicy }) => (
  <TwoLines secondLine={!isSameTerms(policy, policy.starting) && texts.began(texts.terms(policy.starting))}>
    <span className={styles.profile}>{formatProfile(policy.profileID)}</span>
  </TwoLines>
);

const TermCell = ({ policy }: { policy: CountedPolicy }) => (
  <span className={styles.termWords}>
    <span>{texts.termWords(policy)}</span>{' '}
    {policy.months === null && <StatusBadge tone="neutral">{texts.trial}</StatusBadge>}
    {policy.months !== null && policy.renewalDays != null && (
      <StatusBadge tone="neutral">{texts.renewalFrom(policy.renewalDays)}</StatusBadge>
    )}
    {policy.months !== null && !policy.bridge && <StatusBadge tone="neutral">{texts.noBridge}</StatusBadge>}
  </span>
);
