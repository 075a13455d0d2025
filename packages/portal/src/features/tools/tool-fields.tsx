import { limits } from '@basics/contract/calls/limits.ts';
import type { Tool } from '@basics/contract/tools/tools.ts';
import { useFormContext } from 'react-hook-form';
import { tools as texts } from '#portal/texts/tools.ts';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import type { ToolValues } from './tool-values.ts';
import styles from './tools.module.css';

/** The fields of a tool. The id and the number cannot be changed after the tool is created. */
export function ToolFields({ tool }: { tool: Tool | null }) {
  const { register, formState } = useFormContext<ToolValues>();
  const { errors } = formState;
  return (
    <>
      {tool ? (
        <dl className={styles.facts}>
          <Fact name={texts.id}>{tool.id}</Fact>
          <Fact name={texts.code}>{tool.code}</Fact>
        </dl>
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
      <TextField
        {...register('maxMajor')}
        type="number"
        min={0}
        max={limits.tool.major}
        label={texts.maxMajor}
        hint={texts.form.maxMajorHint}
        error={errors.maxMajor?.message}
      />
      {tool && <Checkbox {...register('retired')} label={texts.form.retire} hint={texts.form.retireHint} />}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: string | number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
