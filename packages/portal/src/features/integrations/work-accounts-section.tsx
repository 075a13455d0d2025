import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass, KeyRound, Link2, Lock, Unplug, UserRound } from 'lucide-react';
import { useSetup } from '#portal/brand/brand.tsx';
import { integrations } from '#portal/texts/integrations.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import { ConfirmedAct } from '#portal/session/editing/confirmed-act.tsx';
import { Notice, QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import {
  allowPasswords,
  allWorkAccounts,
  confirmWorkAccount,
  disconnectWorkAccount,
  refusePasswords,
} from './integrations.queries.ts';
import styles from './integrations.module.css';

const texts = integrations.workAccounts;

/** The section about work accounts, if an identity provider is configured. */
export const WorkAccountsSection = () => useSetup().setup.workAccounts === true && <ConfiguredSection />;

/** The identity provider of the operator, the staff who have connected an account there, and the way back to passwords. */
function ConfiguredSection() {
  const query = useQuery(allWorkAccounts);
  return (
    <Card title={texts.title}>
      <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
        {({ issuer, isRequired, passwordsUntil, items, waiting }) => (
          <>
            <p className={styles.facts}>
              <span>{texts.lead(issuer ?? '')}</span> {isRequired && <span>{texts.required}</span>}
            </p>
            {isRequired && <PasswordsOfStaff until={passwordsUntil} />}
            {waiting.length > 0 && (
              <ItemList>
                {waiting.map((signIn) => (
                  <ItemRow
                    key={`${signIn.userId} ${signIn.until}`}
                    icon={Hourglass}
                    title={<span translate="no">{signIn.name}</span>}
                    facts={[signIn.login, texts.waiting(formatShortMoment(signIn.until))]}
                    actions={<Confirm {...signIn} />}
                  />
                ))}
              </ItemList>
            )}
            {items.length === 0 ? (
              <p className={styles.facts}>{texts.none}</p>
            ) : (
              <ItemList>
                {items.map(({ userId, name, login, connectedAt, lastUsedAt }) => (
                  <ItemRow
                    key={userId}
                    icon={UserRound}
                    title={<span translate="no">{name}</span>}
                    facts={[
                      login,
                      texts.connected(formatShortMoment(connectedAt)),
                      integrations.lastUsed(formatShortMoment(lastUsedAt)),
                    ]}
                    actions={<Disconnect userId={userId} name={name} />}
                  />
                ))}
              </ItemList>
            )}
          </>
        )}
      </QueryContent>
    </Card>
  );
}

/** The decision of an administrator that passwords of staff work for a day, for example while the identity provider is down. */
function PasswordsOfStaff({ until }: { until: string | null }) {
  const client = useQueryClient();
  const run = (act: () => Promise<void>) => async () => {
    await act();
    await client.invalidateQueries(allWorkAccounts);
  };
  if (until === null)
    return (
      <div>
        <ConfirmedAct
          icon={<KeyRound aria-hidden="true" />}
          title={texts.allowQuestion}
          text={texts.allowText}
          action={texts.allowPasswords}
          failed={texts.allowFailed}
          run={run(allowPasswords)}
        >
          {texts.allowPasswords}
        </ConfirmedAct>
      </div>
    );
  return (
    <Notice
      tone="warn"
      title={texts.allowed(formatShortMoment(until))}
      actions={
        <ConfirmedAct
          icon={<Lock aria-hidden="true" />}
          title={texts.refuseQuestion}
          text={texts.refuseText}
          action={texts.refusePasswords}
          failed={texts.refuseFailed}
          run={run(refusePasswords)}
        >
          {texts.refusePasswords}
        </ConfirmedAct>
      }
    />
  );
}

type WaitingSignIn = { userId: number; name: string; login: string; until: string };

function Confirm({ userId, name, login, until }: WaitingSignIn) {
  const client = useQueryClient();
  const toasts = useToasts();
  return (
    <ConfirmedAct
      icon={<Link2 aria-hidden="true" />}
      title={texts.confirmQuestion(name)}
      text={texts.confirmText(name, login)}
      action={texts.confirm}
      failed={texts.confirmFailed}
      run={async () => {
        await confirmWorkAccount(userId, until);
        toasts.done(texts.confirmed(name));
        await client.invalidateQueries(allWorkAccounts);
      }}
    >
      {texts.confirm} <VisuallyHidden>{name}</VisuallyHidden>
    </ConfirmedAct>
  );
}

function Disconnect({ userId, name }: { userId: number; name: string }) {
  const client = useQueryClient();
  const toasts = useToasts();
  return (
    <ConfirmedAct
      icon={<Unplug aria-hidden="true" />}
      title={texts.disconnectQuestion(name)}
      text={texts.disconnectText}
      action={texts.disconnect}
      failed={texts.disconnectFailed}
      run={async () => {
        await disconnectWorkAccount(userId);
        toasts.done(texts.disconnected(name));
        await client.invalidateQueries(allWorkAccounts);
      }}
    >
      {texts.disconnect} <VisuallyHidden>{name}</VisuallyHidden>
    </ConfirmedAct>
  );
}
