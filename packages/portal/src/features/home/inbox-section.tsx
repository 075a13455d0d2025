import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Key, ReactNode } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { inbox as texts } from '#portal/texts/inbox.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { invalidateInbox } from './staff-inbox.queries.ts';

type Waiting<Item> = { total: number; totalIsMinimum?: true | undefined; items: readonly Item[] };

type InboxSectionProps<Item> = {
  title: string;
  waiting: Waiting<Item>;
  icon: LucideIcon;
  /** The list with all of them. */
  all?: { to: string; search?: Record<string, unknown> };
  keyOf: (item: Item) => Key;
  /** With `userId`, the title links to the page of the customer. */
  describe: (item: Item) => { title: string; userId?: number; facts: readonly string[] };
  renderAction: (item: Item) => ReactNode;
};

/** One kind of what waits: the first rows with their action, and a link to all; nothing if there are none. */
export function InboxSection<Item>({ title, waiting, icon, all, ...row }: InboxSectionProps<Item>) {
  const { total, totalIsMinimum, items } = waiting;
  if (total === 0) return null;
  return (
    <Card
      title={`${title} (${totalIsMinimum ? texts.atLeast(total) : total})`}
      actions={
        all &&
        total > items.length && (
          <Link to={all.to} search={all.search ?? {}}>
            {texts.all} <VisuallyHidden>{title}</VisuallyHidden>
          </Link>
        )
      }
    >
      <ItemList>
        {items.map((item) => {
          const { title: name, userId, facts } = row.describe(item);
          return (
            <ItemRow
              key={row.keyOf(item)}
              icon={icon}
              title={userId === undefined ? name : <Link to={`/users/${userId}`}>{name}</Link>}
              facts={facts.filter((fact) => fact !== '')}
              actions={row.renderAction(item)}
            />
          );
        })}
      </ItemList>
    </Card>
  );
}

type OneStepProps = { words: string; about: string; done: string; act: () => Promise<unknown> };

/** An action that needs no other page: its row leaves the inbox. */
export function OneStep({ words, about, done, act }: OneStepProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { isPending, mutate } = useMutation({
    mutationFn: act,
    onSuccess: () => toasts.done(done),
    onError: (error) => {
      if (error instanceof ApiProblem && error.reaction.shown === 'inPlace') toasts.problem(error.message);
    },
    onSettled: () => invalidateInbox(client),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      {words} <VisuallyHidden>{about}</VisuallyHidden>
    </Button>
  );
}
