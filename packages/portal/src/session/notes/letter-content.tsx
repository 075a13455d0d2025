import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { failureAsToast } from '#portal/api/query-client.ts';
import { customer } from '#portal/texts/customer.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { createLetterOfUserQuery, invalidateTimeline, repeatLetter, type RecordSubject } from './notes.queries.ts';
import styles from './notes.module.css';

const texts = customer.timeline.mail;

type LetterProps = { subject: RecordSubject; userId: number; mailId: number; title: string };

/** An e-mail in a timeline: a button opens it in place, with its text and, if it failed, a button that sends it again. */
export function LetterContent(letter: LetterProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>{isOpen ? texts.hide : texts.show}</span> <VisuallyHidden>{letter.title}</VisuallyHidden>
        </Button>
      </div>
      {isOpen && <OpenLetter {...letter} />}
    </>
  );
}

function OpenLetter({ subject, userId, mailId, title }: LetterProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const query = useQuery(createLetterOfUserQuery(userId, mailId));
  const { mutate, isPending } = useMutation({
    mutationFn: () => repeatLetter(userId, mailId),
    onSuccess: () => {
      toasts.done(texts.queued);
      void query.refetch();
      void invalidateTimeline(client, subject);
    },
    meta: failureAsToast,
  });
  return (
    <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
      {({ to, text, canRepeat }) => (
        <section className={styles.letter} aria-label={title}>
          <p className={styles.to}>{texts.to(to)}</p>
          <p className={styles.letterText}>{text}</p>
          {canRepeat && (
            <div>
              <Button busy={isPending} icon={<Send aria-hidden="true" />} onClick={() => mutate()}>
                {texts.sendAgain}
              </Button>
            </div>
          )}
        </section>
      )}
    </QueryContent>
  );
}
