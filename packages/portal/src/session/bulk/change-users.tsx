import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { formatDay } from '#portal/messages/times.ts';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { DateField } from '#portal/ui/pickers/date-field.tsx';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { BulkDialog, createBulkDraftName } from './bulk-dialog.tsx';
import { listDoneIds } from './mass-effects.tsx';
import type { BulkRow } from './preview-all.ts';
import { bulkOptions, changeUsers, sampleUsers, type BulkOptions, type UserChange } from './bulk.queries.ts';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { addOnGuards } from '@basics/contract/calls/permissions.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';

type ChangeUsersProps = {
  rows: readonly BulkRow[];
  all?: SelectedAll | null;
  onDone: () => void;
  /** A notice about these users, shown before they are suspended. */
  suspensionNotice: Elements;
};

/** A button that opens a dialog to make one change to the selected users. */
export function ChangeUsers(props: ChangeUsersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ListChecks aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.open.users}
      </Button>
      {isOpen && <ChangeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

type ChangeValues = {
  [name in 'change' | 'tool' | 'brand' | 'addOn' | 'validTo' | 'reason']: string;
} & {
  /** The add-ons that the users get; null: the users keep their add-ons. */
  configTools: readonly string[] | null;
};
const emptyValues: ChangeValues = {
  change: '',
  tool: '',
  brand: '',
  addOn: '',
  validTo: '',
  reason: '',
  configTools: null,
};

function ChangeDialog({ rows, all, onDone, suspensionNotice, onClose }: ChangeUsersProps & { onClose: () => void }) {
  const {
    values: storedValues,
    change: changeValues,
    forget,
  } = useValuesDraft(createBulkDraftName('change of users', rows, all), emptyValues);
  const { announceMass } = useUndo();
  const optionsQuery = useQuery(bulkOptions);
  const options = optionsQuery.data;
  const values = discardOldChoices(storedValues, options);
  const change = toChange(values);
  return (
    <BulkDialog
      title={texts.title.users(all?.count ?? rows.length)}
      rows={rows}
      all={all}
      choice={JSON.stringify(values)}
      isComplete={change !== null}
      summary={describeChange(values, options)}
      readSample={change?.change === 'invite' || change?.change === 'suspend' ? sampleUsers(change) : undefined}
      undoText={texts.undo.mass}
      action={values.change === 'invite' || values.change === 'suspend' ? texts.run[values.change] : texts.run.users}
      run={async (target, isPreview) => {
        if (change === null) return { results: [] };
        const reply = await changeUsers(target, change, isPreview);
        announceMass(texts.undoable.users(listDoneIds(reply.results).length), reply.undoIds);
        return reply;
      }}
      onDone={() => {
        forget();
        onDone();
      }}
      onClose={() => {
        forget();
        onClose();
      }}
    >
      {values.change === 'suspend' && suspensionNotice}
      <QueryFailed query={optionsQuery} title={texts.optionsFailed} />
      <ChangeFields values={values} options={options} onChange={changeValues} />
    </BulkDialog>
  );
}

/** Returns the values without choices of an old draft that are no longer offered. */
function discardOldChoices(values: ChangeValues, options: BulkOptions | undefined): ChangeValues {
  const addOns = options?.configTools.filter(({ tool }) => tool === values.tool);
  return {
    ...values,
    tool: findOfferedId(values.tool, options?.tools),
    brand: findOfferedId(values.brand, options?.brands),
    addOn: findOfferedId(values.addOn, addOns),
    configTools: values.configTools && values.configTools.filter((id) => findOfferedId(id, addOns) !== ''),
  };
}

const findOfferedId = (chosenId: string, records: readonly { id: string }[] = []): string =>
  records.some(({ id }) => id === chosenId) ? chosenId : '';

/** Describes the change with the values of its fields: "Give a tool or end date: Basics, Basics Blue, 31 Dec 2027". */
function describeChange(values: ChangeValues, options: BulkOptions | undefined): string {
  const { tool, brand, addOn, validTo, reason } = values;
  const change = changeNames.find((name) => name === values.change);
  if (change === undefined) return '';
  const parts = [
    change !== 'brand' && findName(tool, options?.tools),
    findName(brand, options?.brands),
    findName(addOn, options?.configTools),
    change === 'grant' && (validTo === '' ? texts.grantEffect.noLimit : texts.grantEffect.until(formatDay(validTo))),
    change === 'suspend' && reason,
  ].filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? texts.changes[change] : texts.because(texts.changes[change], parts.join(', '));
}

const findName = (id: string, records: readonly { id: string; name: string }[] = []): string | undefined =>
  records.find((record) => record.id === id)?.name;

const changeNames = ['invite', 'grant', 'endGrant', 'addAddOn', 'endAddOn', 'brand', 'suspend'] as const;

type ChangeFieldsProps = {
  values: ChangeValues;
  options: BulkOptions | undefined;
  onChange: (changedValues: Partial<ChangeValues>) => void;
};

function ChangeFields({ values, options, onChange }: ChangeFieldsProps) {
  const { change, tool, brand, addOn, validTo, reason, configTools } = values;
  const hasAddOn = change === 'addAddOn' || change === 'endAddOn';
  const hasTool = change === 'grant' || change === 'endGrant' || hasAddOn;
  const addOns = options?.configTools.filter((addOnOfTool) => addOnOfTool.tool === tool);
  const createSelectProps = (name: keyof ChangeValues) => ({
    placeholder: texts.choose,
    // The add-ons belong to the chosen tool, so choosing another tool discards them.
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ configTools: null, addOn: '', [name]: target.value }),
  });
  return (
    <>
      <Select
        label={texts.what}
        options={Object.entries(texts.changes).map(([value, label]) => ({ value, label }))}
        value={change}
        data-autofocus
        {...createSelectProps('change')}
      />
      {hasTool && (
        <Select label={texts.tool} options={listOptions(options?.tools)} value={tool} {...createSelectProps('tool')} />
      )}
      {(hasTool || change === 'brand') && (
        <Select
          label={texts.brand}
          options={listOptions(options?.brands)}
          value={brand}
          {...createSelectProps('brand')}
        />
      )}
      {hasAddOn && (
        <Select label={texts.addOn} options={listOptions(addOns)} value={addOn} {...createSelectProps('addOn')} />
      )}
      {change === 'grant' && (
        <DateField
          label={texts.validTo}
          hint={texts.validToHint}
          value={validTo}
          onChange={(text) => onChange({ validTo: text })}
        />
      )}
      {change === 'grant' && (
        <BulkAddOns
          addOns={addOns ?? []}
          chosenIds={configTools}
          onChange={(addOnIds) => onChange({ configTools: addOnIds })}
        />
      )}
      {change === 'suspend' && (
        <TextField
          label={texts.reason}
          value={reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
        />
      )}
    </>
  );
}

