import { ChevronLeft, CircleAlert, TextCursorInput } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { licenses } from '#portal/texts/licenses.ts';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { Hero } from '#portal/ui/headings/hero.tsx';
import styles from './typing-error.module.css';
import { codePrefix, replaceGroup, type WrongGroup } from './wrong-group.ts';

const texts = licenses.typingError;
const groupsPerLine = 4;

type TypingErrorProps = {
  wrong: WrongGroup;
  /** Checks the corrected code. */
  onCorrected: (text: string) => void;
  onRestart: () => void;
};

/** A typed code in its lines, with the mistyped group as a field. The code is checked as soon as the group is complete. */
export function TypingError({ wrong, onCorrected, onRestart }: TypingErrorProps) {
  const { groups, index, expectedLength, isForeign } = wrong;
  const wrongGroup = groups[index] ?? '';
  const [typed, setTyped] = useState(wrongGroup);
  const whyId = useId();
  function change(group: string): void {
    setTyped(group);
    if (group.trim().length === expectedLength) onCorrected(replaceGroup(wrong, group));
  }
  return (
    <div className={styles.page}>
      <Hero
        back={
          <button type="button" onClick={onRestart}>
            <ChevronLeft aria-hidden="true" />
            <span>{licenses.codeCheck.again}</span>
          </button>
        }
        tone="warn"
        icon={<TextCursorInput aria-hidden="true" />}
        title={isForeign ? texts.foreign : texts.title(expectedLength - wrongGroup.length)}
      >
        <span id={whyId}>
          {isForeign ? texts.whyForeign(index + 1) : texts.why(index + 1, wrongGroup.length, expectedLength)}
        </span>
      </Hero>
      <Form className={styles.form} onSubmit={() => onCorrected(replaceGroup(wrong, typed))}>
        <CodeLines wrong={wrong} typed={typed} whyId={whyId} onChange={change} />
        <Actions>
          <Button type="submit" variant="primary" size="large">
            {texts.check}
          </Button>
          <Button size="large" onClick={onRestart}>
            {texts.paste}
          </Button>
        </Actions>
      </Form>
      <p className={styles.tip}>{texts.tip}</p>
    </div>
  );
}

type CodeLinesProps = { wrong: WrongGroup; typed: string; whyId: string; onChange: (group: string) => void };

/** The groups of the code in lines as Basics shows them; the wrong group is a field. */
function CodeLines({ wrong: { groups, index, expectedLength }, typed, whyId, onChange }: CodeLinesProps) {
  const lineStarts = groups.flatMap((_, position) => (position % groupsPerLine === 0 ? [position] : []));
  return (
    <div className={styles.code} translate="no">
      {lineStarts.map((start) => {
        const isWrong = index >= start && index < start + groupsPerLine;
        return (
          <div key={start} data-wrong={isWrong ? true : undefined}>
            <i>{start / groupsPerLine + 1}</i>
            <span>{start === 0 ? codePrefix : ''}</span>
            {groups.slice(start, start + groupsPerLine).map((group, offset) =>
              start + offset === index ? (
                <GroupField
                  key="wrong"
                  label={texts.field(index + 1)}
                  whyId={whyId}
                  value={typed}
                  onChange={onChange}
                />
              ) : (
                // oxlint-disable-next-line react/no-array-index-key -- a group is identified by its position
                <span key={offset}>{group}</span>
              ),
            )}
            {isWrong && (
              <em>
                <CircleAlert aria-hidden="true" />
                <span>{texts.count(typed.trim().length, expectedLength)}</span>
              </em>
            )}
          </div>
        );
      })}
    </div>
  );
}

type GroupFieldProps = { label: string; whyId: string; value: string; onChange: (group: string) => void };

/** The field of the wrong group, which has the focus. */
function GroupField({ label, whyId, value, onChange }: GroupFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      value={value}
      aria-label={label}
      aria-describedby={whyId}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
