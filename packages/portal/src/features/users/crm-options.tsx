import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import styles from './crm-picker.module.css';
import type { CrmAccount } from './use-crm-search.ts';

type CrmOptionsProps = {
  /** The id of the list; the id of an option is this with its index. */
  id: string;
  accounts: readonly CrmAccount[];
  /** The index of the active option. */
  at: number;
  onChoose: (at: number) => void;
  /** Loads more; null when all are there. */
  more: (() => void) | null;
};

/** Shows the accounts found, and a last option that loads more. */
export const CrmOptions = ({ id, accounts, at, onChoose, more }: CrmOptionsProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- No element of HTML is a list that a text field commands.
  <div id={id} role="listbox" aria-label={labels.crmAccount} className={styles.options} hidden={accounts.length === 0}>
    {accounts.map((account, index) => (
      <Option key={account.account} id={`${id}-${index}`} isAt={index === at} onTake={() => onChoose(index)}>
        <span>{account.name}</span>
        <span className={styles.second}>{[account.account, account.city].filter(Boolean).join(', ')}</span>
      </Option>
    ))}
    {more && (
      <Option id={`${id}-${accounts.length}`} isAt={at === accounts.length} onTake={more}>
        {texts.form.crmMore}
      </Option>
    )}
  </div>
);

type OptionProps = { id: string; isAt: boolean; onTake: () => void; children: React.ReactNode };

/** The keyboard focus stays in the field, which names the active option with `aria-activedescendant`. */
const Option = ({ id, isAt, onTake, children }: OptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field hears the keys.
  <div
    id={id}
    role="option" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- As its list.
    aria-selected={isAt}
    tabIndex={-1}
    className={styles.option}
    // The press must not take the focus from the field, which would close the list.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onTake}
  >
    {children}
  </div>
);
