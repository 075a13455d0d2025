import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { createCountryOptions } from '#portal/messages/names.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import styles from '../country-salesman.module.css';
import { createRecipientQuery, type Options } from '../country-salesmen.queries.ts';
import { createNameFormatter, formatPerson } from '../name-formatter.ts';

type RecipientRequest = { country: string; brand: string };
type RecipientReply = Reply<typeof countrySalesmen.recipient>;

/** Shows which salesmen would receive a request from a country for a brand, and why. */
export function Recipient({ options }: { options: Options }) {
  const [request, setRequest] = useState<RecipientRequest | null>(null);
  const recipientQuery = useQuery({
    ...createRecipientQuery(request ?? { country: '', brand: '' }),
    enabled: request !== null,
  });
  return (
    <Card title={texts.recipient.title}>
      <Stack>
        <RecipientForm options={options} isBusy={recipientQuery.isFetching} onSubmit={setRequest} />
        <div aria-live="polite">
          {request && recipientQuery.data && (
            <RecipientResult request={request} reply={recipientQuery.data} options={options} />
          )}
          {recipientQuery.error && (
            <Notice
              tone="danger"
              title={texts.recipient.failed}
              actions={<Button onClick={() => void recipientQuery.refetch()}>{ui.retry}</Button>}
            >
              {readRequestId(recipientQuery.error) && <p>{ui.reference(readRequestId(recipientQuery.error) ?? '')}</p>}
            </Notice>
          )}
        </div>
      </Stack>
    </Card>
  );
}

type RecipientFormProps = { options: Options; isBusy: boolean; onSubmit: (request: RecipientRequest) => void };

function RecipientForm({ options, isBusy, onSubmit }: RecipientFormProps) {
  const { control, register, handleSubmit, formState } = useForm<RecipientRequest>({
    resolver: zodResolver(countrySalesmen.recipient.body),
    defaultValues: { country: '', brand: '' },
  });
  // The field for the country is registered before the field for the brand, because the first missing field in this
  // order gets the focus.
  const country = useController({ name: 'country', control });
  return (
    <form className={styles.question} noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <PickerField
        {...country.field}
        label={texts.country}
        options={createCountryOptions(options.countries)}
        unknownError={texts.unknownCountry}
        error={country.fieldState.error && fieldMessages.country}
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

function RecipientResult({
  request,
  reply,
  options,
}: {
  request: RecipientRequest;
  reply: RecipientReply;
  options: Options;
}) {
  const names = createNameFormatter(options);
  const people = reply.people.map(formatPerson);
  return (
    <Notice tone="info" title={people.length > 0 ? people.join(', ') : texts.recipient.nobody}>
      <p>{texts.recipient.by[reply.by](names.country(request.country), names.brand(request.brand))}</p>
      {people.length > 1 && <p>{texts.recipient.together}</p>}
    </Notice>
  );
}
