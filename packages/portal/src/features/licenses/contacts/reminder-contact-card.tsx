import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { reminderContact as texts } from '#portal/texts/reminder-contact.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createReminderContactQuery, setReminderContact } from './reminder-contact.queries.ts';

/** A card to set a second e-mail address that also gets the reminders of a user's licences. */
export function ReminderContactCard({ userId }: { userId: number }) {
  const contactQuery = useQuery(createReminderContactQuery(userId));
  return (
    <Card title={texts.title}>
      <QueryContent
        query={contactQuery}
        failedTitle={texts.failed}
        loading={<ItemsLoading loadingText={texts.loading} />}
      >
        {(contact) => <ContactForm key={contact.address} userId={userId} storedAddress={contact.address ?? ''} />}
      </QueryContent>
    </Card>
  );
}

function ContactForm({ userId, storedAddress }: { userId: number; storedAddress: string }) {
  const client = useQueryClient();
  const toasts = useToasts();
  // The name contains the stored address: after someone else has changed the stored address, an older draft does not replace it.
  const draftName = `reminder contact of ${userId} instead of ${storedAddress}`;
  const { text: address, write: setAddress, forget } = useTextDraft(draftName, storedAddress);
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => setReminderContact(userId, address.trim() || null),
    onSuccess: (contact) => {
      forget();
      client.setQueryData(createReminderContactQuery(userId).queryKey, contact);
      toasts.done(contact.address === null ? texts.removed : texts.saved(contact.address));
    },
  });
  const problem = error instanceof ApiProblem ? error : null;
  const fieldError = problem?.fields?.['address'];
  return (
    <Form onSubmit={() => mutate()}>
      <Stack>
        <p>{texts.text}</p>
        {problem && fieldError === undefined && <ProblemNotice problem={problem} title={texts.notSaved} />}
        <TextField
          label={texts.address}
          hint={texts.hint}
          type="email"
          value={address}
          error={fieldError}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <div>
          <Button type="submit" busy={isPending} disabled={address.trim() === storedAddress}>
            {texts.save}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
