import { account } from './en/account.ts';
import { audit } from './en/audit.ts';
import { countrySalesmen } from './en/country-salesmen.ts';
import { expiry } from './en/expiry.ts';
import { footer } from './en/footer.ts';
import { home } from './en/home.ts';
import { humanCheck } from './en/human-check.ts';
import { licenses } from './en/licenses.ts';
import { mail } from './en/mail.ts';
import { ownSessions } from './en/own-sessions.ts';
import { passwords } from './en/passwords.ts';
import { problem } from './en/problem.ts';
import { registration } from './en/registration.ts';
import { requests } from './en/requests.ts';
import { secondFactor } from './en/second-factor.ts';
import { secondStep } from './en/second-step.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';
import { user } from './en/user.ts';
import { users } from './en/users.ts';

/** Every text of the interface. A page imports its own part, so that it loads no other page's words. */
export const en = {
  ui,
  shell,
  footer,
  session,
  expiry,
  problem,
  secondStep,
  passwords,
  ownSessions,
  secondFactor,
  humanCheck,
  registration,
  licenses,
  account,
  home,
  user,
  users,
  requests,
  countrySalesmen,
  mail,
  audit,
};
