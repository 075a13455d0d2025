import type { ServiceAccount } from '@basics/contract/integrations/service-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Bot, Pencil, Plus } from 'lucide-react';
import * as z from 'zod/mini';
import { integrations as texts } from '#portal/texts/integrations.ts';
import { overrides } from '#portal/texts/overrides.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice, QueryContent } from '#portal/ui/feedback/notice.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { CardStack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { AccountKeys } from './account-keys.tsx';
import { WorkAccountsSection } from './work-accounts-section.tsx';
import { OrdersCard } from './orders-card.tsx';
import { allAccounts } from './integrations.queries.ts';
import { WebhooksSection, type OpenWebhook } from './webhooks-section.tsx';
import styles from './integrations.module.css';

const AccountPanel = createLazyPart(async () => (await import('./account-panel.tsx')).AccountPanel);

/**
 * The search parameters of the page: the id of the service account or of the webhook whose form is open, or of the webhook whose log is open;
 * `add` opens the form of a new service account or of a new webhook; and the page of the orders.
 */
const pageSearch = z.object({
  account: z.optional(z.coerce.number()),
  webhook: z.optional(z.coerce.number()),
  log: z.optional(z.coerce.number()),
  add: z.optional(z.enum(['true', 'webhook'])),
  pageNumber: z.optional(z.coerce.number()),
  pageSize: z.optional(z.coerce.number()),
});

/**
 * The page with the service accounts, by which other systems use the portal, their keys, and the webhooks. What is below the accounts comes
 * with them, so that they do not move it.
 */
export function IntegrationsPage() {
  const [state, change] = useSearchState(pageSearch);
  const accounts = useQuery(allAccounts);
  const openAccount = accounts.data?.items.find(({ accountId }) => accountId === state.account);
  const addButton = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => change({ add: 'true' })}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <PageHeading title={texts.title} actions={accounts.data?.items.length !== 0 && addButton} />
      <QueryContent query={accounts} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
        {({ items, brands }) => (
          <CardStack>
            {items.length === 0 && (
              <EmptyState title={texts.empty.title} actions={addButton}>
                <p>{texts.empty.text}</p>
              </EmptyState>
            )}
            {items.map((account) => (
              <AccountCard
                key={account.accountId}
                account={account}
                brands={brands}
                onEdit={() => change({ account: account.accountId })}
              />
            ))}
            {items.length > 0 && (
              <WebhooksSection
                accounts={items}
                opened={toOpenWebhook(state)}
                onOpen={(opened) => change(toSearch(opened))}
              />
            )}
          </CardStack>
        )}
      </QueryContent>
      {!accounts.isPending && <OtherSections state={state} />}
      <OptionalPart>
        {accounts.data && (openAccount || state.add === 'true') && (
          <AccountPanel
            key={openAccount?.accountId ?? 'new'}
            account={openAccount ?? null}
            choices={accounts.data}
            onClose={() => change({ account: undefined, add: undefined })}
          />
        )}
      </OptionalPart>
    </>
  );
}

const OtherSections = ({ state }: { state: PageSearch }) => (
  <>
    <WorkAccountsSection />
    <OrdersCard page={toPage(state)} search={toPage} />
  </>
);

type PageSearch = z.infer<typeof pageSearch>;

const toPage = ({ pageNumber, pageSize }: Pick<PageSearch, 'pageNumber' | 'pageSize'>) => ({ pageNumber, pageSize });

function toOpenWebhook({ webhook, log, add }: PageSearch): OpenWebhook {
  if (log !== undefined) return { log };
  if (webhook !== undefined) return { form: webhook };
  return add === 'webhook' ? { form: 'new' } : null;
}

function toSearch(opened: OpenWebhook): PageSearch {
  const form = opened && 'form' in opened ? opened.form : undefined;
  return {
    log: opened && 'log' in opened ? opened.log : undefined,
    webhook: form === 'new' ? undefined : form,
    add: form === 'new' ? 'webhook' : undefined,
  };
}

type Brands = readonly { id: string; name: string }[];
type AccountCardProps = { account: ServiceAccount; brands: Brands; onEdit: () => void };

/** A service account with what it may do, and its keys. */
function AccountCard({ account, brands, onEdit }: AccountCardProps) {
  const { name, purpose, owner, refused, permissions, lostPermissions } = account;
  const nameOf = (permission: (typeof permissions)[number]) => overrides.permissions[permission];
  return (
    <section className={styles.account} aria-label={name}>
      <div className={styles.head}>
        <Bot aria-hidden="true" className={styles.icon} />
        <div className={styles.words}>
          <h2 translate="no">{name}</h2>
          {purpose !== '' && <p>{purpose}</p>}
          <p className={styles.facts}>
            {[
              formatScope(account, brands),
              owner ? texts.ownedBy(owner.name) : texts.noOwner,
              formatLastUse(account),
            ].join(' · ')}
          </p>
        </div>
        <Button icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
          {texts.edit} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      </div>
      {refused !== null && <Notice tone="danger" title={texts.refused[refused]} />}
      {lostPermissions.length > 0 && <Notice tone="warn" title={texts.lost(lostPermissions.map(nameOf))} />}
      <p className={styles.facts}>{permissions.map(nameOf).join(' · ')}</p>
      <AccountKeys account={account} />
    </section>
  );
}

function formatScope({ countries, brands: ids }: ServiceAccount, brands: Brands): string {
  if (countries === null && ids === null) return texts.everywhere;
  const names = (ids ?? []).map((brandId) => brands.find(({ id }) => id === brandId)?.name ?? brandId);
  return texts.scope([...(countries ?? []), ...names]);
}

function formatLastUse({ keys }: ServiceAccount): string {
  const days = keys.flatMap(({ lastUsed }) => (lastUsed ? [lastUsed.day] : [])).toSorted();
  const lastDay = days.at(-1);
  return lastDay === undefined ? texts.neverUsed : texts.lastUsed(formatShortDate(lastDay));
}
