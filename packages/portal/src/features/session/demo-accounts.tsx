import type { DemoAccount } from '@basics/contract/portal-setup.ts';
import { findRole } from '@basics/contract/permissions.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { account } from '#portal/texts/account.ts';
import { session as texts } from '#portal/texts/session.ts';
import styles from './demo-accounts.module.css';

/** Selects a demo account: one for every profile, and a second salesman of the other brand. The server sends them, only in a demo. */
export function DemoAccounts({ onPick }: { onPick: (account: DemoAccount) => void }) {
  const { demoAccounts = [] } = useSetup().setup;
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{texts.demoTitle}</h2>
      <p>{texts.demoLead}</p>
      <ul>
        {demoAccounts.map((each, index) => (
          <li key={each.login}>
            <button type="button" onClick={() => onPick(each)}>
              {nameOf(each, demoAccounts.slice(0, index))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The profile, with a number if an account before has it too. */
function nameOf({ profileID }: DemoAccount, before: readonly DemoAccount[]): string {
  const name = account.profiles[findRole(profileID)];
  return before.some((other) => other.profileID === profileID) ? texts.demoSecond(name) : name;
}
