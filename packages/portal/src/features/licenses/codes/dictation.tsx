import { ClipboardPaste } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { readDictatedCode, typeIntoLine, spellLine } from '@basics/licensing/text/dictated-code.ts';
import type { DictatedLine, DictatedCode as Reading } from '@basics/licensing/text/dictated-code.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { dictation as texts } from '#portal/texts/dictation.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { FormField } from '#portal/ui/fields/form-field.tsx';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import { FocusedCard, StepWithHelp } from '../issue-steps.tsx';
import { readCode } from './read-code.ts';
import styles from '../verify-license.module.css';

type DictationProps = { onCode: (code: string) => void; onClose: () => void };

const noLines: { typedLines: readonly string[] } = { typedLines: [] };

/** The form for a code that is read aloud. Each line has its own field and is checked as soon as it is complete. */
export function Dictation({ onCode, onClose }: DictationProps) {
  const draft = useValuesDraft('dictated lines', noLines);
  const { typedLines } = draft.values;
  // A new object moves the cursor again, even if the number of the line is the same.
  const [cursor, setCursor] = useState({ line: 0 });
  // The line in which the user has pressed Enter: it shows an error if it is too short.
  const [enteredLine, setEnteredLine] = useState<number>();
  const linesReading = readDictatedCode(typedLines);

  function changeLine(lineIndex: number, text: string): void {
    setEnteredLine(undefined);
    const wholeCode = readCode(text);
    if (wholeCode.ok) return finish(wholeCode.code.text);
    const nextLines = typeIntoLine(typedLines, lineIndex, text);
    draft.change({ typedLines: nextLines });
    const nextReading = readDictatedCode(nextLines);
    if (isComplete(nextReading) && readCode(nextReading.text).ok) return finish(nextReading.text);
    if (nextReading.lines[lineIndex]?.state === 'right') goToExpectedLine(nextReading);
  }

  function finish(code: string): void {
    draft.forget();
    onCode(code);
  }

  /** Moves the cursor to the first line that is not right, and leaves it where it is if there is none. */
  function goToExpectedLine(reading: Reading): void {
    const expectedLine = reading.lines.findIndex(({ state }) => state !== 'right');
    if (expectedLine >= 0) setCursor({ line: expectedLine });
  }

  const codeReading = isComplete(linesReading) ? readCode(linesReading.text) : undefined;
  return (
    <StepWithHelp title={texts.help.title} help={<DictationHelp />}>
      <FocusedCard title={texts.title}>
        <form
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            setEnteredLine(cursor.line);
            goToExpectedLine(linesReading);
          }}
        >
          {linesReading.lines.map((line, lineIndex) => (
            <LineField
              // oxlint-disable-next-line react/no-array-index-key -- a line is identified by its number
              key={lineIndex}
              lineNumber={lineIndex + 1}
              line={line}
              text={typedLines[lineIndex] ?? ''}
              cursor={lineIndex === cursor.line ? cursor : null}
              isShortAllowed={lineIndex === cursor.line && lineIndex !== enteredLine}
              onFocus={() => setCursor({ line: lineIndex })}
              onChange={(text) => changeLine(lineIndex, text)}
            />
          ))}
          <output>{describeCount(linesReading)}</output>
          {codeReading?.ok === false && <Notice tone="danger" title={codeReading.error} />}
          <DictationActions onClose={onClose} />
        </form>
      </FocusedCard>
    </StepWithHelp>
  );
}

const DictationActions = ({ onClose }: Pick<DictationProps, 'onClose'>) => (
  <Actions>
    <Button type="submit" variant="primary">
      {texts.next}
    </Button>
    <Button icon={<ClipboardPaste aria-hidden="true" />} onClick={onClose}>
      {texts.close}
    </Button>
  </Actions>
);

const isComplete = ({ lines }: Reading): boolean => lines.every(({ state }) => state === 'right');

const describeCount = ({ typedCount, expectedCount, isExact }: Reading): string =>
  isExact ? texts.whole(typedCount, expectedCount) : texts.wholeAtLeast(typedCount, expectedCount);

type LineFieldProps = {
  lineNumber: number;
  line: DictatedLine;
  text: string;
  /** An object if the cursor belongs into this line; a new object moves the cursor there. */
  cursor: object | null;
  /** Whether the user still types the line. A short line that the user has left, or after which they pressed Enter, is an error. */
  isShortAllowed: boolean;
  onFocus: () => void;
  onChange: (text: string) => void;
};

/**
 * The field of one line of a dictated code. The hint of the field spells the line in the spelling alphabet, so that the
 * user can read the line back to the caller.
 */
function LineField({ lineNumber, line, text, cursor, isShortAllowed, onFocus, onChange }: LineFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (cursor) field.current?.focus();
  }, [cursor]);
  const characterGroups = line.characters.match(/.{1,6}/g) ?? [];
  const stateText = line.state === 'right' ? texts.right : texts.typed(line.typedCount, line.expectedCount);
  return (
    <FormField
      label={texts.line(lineNumber)}
      hint={[stateText, ...spellLine(characterGroups.join('-'))].join(' · ')}
      error={findError(lineNumber, line, isShortAllowed)}
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

/** Returns the error of a line. */
function findError(
  lineNumber: number,
  { state, typedCount, expectedCount }: DictatedLine,
  isShortAllowed: boolean,
): string | undefined {
  if (state === 'wrong') return texts.wrong(lineNumber);
  return state === 'typing' && !isShortAllowed ? texts.short(lineNumber, typedCount, expectedCount) : undefined;
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
