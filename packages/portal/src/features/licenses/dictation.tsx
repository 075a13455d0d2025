import { ClipboardPaste } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { readDictatedCode } from '@basics/licensing/dictated-code.ts';
import type { DictatedLine, DictatedCode as Reading } from '@basics/licensing/dictated-code.ts';
import { spellLine } from '@basics/licensing/spelling-alphabet.ts';
import { useValuesDraft } from '#portal/session/drafts/use-values-draft.ts';
import { dictation as texts } from '#portal/texts/dictation.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { FormField } from '#portal/ui/forms/form-field.tsx';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { FocusedCard } from './focused-card.tsx';
import { readCode } from './read-code.ts';
import { StepWithHelp } from './step-with-help.tsx';
import styles from './verify-license.module.css';

type DictationProps = { onCode: (code: string) => void; onClose: () => void };

const noLines: { typedLines: readonly string[] } = { typedLines: [] };

/** The form for a code that is read aloud. Each line has its own field and is checked as soon as it is complete. */
export function Dictation({ onCode, onClose }: DictationProps) {
  const draft = useValuesDraft('dictated lines', noLines);
  const { typedLines } = draft.values;
  const [currentLine, setCurrentLine] = useState(0);
  const linesReading = readDictatedCode(typedLines);

  function changeLine(lineIndex: number, text: string): void {
    const nextLines = linesReading.lines.map((_, line) => (line === lineIndex ? text : (typedLines[line] ?? '')));
    draft.change({ typedLines: nextLines });
    const nextReading = readDictatedCode(nextLines);
    if (isComplete(nextReading) && readCode(nextReading.text).ok) {
      draft.forget();
      onCode(nextReading.text);
    } else if (nextReading.lines[lineIndex]?.state === 'right') setCurrentLine(lineIndex + 1);
  }

  const codeReading = isComplete(linesReading) ? readCode(linesReading.text) : undefined;
  return (
    <StepWithHelp title={texts.help.title} help={<DictationHelp />}>
      <FocusedCard title={texts.title}>
        <form
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            setCurrentLine((currentLine + 1) % linesReading.lines.length);
          }}
        >
          {linesReading.lines.map((line, lineIndex) => (
            <LineField
              // oxlint-disable-next-line react/no-array-index-key -- a line is identified by its number
              key={lineIndex}
              lineNumber={lineIndex + 1}
              line={line}
              text={typedLines[lineIndex] ?? ''}
              isCurrent={lineIndex === currentLine}
              onFocus={() => setCurrentLine(lineIndex)}
              onChange={(text) => changeLine(lineIndex, text)}
            />
          ))}
          <output>{describeCount(linesReading)}</output>
          {codeReading?.ok === false && <Notice tone="danger" title={codeReading.error} />}
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

const describeCount = ({ typedCount, expectedCount, isExact }: Reading): string =>
  isExact ? texts.whole(typedCount, expectedCount) : texts.wholeAtLeast(typedCount, expectedCount);

type LineFieldProps = {
  lineNumber: number;
  line: DictatedLine;
  text: string;
  isCurrent: boolean;
  onFocus: () => void;
  onChange: (text: string) => void;
};

/**
 * The field of one line of a dictated code. The hint of the field spells the line in the spelling alphabet, so that the
 * user can read the line back to the caller.
 */
function LineField({ lineNumber, line, text, isCurrent, onFocus, onChange }: LineFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isCurrent) field.current?.focus();
  }, [isCurrent]);
  const characterGroups = line.characters.match(/.{1,6}/g) ?? [];
  const stateText = line.state === 'right' ? texts.right : texts.typed(line.typedCount, line.expectedCount);
  return (
    <FormField
      label={texts.line(lineNumber)}
      hint={[stateText, ...spellLine(characterGroups.join('-'))].join(' · ')}
      error={findError(lineNumber, line, isCurrent)}
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

/** Returns the error of a line. An incomplete line is an error only after the user has left its field. */
function findError(
  lineNumber: number,
  { state, typedCount, expectedCount }: DictatedLine,
  isCurrent: boolean,
): string | undefined {
  if (state === 'wrong') return texts.wrong(lineNumber);
  return state === 'typing' && !isCurrent ? texts.short(lineNumber, typedCount, expectedCount) : undefined;
}

const DictationHelp = () => (
  <>
    <p>
      {texts.help.command} <code translate="no">basics code --speak</code>
    </p>
    <ol className={styles.steps}>
      {texts.help.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </>
);