const listOptions = (records: readonly { id: string; name: string }[] = []) =>
  records.map(({ id, name }) => ({ value: id, label: name }));

/** Converts the values of the fields to a change; null while a value is missing. */
function toChange({ change, tool, brand, addOn, validTo, reason, configTools }: ChangeValues): UserChange | null {
  if (change === 'invite') return { change };
  if (change === 'suspend') return reason.trim() === '' ? null : { change, reason };
  if (change === 'brand') return brand === '' ? null : { change, brand };
  if (tool === '' || brand === '') return null;
  if (change === 'grant')
    return { change, tool, brand, validTo: validTo || null, ...(configTools && { configTools: [...configTools] }) };
  if (change === 'endGrant') return { change, tool, brand };
  if (change !== 'addAddOn' && change !== 'endAddOn') return null;
  return addOn === '' ? null : { change, tool, brand, addOn };
}

type BulkAddOnsProps = {
  /** The add-ons of the tool. */
  addOns: readonly { id: string; name: string }[];
  /** The add-ons that each user gets; null: each user keeps the current add-ons. */
  chosenIds: readonly string[] | null;
  onChange: (chosenIds: readonly string[] | null) => void;
};

/**
 * Sets the add-ons of a tool for many users. An add-on that can be added only with a special permission is offered only to users with this
 * permission.
 */
function BulkAddOns({ addOns, chosenIds, onChange }: BulkAddOnsProps) {
  const { permissions } = useUser();
  const offeredAddOns = addOns.filter(({ id }) =>
    addOnGuards.every((guard) => guard.addOn !== id || permissions.includes(guard.toAdd)),
  );
  if (offeredAddOns.length === 0) return null;
  return (
    <>
      <Checkbox
        label={texts.setAddOns}
        hint={texts.setAddOnsHint}
        checked={chosenIds !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [] : null)}
      />
      {chosenIds !== null && (
        <fieldset>
          <legend>{texts.addOns}</legend>
          {offeredAddOns.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosenIds.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosenIds, id] : chosenIds.filter((chosenId) => chosenId !== id))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
