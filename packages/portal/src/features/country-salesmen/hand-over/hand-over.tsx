import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { HandedOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { formatList } from '#portal/messages/formats.ts';
import { countrySalesmen } from '#portal/texts/country-salesmen.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { EffectCounts } from '#portal/ui/content/facts.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import type { PickerValues } from '#portal/ui/pickers/use-picker.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { LimitedTable } from '#portal/ui/lists/limited-table.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { useTypedNumber } from '#portal/ui/overlays/use-typed-number.tsx';
import type { Options } from '../country-salesmen.queries.ts';
import { useHandOverDraft, useHeldAssignments, wholeTerritory } from './hand-over-draft.ts';
import type { NamedSalesman, TerritoryPart } from './hand-over-draft.ts';
import { createHandOverQuery, handOverTerritory, salesmanTerritories, type Territory } from './hand-over.queries.ts';
import { createNameFormatter, type NameFormatter } from '../name-formatter.ts';
import styles from '../country-salesman.module.css';

const texts = countrySalesmen.handOver;

type HandOverProps = {
  options: Options;
  /**
   * The salesman whom the address of the page names. If `fromSalesman` is set, the dialog for the territory of this
   * salesman opens at once.
   */
  fromSalesman: number | undefined;
  onClose: () => void;
};

/**
 * The dialog that gives the territory of a salesman, or one country or brand of it, to another salesman, after a preview of the records that
 * each of them will see.
 */
export function HandOver({ options, fromSalesman, onClose }: HandOverProps) {
  const [isOpen, setOpen] = useState(false);
  function closeDialog(): void {
    setOpen(false);
    onClose();
  }
  return (
    <>
      <Button icon={<ArrowRightLeft aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {(isOpen || fromSalesman !== undefined) && (
        <HandOverDialog options={options} fromSalesman={fromSalesman} onClose={closeDialog} />
      )}
    </>
  );
}

function HandOverDialog({ options, fromSalesman, onClose }: HandOverProps) {
  const [isCountryUnknown, setCountryUnknown] = useState(false);
  // Until the salesmen who are no longer active are loaded, only active salesmen can be chosen.
  const givers = useQuery(salesmanTerritories).data?.items ?? options.salesmen;
  const { values, change, close, isPartKnown } = useHandOverDraft(fromSalesman, {
    givers,
    receivers: options.salesmen,
    onClose,
  });
  const { from, to, ...part } = values;
  const territory = createTerritory(Number(from), Number(to), part);
  // If the typed country is unknown, there is no preview, because its empty value would mean all countries.
  const isTerritoryKnown = from !== '' && to !== '' && isPartKnown && !isCountryUnknown;
  const preview = useQuery({ ...createHandOverQuery(territory), enabled: isTerritoryKnown });
  const formatSalesman = (id: number): string =>
    formatSalesmanName([...givers, ...options.salesmen].find(({ userId }) => userId === id));
  const handOverForm = useHandOver(territory, { options, formatSalesman, fromSalesman, onClose: close });
  const previewData = isTerritoryKnown ? preview.data : undefined;
  const lostUsers = previewData?.users ?? 0;
  const { isNumberMissing, numberField } = useTypedNumber(lostUsers, { label: texts.typeUsers(lostUsers) });
  return (
    <Dialog
      title={texts.title}
      isWide
      onClose={close}
      footer={
        <>
          {numberField}
          <Button onClick={close}>{ui.cancel}</Button>
          <Button
            variant="primary"
            icon={<ArrowRightLeft aria-hidden="true" />}
            busy={handOverForm.isPending || preview.isFetching}
            aria-disabled={previewData === undefined || isNumberMissing}
            onClick={() => previewData && !isNumberMissing && handOverForm.mutate(previewData.digest)}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <Stack>
        <HandOverProblem problem={handOverForm.error ?? preview.error} />
        <TerritoryFields {...{ options, givers, values, change }} onUnknownCountry={setCountryUnknown} />
        {previewData ? (
          <>
            <MovedRecords
              moved={previewData}
              part={part}
              from={formatSalesman(territory.from)}
              to={formatSalesman(territory.to)}
              names={createNameFormatter(options)}
            />
          </>
        ) : (
          <p>{texts.lead}</p>
        )}
      </Stack>
    </Dialog>
  );
}

type MovedRecordsProps = { moved: HandedOver; part: TerritoryPart; from: string; to: string; names: NameFormatter };

const recordKinds = ['users', 'companies', 'requests', 'questions'] as const;

/**
 * Shows what moves from one salesman to the other: the part of the territory, the records that the first no longer sees, then the assignments.
 * Records that the second sees already are not new to them.
 */
function MovedRecords({ moved, part, from, to, names }: MovedRecordsProps) {
  const counts = listCounts(moved);
  const newCounts = listCounts(moved.receiver);
  const partText = describePart(part, names);
  return (
    <>
      <output>
        <strong>{partText === '' ? texts.wholeMoves(from, to) : texts.partMoves(partText, from, to)}</strong>
        <EffectCounts counts={counts.map(({ kind, count }) => ({ id: kind, label: texts.records[kind], count }))} />
        {JSON.stringify(counts) !== JSON.stringify(newCounts) && (
          <span>
            {texts.newRecords(to, formatList(newCounts.map(({ kind, count }) => texts.counted[kind](count))))}
          </span>
        )}
      </output>
      {partText === '' && <p>{texts.everything(from)}</p>}
      {moved.moves.length === 0 && <p>{texts.movesNothing}</p>}
      <LimitedTable
        title={texts.moves}
        rows={moved.moves}
        total={moved.moves.length}
        firstRows={5}
        columns={[
          {
            id: 'country',
            header: countrySalesmen.country,
            isCardTitle: true,
            cell: ({ country }) => names.country(country),
          },
          { id: 'brand', header: countrySalesmen.brand, cell: ({ brand }) => names.brand(brand) },
        ]}
        rowKey={({ country, brand }) => `${country} ${brand}`}
      />
    </>
  );
}

/** Lists the numbers of records; the number of users is listed even if it is 0. */
const listCounts = (counts: HandedOver['receiver']) =>
  recordKinds.map((kind) => ({ kind, count: counts[kind] })).filter(({ kind, count }) => count > 0 || kind === 'users');

/** The country and the brand of a part of a territory: "Italy, Basics Blue". The whole territory has no words. */
const describePart = ({ country, brand }: TerritoryPart, names: NameFormatter): string =>
  [...(country === '' ? [] : [names.country(country)]), ...(brand === '' ? [] : [names.brand(brand)])].join(', ');

type TerritoryFieldsProps = Pick<ReturnType<typeof useHandOverDraft>, 'values' | 'change'> & {
  options: Options;
  /** The salesmen whose territory can be handed over. */
  givers: readonly NamedSalesman[];
  onUnknownCountry: (isUnknown: boolean) => void;
};

/** The fields for the two salesmen of a hand-over and for the part of the territory. */
function TerritoryFields({ options, givers, values, change, onUnknownCountry }: TerritoryFieldsProps) {
  const { from, to, ...part } = values;
  return (
    <div className={styles.territory}>
      <SalesmanPicker
        label={texts.from}
        salesmen={givers}
        excludedId={to}
        value={from}
        onChange={(salesmanId) => {
          change({ ...wholeTerritory, from: salesmanId });
          onUnknownCountry(false);
        }}
        data-autofocus
      />
      <SalesmanPicker
        label={texts.to}
        salesmen={options.salesmen}
        excludedId={from}
        value={to}
        onChange={(salesmanId) => change({ to: salesmanId })}
      />
      <PartChoice
        key={from}
        options={options}
        salesmanId={Number(from)}
        part={part}
        onChoose={change}
        onUnknownCountry={onUnknownCountry}
      />
    </div>
  );
}

type SalesmanPickerProps = Omit<PickerValues, 'options' | 'search'> & {
  label: string;
  salesmen: readonly NamedSalesman[];
  /** The salesman who is chosen in the other field, and is not offered here. */
  excludedId: string;
  'data-autofocus'?: boolean;
};

const SalesmanPicker = ({ salesmen, excludedId, ...fieldProps }: SalesmanPickerProps) => (
  <PickerField
    {...fieldProps}
    options={listChoices(salesmen, excludedId)}
    placeholder={texts.choose}
    unknownError={countrySalesmen.unknownSalesman}
  />
);

/**
 * Returns the territory to hand over: the whole territory of the salesman `from`, or the part with one country or
 * brand.
 */
const createTerritory = (from: number, to: number, { country, brand }: TerritoryPart): Territory => ({
  from,
  to,
  ...(country !== '' && { country }),
  ...(brand !== '' && { brand }),
});

function HandOverProblem({ problem }: { problem: Error | null }) {
  if (!(problem instanceof ApiProblem)) return null;
  if (isProblem(problem, 'STALE')) return <Notice tone="warn" role="alert" title={texts.changed} />;
  return <ProblemNotice problem={problem} title={texts.failed} />;
}

type HandOverContext = HandOverProps & { formatSalesman: (id: number) => string };

/** Hands the territory over. Who came from the page of the salesman, as to suspend the account, goes back there when nothing is left. */
function useHandOver(territory: Territory, { options, formatSalesman, fromSalesman, onClose }: HandOverContext) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (digest: string) => handOverTerritory(territory, digest),
    onSuccess: async () => {
      const { from, to, country = '', brand = '' } = territory;
      const salesmanNames = [formatSalesman(from), formatSalesman(to)] as const;
      const partText = describePart({ country, brand }, createNameFormatter(options));
      toasts.done(partText === '' ? texts.done(...salesmanNames) : texts.partDone(partText, ...salesmanNames));
      onClose();
      if (partText === '' && from === fromSalesman) void navigate({ to: `/users/${from}` });
      // All queries except the preview are reloaded, because the scope of both salesmen has changed.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'handOver' });
    },
    // The territory has changed since the preview, so a new preview replaces it.
    onError: async (error) => {
      if (isProblem(error, 'STALE')) await client.refetchQueries(createHandOverQuery(territory));
    },
  });
}

