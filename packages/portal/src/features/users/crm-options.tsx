import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import styles from './crm-picker.module.css';
import type { CrmAccount } from './use-crm-search.ts';

type CrmOptionsProps = {
  /** The id of the list. The id of an option is this id with the index of the option. */
  id: string;
  accounts: readonly CrmAccount[];
  /** The index of the active option. */
  activeIndex: number;
  onChoose: (activeIndex: number) => void;
  /** Loads more accounts; null when all are loaded. */
  loadMore: (() => void) | null;
};

/** The list of matching accounts, with a last option that loads more. */
export const CrmOptions = ({ id, accounts, activeIndex, onChoose, loadMore }: CrmOptionsProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls.
  <div id={id} role="listbox" aria-label={labels.crmAccount} className={styles.options} hidden={accounts.length === 0}>
    {accounts.map((account, index) => (
      <Option
        key={account.account}
        id={`${id}-${index}`}
        isActive={index === activeIndex}
        onSelect={() => onChoose(index)}
      >
        <span>{account.name}</span>
        <span className={styles.second}>{[account.account, account.city].filter(Boolean).join(', ')}</span>
      </Option>
    ))}
    {loadMore && (
      <Option id={`${id}-${accounts.length}`} isActive={activeIndex === accounts.length} onSelect={loadMore}>
        {texts.form.crmMore}
      </Option>
    )}
  </div>
);

type OptionProps = { id: string; isActive: boolean; onSelect: () => void; children: React.ReactNode };

/** One option. The keyboard focus stays in the text field, which names the active option with `aria-activedescendant`. */
const Option = ({ id, isActive, onSelect, children }: OptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The text field handles the keys.
  <div
    id={id}
    role="option" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- The same reason as for the list.
    aria-selected={isActive}
    tabIndex={-1}
    className={styles.option}
    // Without this, a press would move the focus away from the text field and close the list.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onSelect}
  >
    {children}
  </div>
);
