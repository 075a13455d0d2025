import { useQueryClient, useQuery } from '@tanstack/react-query';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { User } from '@basics/contract/users/users.ts';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { JoinSuggestions } from '#portal/session/people/join-suggestion.tsx';
import { OrdersLine } from '#portal/session/orders/orders-line.tsx';
import { UserStatusCard } from '../access/user-status-card.tsx';
import { storeUser } from '../user.queries.ts';
import { useState, type ReactNode } from 'react';
import { countDaysUntil, formatShortDate } from '#portal/messages/times.ts';
import { customer as texts } from '#portal/texts/customer.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import styles from './customer-page.module.css';
import { formatProfile, formatTool } from '#portal/messages/names.ts';
import type { FieldName } from '../user-fields.tsx';
import { userOptions, type UserOptions } from '../users.queries.ts';

/** Shows the contact data and the tools of a customer, and the status of the account with the actions that change it. */
export function CustomerDetails({ user }: { user: User }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <CustomerFacts user={user} />
      <Allowed any={['users.edit']}>
        <UserStatusCard
          user={user}
          onChanged={(changedUser) => void storeUser(client, changedUser)}
          onRemoved={() => void navigate({ to: '/users' })}
          isBrief
        />
      </Allowed>
    </>
  );
}

/** The label and the value of a field; null for a field that this card does not list. */
type NamedValue = readonly [label: string, value: ReactNode];

/** Shows the contact data of a customer, and the tools for which they can get licences. */
function CustomerFacts({ user }: { user: User }) {
  const options = useQuery(userOptions).data;
  const phone = user.phone === '' ? texts.none : <a href={`tel:${user.phone}`}>{user.phone}</a>;
  const facts: Record<FieldName, NamedValue | null> = {
    // The heading shows the names and the company, and the list below the tools. The card does not list the brand and the language.
    firstName: null,
    lastName: null,
    tools: null,
    brand: null,
    language: null,
    phone: [texts.phone, phone],
    company: user.company === '' ? [texts.company, texts.none] : null,
    profileID: [texts.profile, formatProfile(user.profileID)],
    country: [
      texts.country,
      options?.countries.find(({ code }) => code === user.country)?.name ?? user.country ?? texts.none,
    ],
    canReceiveMail: [texts.mail, user.canReceiveMail ? texts.mailYes : texts.mailNo],
    crmAccount: [texts.crm, user.crmAccount ?? texts.none],
  };
  return (
    <Card title={texts.about}>
      <Stack>
        <FactRows>
          <FactRow name={texts.login}>
            <a href={`mailto:${user.login}`}>{user.login}</a>
          </FactRow>
          {Object.entries(facts).map(
            ([field, fact]) =>
              fact && (
                <FactRow key={field} name={fact[0]}>
                  <span>{fact[1]}</span> <WhoChanged userId={user.userId} field={field} label={fact[0]} />
                </FactRow>
              ),
          )}
        </FactRows>
        <h3 className={styles.heading}>{texts.tools}</h3>
        {user.tools.length === 0 ? (
          <p>{texts.noTools}</p>
        ) : (
          <ul className={styles.tools}>
            {user.tools.map((grant) => (
              <GrantFact key={`${grant.tool} ${grant.brand}`} grant={grant} options={options} />
            ))}
          </ul>
        )}
        <OrdersLine userId={user.userId} />
        {user.companyId === undefined && (
          <Allowed any={['users.edit']}>
            <JoinSuggestions userId={user.userId} />
          </Allowed>
        )}
      </Stack>
    </Card>
  );
}

type WhoChangedProps = { userId: number; field: string; label: string };

/** For administrators, a link to the entries of the audit log that say who has changed a field of a user. */
function WhoChanged({ userId, field, label }: WhoChangedProps) {
  if (findRole(useUser().profileID) !== 'Administrator') return null;
  return (
    <Link
      to="/admin/audit"
      search={{ subjectKind: 'user', subjectId: String(userId), field }}
      className={styles.whoChanged ?? ''}
      aria-label={texts.whoChanged(label)}
      title={texts.whoChanged(label)}
    >
      <History aria-hidden="true" />
    </Link>
  );
}

type GrantProps = { grant: User['tools'][number]; options: UserOptions | undefined };

function GrantFact({ grant: { tool, brand, configTools, validFrom, validTo }, options }: GrantProps) {
  const [now] = useState(Date.now);
  const tools = [...(options?.tools ?? []), ...(options?.retired.tools ?? [])];
  const addOns = [...(options?.configTools ?? []), ...(options?.retired.configTools ?? [])];
  const formattedDates = [
    ...(validFrom === null ? [] : [texts.from(formatShortDate(validFrom))]),
    ...(validTo === null
      ? []
      : [(countDaysUntil(validTo, now) < 0 ? texts.ended : texts.until)(formatShortDate(validTo))]),
  ];
  const facts = [...configTools.map((id) => findOptionName(addOns, id)), formattedDates.join(' ') || texts.always];
  return (
    <li>
      <p className={styles.tool}>{formatTool(findOptionName(tools, tool), findOptionName(options?.brands, brand))}</p>
      <p className={styles.second}>{facts.join(' · ')}</p>
    </li>
  );
}

const findOptionName = (options: readonly { id: string; name: string }[] | undefined, id: string): string =>
  options?.find((option) => option.id === id)?.name ?? id;
