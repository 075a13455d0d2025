import { findCoverage } from '#server/features/country-salesmen/coverage.ts';
import { findAdministrators } from '#server/features/users/access/administrators.repository.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import { hours } from '#server/platform/clock/clock.ts';
import { fault, ok, skipped, warning, type Check, type DatabaseContext } from './check.ts';
import * as rows from './doctor.repository.ts';

/** The checks of administrators, salesmen and e-mails. */
export const peopleChecks: readonly Check<DatabaseContext>[] = [
  {
    name: 'administrators',
    async run({ database }) {
      const administratorCount = (await findAdministrators(database.kysely)).length;
      if (administratorCount === 0) return fault('No administrator is active.', 'Run: portal create-admin LOGIN');
      const onlyOneText = 'There is only one active administrator.';
      return administratorCount === 1
        ? warning(onlyOneText, 'Create another one, who can help: portal create-admin LOGIN')
        : ok(`${administratorCount} active`);
    },
  },
  {
    name: 'second-factors',
    async run({ database, config: { publicUrl } }) {
      if (!publicUrl.startsWith('https:')) return skipped('PUBLIC_URL is not https');
      const loginsWithoutFactor = await rows.findAdministratorsWithoutFactor(database.kysely);
      const text = `Without two-step sign-in: ${loginsWithoutFactor.join(', ')}.`;
      return loginsWithoutFactor.length === 0
        ? ok('all administrators have one')
        : warning(text, 'Ask them to set it up under My Account.');
    },
  },
  {
    name: 'coverage',
    async run({ database }) {
      const [administrator] = await findAdministrators(database.kysely);
      if (!administrator) return skipped('there is no administrator');
      const viewer = { userId: administrator.userId, profileID: 1 };
      const { rows: countries } = await findCoverage(database.kysely, viewer);
      const unassignedCountries = countries.flatMap(({ country, brands }) =>
        brands
          .filter(({ salesmen, users, requests }) => salesmen.length === 0 && users + requests > 0)
          .map(({ brand }) => `${country} ${brand}`),
      );
      const text = `Customers without a salesman: ${unassignedCountries.slice(0, 10).join(', ')}${unassignedCountries.length > 10 ? ` and ${unassignedCountries.length - 10} more` : ''}.`;
      return unassignedCountries.length === 0
        ? ok('every customer has a salesman')
        : warning(text, 'Assign salesmen under Administration.');
    },
  },
  {
    name: 'mail-hold',
    async run({ database }) {
      const isHeld = await isMailHeld(database.kysely);
      return isHeld
        ? warning('E-mails are held.', 'Look at the outbox, then run: portal mail release')
        : ok('e-mails are not held');
    },
  },
  {
    name: 'mail-queue',
    async run({ database, shell, config: { smtpUrl } }) {
      if (smtpUrl === null)
        return warning('SMTP_URL is not set: e-mails stay in the outbox.', 'Set SMTP_URL and MAIL_FROM.');
      const { waiting, failed } = await rows.countLetters(database.kysely, shell.clock() - hours(1));
      const text = `${waiting} wait for more than an hour, ${failed} failed`;
      return waiting + failed === 0 ? ok(text) : warning(text, 'Look at the reasons in the outbox.');
    },
  },
];
