import { account } from './en/account.ts';
import { home } from './en/home.ts';
import { humanCheck } from './en/human-check.ts';
import { licenses } from './en/licenses.ts';
import { registration } from './en/registration.ts';
import { security } from './en/security.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';

/** Every text of the interface. A page imports its own part, so that it loads no other page's words. */
export const en = { ui, shell, session, humanCheck, registration, security, licenses, account, home };
