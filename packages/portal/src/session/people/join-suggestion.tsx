import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureAsToast } from '#portal/api/query-client.ts';
import { customer } from '#portal/texts/customer.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { addMember, createSuggestionsQuery } from './people.queries.ts';

const texts = customer.joining;

type JoinButtonProps = {
  label: string;
  /** What a screen reader says after the label, if the label alone names neither the user nor the company. */
  hidden?: string;
  companyId: number;
  userId: number;
  done: string;
};

/** The button with which staff confirm that a user belongs to a company. */
export function JoinButton({ label, hidden = '', companyId, userId, done }: JoinButtonProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: () => addMember(companyId, userId),
    onSuccess: async () => {
      toasts.done(done);
      await Promise.all(
        [['companies'], ['users'], ['licenses'], ['licenseAdmin']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
    meta: failureAsToast,
  });
  return (
    <Button variant="quiet" busy={isPending} onClick={() => mutate()}>
      <span>{label}</span> {hidden && <VisuallyHidden>{hidden}</VisuallyHidden>}
    </Button>
  );
}

/** Proposes the companies to which a user without a company seems to belong; nothing if there is none. */
export function JoinSuggestions({ userId }: { userId: number }) {
  const suggestions = useQuery(createSuggestionsQuery(userId)).data ?? [];
  return suggestions.map(({ companyId, name, by }) => (
    <p key={companyId}>
      <JoinButton label={texts.join(name)} companyId={companyId} userId={userId} done={texts.joined(name)} />{' '}
      <span>{texts.by[by]}</span>
    </p>
  ));
}
