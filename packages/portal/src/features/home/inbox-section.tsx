import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useState, type Key, type ReactNode } from 'react';
import { failureAsToast } from '#portal/api/query-client.ts';
import { inbox as texts } from '#portal/texts/inbox.ts';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { invalidateInbox } from './staff-inbox.queries.ts';

type WaitingItems<Item> = { total: number; totalIsMinimum?: true | undefined; items: readonly Item[] };

type InboxSectionProps<Item> = {
  title: string;
  waitingItems: WaitingItems<Item>;
  icon: LucideIcon;
  /**
   * The link to the list with all items. Without this link, the section shows the first items, and a button shows all
   * items.
   */
  allItemsLink?: { to: string; search?: Record<string, unknown> };
  keyOf: (item: Item) => Key;
  /** Returns the title and facts of a row. If `userId` is set, the title links to the page of this customer. */
  describe: (item: Item) => {
    title: string;
    userId?: number;
    /** The name of the absent salesman if the signed-in user has this customer as the deputy of that salesman. */
    deputyFor?: string | undefined;
    facts: readonly string[];
  };
  renderAction: (item: Item) => ReactNode;
};

const maxFirstItems = 5;

/**
 * A section of the inbox for one kind of work: the first items with their actions, and a link to all items. Renders
 * nothing for a section without items.
 */
export function InboxSection<Item>({ title, waitingItems, icon, allItemsLink, ...rowProps }: InboxSectionProps<Item>) {
  const { total, totalIsMinimum } = waitingItems;
  const [showsAll, setShowsAll] = useState(false);
  const items = showsAll ? waitingItems.items : waitingItems.items.slice(0, maxFirstItems);
  if (total === 0) return null;
  return (
    <Card
      title={`${title} (${totalIsMinimum ? texts.atLeast(total) : total})`}
      actions={
        allItemsLink
          ? total > items.length && (
              <Link to={allItemsLink.to} search={allItemsLink.search ?? {}}>
                {texts.all} <VisuallyHidden>{title}</VisuallyHidden>
              </Link>
            )
          : items.length < waitingItems.items.length && (
              <Button variant="quiet" onClick={() => setShowsAll(true)}>
                {texts.all} <VisuallyHidden>{title}</VisuallyHidden>
              </Button>
            )
      }
    >
      <ItemList>
        {items.map((item) => {
          const { title: itemTitle, userId, deputyFor, facts } = rowProps.describe(item);
          return (
            <ItemRow
              key={rowProps.keyOf(item)}
              icon={icon}
              title={userId === undefined ? itemTitle : <Link to={`/users/${userId}`}>{itemTitle}</Link>}
              facts={[
                ...(deputyFor === undefined ? [] : [texts.deputyFor(deputyFor)]),
                ...facts.filter((fact) => fact !== ''),
              ]}
              actions={rowProps.renderAction(item)}
            />
          );
        })}
      </ItemList>
    </Card>
  );
}

type ActionButtonProps<Reply> = {
  label: string;
  itemName: string;
  successMessage: string;
  runAction: () => Promise<Reply>;
  /** Returns the reason from the reply why the action was not done; null if the action was done. */
  findRefusal?: (reply: Reply) => string | null;
  /** Returns the offer to undo the action. */
  findUndo?: (reply: Reply) => Parameters<ReturnType<typeof useUndo>['announce']>[1];
};

/** A button that runs an action without leaving the inbox, and then reloads the inbox. */
export function ActionButton<Reply>({
  label,
  itemName,
  successMessage,
  runAction,
  findRefusal = () => null,
  findUndo = () => ({}),
}: ActionButtonProps<Reply>) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { announce } = useUndo();
  const { isPending, mutate } = useMutation({
    mutationFn: runAction,
    onSuccess: (reply) => {
      const refusal = findRefusal(reply);
      if (refusal !== null) toasts.problem(refusal);
      else announce(successMessage, findUndo(reply));
    },
    meta: failureAsToast,
    onSettled: () => invalidateInbox(client),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      <span>{label}</span> <VisuallyHidden>{itemName}</VisuallyHidden>
    </Button>
  );
}