type PartChoiceProps = {
  options: Options;
  salesmanId: number;
  part: TerritoryPart;
  onChoose: (territoryPart: TerritoryPart) => void;
  /** Called when the text of the country changes; the parameter says whether the text is not a country of the salesman. */
  onUnknownCountry: (isUnknown: boolean) => void;
};

/** The fields to choose one country or all countries, and one brand or all brands, of a salesman. */
function PartChoice({ options, salesmanId, part, onChoose, onUnknownCountry }: PartChoiceProps) {
  const rows = useHeldAssignments(salesmanId).data?.items ?? [];
  const names = createNameFormatter(options);
  return (
    <>
      <PickerField
        label={texts.countries}
        options={listValues(
          rows.map(({ country }) => country),
          names.country,
        )}
        placeholder={texts.allCountries}
        value={part.country}
        onChange={(country) => onChoose({ ...part, country })}
        onTextWithoutValue={onUnknownCountry}
        unknownError={countrySalesmen.unknownCountry}
      />
      <Select
        label={texts.brands}
        options={listValues(
          rows.map(({ brand }) => brand),
          names.brand,
        )}
        placeholder={texts.allBrands}
        value={part.brand}
        onChange={({ target }) => onChoose({ ...part, brand: target.value })}
      />
    </>
  );
}

const listValues = (values: readonly string[], format: (value: string) => string) =>
  [...new Set(values)].map((value) => ({ value, label: format(value) }));

const formatSalesmanName = (salesman: NamedSalesman | undefined): string => {
  if (!salesman) return '';
  const name = `${salesman.firstName} ${salesman.lastName}`;
  return salesman.isActive === false ? countrySalesmen.inactive(name) : name;
};

const listChoices = (salesmen: readonly NamedSalesman[], excludedId: string) =>
  salesmen
    .filter(({ userId }) => String(userId) !== excludedId)
    .map((salesman) => ({ value: String(salesman.userId), label: formatSalesmanName(salesman) }));
