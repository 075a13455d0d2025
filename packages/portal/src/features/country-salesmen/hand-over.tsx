import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { countrySalesmen } from '#portal/texts/country-salesmen.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Select } from '#portal/ui/forms/select.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { assignmentsList } from './country-salesmen.queries.ts';
import type { Options, Salesman } from './country-salesmen.queries.ts';
import { createHandOverQuery, handOverTerritory } from './hand-over.queries.ts';
import type { Territory } from './hand-over.queries.ts';
import { createNameFormatter } from './name-formatter.ts';

const texts = countrySalesmen.handOver;

/** Gives all countries of a salesman, or one of them, to another salesman, after a preview of what each of them will see. */
export function HandOver({ options }: { options: Options }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ArrowRightLeft aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && <HandOverDialog options={options} onClose={() => setOpen(false)} />}
    </>
  );
}

function HandOverDialog({ options, onClose }: { options: Options; onClose: () => void }) {
  const { salesmen } = options;
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [country, setCountry] = useState('');
  const territory = { from: Number(from), to: Number(to), ...(country !== '' && { country }) };
  const preview = useQuery({ ...createHandOverQuery(territory), enabled: from !== '' && to !== '' });
  const formatSalesman = (id: number): string => formatSalesmanName(salesmen.find(({ userId }) => userId === id));
  const handOverForm = useHandOver(territory, { options, formatSalesman, onClose });
  const problem = handOverForm.error ?? preview.error;
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            variant="primary"
            icon={<ArrowRightLeft aria-hidden="true" />}
            busy={handOverForm.isPending || preview.data === undefined}
            onClick={() => handOverForm.mutate()}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <Stack>
        {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.failed} />}
        <Select
          label={texts.from}
          options={listChoices(salesmen, to)}
          placeholder={texts.choose}
          value={from}
          onChange={({ target }) => {
            setFrom(target.value);
            setCountry('');
          }}
          data-autofocus
        />
        <CountryChoice options={options} salesmanId={Number(from)} value={country} onChoose={setCountry} />
        <Select
          label={texts.to}
          options={listChoices(salesmen, from)}
          placeholder={texts.choose}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <output>
          {preview.data
            ? texts.moves(preview.data, formatSalesman(territory.from), formatSalesman(territory.to))
            : texts.lead}
        </output>
      </Stack>
    </Dialog>
  );
}

type HandOverParts = { options: Options; formatSalesman: (id: number) => string; onClose: () => void };

function useHandOver(territory: Territory, { options, formatSalesman, onClose }: HandOverParts) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => handOverTerritory(territory),
    onSuccess: async () => {
      const { from, to, country } = territory;
      const bothNames = [formatSalesman(from), formatSalesman(to)] as const;
      toasts.done(
        country === undefined
          ? texts.done(...bothNames)
          : texts.countryDone(createNameFormatter(options).country(country), ...bothNames),
      );
      onClose();
      // The scope of both salesmen has changed, and with it every list; the preview is no longer shown.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'handOver' });
    },
  });
}

type CountryChoiceProps = { options: Options; salesmanId: number; value: string; onChoose: (country: string) => void };

/** All countries of a salesman, or one of them. */
function CountryChoice({ options, salesmanId, value, onChoose }: CountryChoiceProps) {
  const heldAssignments = useQuery({ ...assignmentsList.firstRows({ salesmanId }), enabled: salesmanId > 0 });
  // There may be a row for each brand.
  const countryCodes = [...new Set((heldAssignments.data?.items ?? []).map(({ country }) => country))];
  const bothNames = createNameFormatter(options);
  return (
    <Select
      label={texts.countries}
      options={countryCodes.map((code) => ({ value: code, label: bothNames.country(code) }))}
      placeholder={texts.allCountries}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}

const formatSalesmanName = (salesman: Salesman | undefined): string =>
  salesman ? `${salesman.firstName} ${salesman.lastName}` : '';

const listChoices = (salesmen: Options['salesmen'], excludedId: string) =>
  salesmen
    .filter(({ userId }) => String(userId) !== excludedId)
    .map((salesman) => ({ value: String(salesman.userId), label: formatSalesmanName(salesman) }));
