import { ClipboardPaste } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { readDictation } from '@basics/licensing/dictated-code.ts';
import type { DictatedLine, Dictation as Reading } from '@basics/licensing/dictated-code.ts';
import { spellLine } from '@basics/licensing/spelling-alphabet.ts';
import { dictation as texts } from '#portal/texts/dictation.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { FormField } from '#portal/ui/forms/form-field.tsx';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { FocusedCard } from './focused-card.tsx';
import { readCode } from './read-code.ts';
import { StepWithHelp } from './side-by-side.tsx';
import styles from './verify-license.module.css';

type DictationProps = { onCode: (text: string) => void; onClose: () => void };

/** A code that is read aloud: one field for each line, which is checked as soon as it is complete. */
export function Dictation({ onCode, onClose }: DictationProps) {
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [current, setCurrent] = useState(0);
  const reading = readDictation(typed);

  function change(at: number, text: string): void {
    const next = reading.lines.map((_, line) => (line === at ? text : (typed[line] ?? '')));
    setTyped(next);
    const changed = readDictation(next);
    if (isComplete(changed) && readCode(changed.text).ok) onCode(changed.text);
    else if (changed.lines[at]?.state === 'right') setCurrent(at + 1);
  }

  const whole = isComplete(reading) ? readCode(reading.text) : undefined;
  return (
    <StepWithHelp title={texts.help.title} help={<DictationHelp />}>
      <FocusedCard title={texts.title}>
        <form
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            setCurrent((current + 1) % reading.lines.length);
          }}
        >
          {reading.lines.map((line, at) => (
            <LineField
              // oxlint-disable-next-line react/no-array-index-key -- a line is identified by its number
              key={at}
              number={at + 1}
              line={line}
              text={typed[at] ?? ''}
              isCurrent={at === current}
              onFocus={() => setCurrent(at)}
              onChange={(text) => change(at, text)}
            />
          ))}
          <output>{describeCount(reading)}</output>
          {whole?.ok === false && <Notice tone="danger" title={whole.error} />}
          <Actions>
            <Button type="submit" variant="primary">
              {texts.next}
            </Button>
            <Button icon={<ClipboardPaste aria-hidden="true" />} onClick={onClose}>
              {texts.close}
            </Button>
          </Actions>
        </form>
      </FocusedCard>
    </StepWithHelp>
  );
}

const isComplete = ({ lines }: Reading): boolean => lines.every(({ state }) => state === 'right');

const describeCount = ({ found, expected, isExact }: Reading): string =>
  isExact ? texts.whole(found, expected) : texts.wholeAtLeast(found, expected);

type LineFieldProps = {
  number: number;
  line: DictatedLine;
  text: string;
  isCurrent: boolean;
  onFocus: () => void;
  onChange: (text: string) => void;
};

/** The field of one line. Its hint is the line in the spelling alphabet, to be read back. */
function LineField({ number, line, text, isCurrent, onFocus, onChange }: LineFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isCurrent) field.current?.focus();
  }, [isCurrent]);
  const groups = line.characters.match(/.{1,6}/g) ?? [];
  const state = line.state === 'right' ? texts.right : texts.typed(line.found, line.expected);
  return (
    <FormField
      label={texts.line(number)}
      hint={[state, ...spellLine(groups.join('-'))].join(' · ')}
      error={findError(number, line, isCurrent)}
    >
      {(control) => (
        <input
          {...control}
          ref={field}
          type="text"
          className={joinClasses(control.className, styles.line)}
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onFocus={onFocus}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FormField>
  );
}

/** A line that is still typed is not wrong. */
function findError(number: number, { state, found, expected }: DictatedLine, isCurrent: boolean): string | undefined {
  if (state === 'wrong') return texts.wrong(number);
  return state === 'typing' && !isCurrent ? texts.short(number, found, expected) : undefined;
}

const DictationHelp = () => (
  <>
    <p>
      {texts.help.command} <code>basics code --speak</code>
    </p>
    <ol className={styles.steps}>
      {texts.help.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </>
);
