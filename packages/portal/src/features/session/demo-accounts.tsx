import { profiles } from '@basics/contract/permissions.ts';
import { account } from '#portal/texts/account.ts';
import { session as texts } from '#portal/texts/session.ts';
import styles from './demo-accounts.module.css';

type DemoAccount = { name: string; login: string; password: string };

const password = 'Quartz-Lantern-27';

/** The demo accounts: one for every profile, and a second salesman of the other brand. */
const demoAccounts: readonly DemoAccount[] = [...Object.values(profiles), 'viewer' as const].flatMap((role) => {
  const one = { name: account.profiles[role], login: `${role.toLowerCase()}@demo.example`, password };
  if (role !== 'Salesman') return [one];
  return [one, { ...one, name: texts.demoSecond(one.name), login: 'salesman2@demo.example' }];
});

/** Selects a demo account. */
export const DemoAccounts = ({ onPick }: { onPick: (account: DemoAccount) => void }) => (
  <section className={styles.demo} aria-labelledby="demo-accounts">
    <h2 id="demo-accounts">{texts.demoTitle}</h2>
    <p>{texts.demoLead}</p>
    <ul>
      {demoAccounts.map((each) => (
        <li key={each.login}>
          <button type="button" onClick={() => onPick(each)}>
            {each.name}
          </button>
        </li>
      ))}
    </ul>
  </section>
);
