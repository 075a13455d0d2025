import type { DemoAccount } from '@basics/contract/brands/portal-setup.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatProfile } from '#portal/messages/names.ts';
import { session as texts } from '#portal/texts/session.ts';
import styles from './demo-accounts.module.css';

/** Lists the demo accounts. A click on an account fills in its login and password. The server sends the demo accounts only in a demo. */
export function DemoAccounts({ onPick }: { onPick: (account: DemoAccount) => void }) {
  const { demoAccounts = [] } = useSetup().setup;
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{texts.demoTitle}</h2>
      <p>{texts.demoLead}</p>
      <ul>
        {demoAccounts.map((demoAccount, index) => (
          <li key={demoAccount.login}>
            <button type="button" onClick={() => onPick(demoAccount)}>
              {formatAccountName(demoAccount, demoAccounts.slice(0, index))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the name of the profile, with a number if a previous account has the same profile. */
function formatAccountName({ profileID }: DemoAccount, previousAccounts: readonly DemoAccount[]): string {
  const profileName = formatProfile(profileID);
  return previousAccounts.some((previousAccount) => previousAccount.profileID === profileID)
    ? texts.demoSecond(profileName)
    : profileName;
}
