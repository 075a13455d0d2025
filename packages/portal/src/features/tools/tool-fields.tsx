import { limits } from '@basics/contract/calls/limits.ts';
import type { Tool } from '@basics/contract/tools/tools.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { tools as texts } from '#portal/texts/tools.ts';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';
import { Checkbox, ChoiceGroup } from '#portal/ui/fields/choice-group.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import type { ToolValues } from './tool-values.ts';

/** The fields of a tool. The id and the number cannot be changed after the tool is created. */
export function ToolFields({ tool }: { tool: Tool | null }) {
  const { register, formState } = useFormContext<ToolValues>();
  const { errors } = formState;
  return (
    <>
      {tool ? (
        <Facts>
          <Fact name={texts.id}>{tool.id}</Fact>
          <Fact name={texts.code}>{tool.code}</Fact>
        </Facts>
      ) : (
        <>
          <TextField
            {...register('id')}
            label={texts.id}
            hint={texts.form.idHint}
            error={errors.id?.message}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <TextField
            {...register('code')}
            type="number"
            min={1}
            max={limits.tool.code}
            label={texts.code}
            hint={texts.form.codeHint}
            error={errors.code?.message}
          />
        </>
      )}
      <TextField {...register('name')} label={texts.name} error={errors.name?.message} />
      <VersionFields />
      {tool && <Checkbox {...register('retired')} label={texts.form.retire} hint={texts.form.retireHint} />}
    </>
  );
}

/** Whether new licences cover all versions, or the newest version that they cover. The highest number means all versions. */
function VersionFields() {
  const { register, formState, control, setValue } = useFormContext<ToolValues>();
  const allVersions = String(limits.tool.major);
  const coversAll = useWatch({ control, name: 'maxMajor' }) === allVersions;
  return (
    <>
      <ChoiceGroup
        label={texts.form.versions}
        name="versions"
        options={[
          { value: 'all', label: texts.form.allVersions },
          { value: 'some', label: texts.form.someVersions },
        ]}
        value={coversAll ? 'all' : 'some'}
        onChange={(value) => setValue('maxMajor', value === 'all' ? allVersions : '', { shouldDirty: true })}
      />
      {!coversAll && (
        <TextField
          {...register('maxMajor')}
          type="number"
          min={0}
          max={limits.tool.major}
          label={texts.maxMajor}
          error={formState.errors.maxMajor?.message}
        />
      )}
    </>
  );
}
