import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { Preferences as Values } from '@basics/contract/users/preferences.ts';
import type { users } from '@basics/contract/users/users.ts';
import { account } from '#portal/texts/account.ts';
import { Card, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { GraphThickness } from './graph-thickness.tsx';
import { ownPreferencesQuery } from './own-account.queries.ts';
import styles from './preferences.module.css';
import { SavedMark } from './saved-mark.tsx';
import { useSavedField } from './use-saved-field.ts';

const texts = account.preferences;

/**
 * The preferences for how Basics shows numbers and graphs. Each change is saved at once. The next licence of the user contains the saved
 * preferences.
 */
export function Preferences() {
  const preferencesQuery = useQuery(ownPreferencesQuery);
  return (
    <Card title={texts.title}>
      <p className={styles.intro}>{texts.lead}</p>
      <QueryContent
        query={preferencesQuery}
        failedTitle={texts.failed}
        loading={
          <>
            <AnnouncedText>{texts.loading}</AnnouncedText>
            <Skeleton height="16rem" />
          </>
        }
      >
        {(preferences) => <PreferenceFields {...preferences} />}
      </QueryContent>
    </Card>
  );
}

type FieldsProps = Pick<Reply<typeof users.preferences>, 'options' | 'values'>;

function PreferenceFields({ options, values }: FieldsProps) {
  return (
    <div className={styles.fields}>
      <UnitChoice name="temperature" options={options.temperature} savedValue={values.temperature} />
      <UnitChoice name="weight" options={options.weight} savedValue={values.weight} />
      <UnitChoice name="measure" options={options.measure} savedValue={values.measure} />
      <PriceList options={options.priceList} savedValue={values.priceList} />
      <GraphThickness bounds={options.graphThickness} savedValue={values.graphThickness} />
      <PackagingSwitch savedValue={values.packed} />
    </div>
  );
}

type Option = { id: string; name: string };
type ChoiceProps<Name extends 'temperature' | 'weight' | 'measure'> = {
  name: Name;
  options: readonly Option[];
  savedValue: Values[Name];
};

/** A select for a unit, with an example quantity in that unit below it. */
function UnitChoice<Name extends 'temperature' | 'weight' | 'measure'>({
  name,
  options,
  savedValue,
}: ChoiceProps<Name>) {
  const examples: Readonly<Record<string, string>> = texts[name].examples;
  const field = useSavedField<string>(savedValue, (value) => ({ preferences: { [name]: value } }));
  return (
    <div className={styles.field}>
      <Select
        label={texts[name].label}
        hint={examples[field.value]}
        error={field.error}
        options={options.map(({ id, name: label }) => ({ value: id, label }))}
        value={field.value}
        onChange={({ target }) => field.save(target.value)}
      />
      <SavedMark saveState={field.state} />
    </div>
  );
}

function PriceList({ options, savedValue }: { options: readonly Option[]; savedValue: string | null }) {
  const field = useSavedField(savedValue, (priceList) => ({ preferences: { priceList } }));
  return (
    <div className={styles.field}>
      <Select
        label={texts.priceList.label}
        hint={options.length === 0 ? texts.priceList.noneThere : texts.priceList.hint}
        error={field.error}
        placeholder={texts.priceList.none}
        options={options.map(({ id, name: label }) => ({ value: id, label }))}
        value={field.value ?? ''}
        onChange={({ target }) => field.save(target.value === '' ? null : target.value)}
      />
      <SavedMark saveState={field.state} />
    </div>
  );
}

function PackagingSwitch({ savedValue }: { savedValue: boolean }) {
  const field = useSavedField(savedValue, (packed) => ({ preferences: { packed } }));
  return (
    <div className={styles.field}>
      <Checkbox
        label={texts.packed.label}
        hint={texts.packed.hint}
        error={field.error}
        checked={field.value}
        onChange={({ target }) => field.save(target.checked)}
      />
      <SavedMark saveState={field.state} />
    </div>
  );
}
