import { words } from '@basics/contract/words.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Reply } from '@basics/contract/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { readRequestId } from '#portal/api/api-problem.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PickerField } from '#portal/ui/forms/picker-field.tsx';
import { Select } from '#portal/ui/forms/select.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import styles from './country-salesman.module.css';
import { createRecipientQuery } from './country-salesmen.queries.ts';
import type { Options } from './country-salesmen.queries.ts';
import { createNames, formatPerson } from './names.ts';

type RecipientQuestion = { country: string; brand: string };
type Found = Reply<typeof countrySalesmen.recipient>;

/** Shows who would get a request from a country for a brand, and why. */
export function Recipient({ options }: { options: Options }) {
  const [asked, setAsked] = useState<RecipientQuestion | null>(null);
  const found = useQuery({ ...createRecipientQuery(asked ?? { country: '', brand: '' }), enabled: asked !== null });
  return (
    <Card title={texts.recipient.title}>
      <Stack>
        <p className={styles.muted}>{texts.recipient.lead}</p>
        <Question options={options} isBusy={found.isFetching} onAsk={setAsked} />
        <div aria-live="polite">
          {asked && found.data && <Answer asked={asked} found={found.data} options={options} />}
          {found.error && (
            <Notice
              tone="danger"
              title={texts.recipient.failed}
              actions={<Button onClick={() => void found.refetch()}>{ui.retry}</Button>}
            >
              {readRequestId(found.error) && <p>{ui.reference(readRequestId(found.error) ?? '')}</p>}
            </Notice>
          )}
        </div>
      </Stack>
    </Card>
  );
}

type QuestionProps = { options: Options; isBusy: boolean; onAsk: (asked: RecipientQuestion) => void };

function Question({ options, isBusy, onAsk }: QuestionProps) {
  const { control, register, handleSubmit, formState } = useForm<RecipientQuestion>({
    resolver: zodResolver(countrySalesmen.recipient.body),
    defaultValues: { country: '', brand: '' },
  });
  // Before the brand, as it stands: the first field that is missing gets the focus.
  const country = useController({ name: 'country', control });
  return (
    <form className={styles.question} noValidate onSubmit={(event) => void handleSubmit(onAsk)(event)}>
      <PickerField
        {...country.field}
        label={texts.country}
        autoComplete="off"
        options={options.countries.map(({ code, name }) => ({ value: code, label: name }))}
        unknown={texts.unknownCountry}
        error={country.fieldState.error && words.country}
      />
      <Select
        {...register('brand')}
        label={texts.brand}
        placeholder={texts.choose}
        options={options.brands.map(({ id, name }) => ({ value: id, label: name }))}
        error={formState.errors.brand?.message}
      />
      <Button type="submit" busy={isBusy} icon={<Search aria-hidden="true" />}>
        {texts.recipient.ask}
      </Button>
    </form>
  );
}

function Answer({ asked, found, options }: { asked: RecipientQuestion; found: Found; options: Options }) {
  const names = createNames(options);
  const people = found.people.map(formatPerson);
  return (
    <Notice tone="info" title={people.length > 0 ? people.join(', ') : texts.recipient.nobody}>
      <p>{texts.recipient.by[found.by](names.country(asked.country), names.brand(asked.brand))}</p>
      {people.length > 1 && <p>{texts.recipient.together}</p>}
    </Notice>
  );
}
