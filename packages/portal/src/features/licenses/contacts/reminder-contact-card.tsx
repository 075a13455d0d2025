import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { reminderContact as texts } from '#portal/texts/reminder-contact.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { EmailField } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { AccountPart } from './account-part.tsx';
import { createReminderContactQuery, setReminderContact } from './reminder-contact.queries.ts';

type ReminderContactProps = {
  userId: number;
  /** What is shown if there is no second contact: by default a part of another card that says so, or only a button, or nothing. */
  whenNone?: 'part' | 'button' | 'nothing';
};

/** The second e-mail address that also gets the reminders of a user's licences; a button opens the form that changes it. */
export function ReminderContactCard({ userId, whenNone = 'part' }: ReminderContactProps) {
  const contactQuery = useQuery(createReminderContactQuery(userId));
  const [isOpen, setOpen] = useState(false);
  if (whenNone !== 'part' && !isOpen && !contactQuery.error && typeof contactQuery.data?.address !== 'string')
    return whenNone === 'button' && contactQuery.data ? (
      <div>
        <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
          {texts.addSecond}
        </Button>
      </div>
    ) : null;
  const Frame = whenNone === 'part' ? AccountPart : Card;
  return (
    <Frame title={texts.title}>
      <QueryContent
        query={contactQuery}
        failedTitle={texts.failed}
        loading={<ItemsLoading loadingText={texts.loading} />}
      >
        {(contact) =>
          isOpen ? (
            <ContactForm
              key={contact.address}
              userId={userId}
              storedAddress={contact.address ?? ''}
              onDone={() => setOpen(false)}
            />
          ) : (
            <Stack>
              <p>{contact.address ?? texts.none}</p>
              <div>
                <Button onClick={() => setOpen(true)}>{contact.address === null ? texts.add : texts.change}</Button>
              </div>
            </Stack>
          )
        }
      </QueryContent>
    </Frame>
  );
}

type ContactFormProps = { userId: number; storedAddress: string; onDone: () => void };

function ContactForm({ userId, storedAddress, onDone }: ContactFormProps) {
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
      onDone();
    },
  });
  const problem = error instanceof ApiProblem ? error : null;
  const fieldError = problem?.fields?.['address'];
  return (
    <Form onSubmit={() => mutate()}>
      <Stack>
        <p>{texts.text}</p>
        {problem && fieldError === undefined && <ProblemNotice problem={problem} title={texts.notSaved} />}
        <EmailField
          label={texts.address}
          hint={texts.hint}
          value={address}
          error={fieldError}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened the form is gone
          autoFocus
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
