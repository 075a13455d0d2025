import { BadgeCheck, MessageCircle, PackagePlus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { HelpCase } from '@basics/contract/help-requests/help-requests.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { ProblemNotice, type ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { readCalendarDay } from '#portal/ui/pickers/calendar-day.ts';
import { DateField } from '#portal/ui/pickers/date-field.tsx';
import { ErrorText, TextField, TextArea } from '#portal/ui/fields/form-field.tsx';
import styles from './help-requests.module.css';
import { isReasonNeeded, useAnswerForm, type AnswerKind } from './use-answer-form.ts';

type AnswerHelpProps = {
  helpCase: HelpCase;
  /** Where the buttons are: in the footer of the panel, which is always visible. */
  buttonSlot: HTMLElement | null;
  onAnswered: () => void;
  /** Called to show the current state of the help request after someone else has answered it. */
  onReload: () => void;
};

/**
 * The form to answer a help request: add the missing tool, issue the licence, or only send a text. The text is asked when an
 * answer with a text is to be sent, and the reason for an exception when the licence is to be issued.
 */
export function AnswerHelp({ helpCase, buttonSlot, onAnswered, onReload }: AnswerHelpProps) {
  const textField = useRef<HTMLTextAreaElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const [isTextAsked, askText] = useAsked(textField);
  const [isReasonAsked, askReason] = useAsked(reasonField);
  const lastDayField = useRef<HTMLInputElement>(null);
  const answerForm = useAnswerForm(helpCase, {
    onAnswered,
    onRefused: (field) => {
      if (field === 'words') askText();
      if (field === 'overrideReason') askReason();
      if (field === 'validTo') lastDayField.current?.focus();
    },
  });
  const { errors, sendingKind } = answerForm;
  const { permissions } = useUser();
  const isAccepted = helpCase.now !== null && helpCase.now.problem === undefined;
  const allowedKinds = {
    issue: permissions.includes('license.generate') && (isAccepted || isReasonNeeded(helpCase)),
    grant: permissions.includes('users.edit') && helpCase.missing !== null,
  };
  const isTextOnly = !allowedKinds.issue && !allowedKinds.grant;
  const isTextShown = isTextOnly || isTextAsked || isReasonAsked || answerForm.words !== '';

  return (
    <section className={styles.form} aria-label={texts.answer.title}>
      {isAccepted && <Notice tone="ok" title={texts.panel.nowGood} />}
      {answerForm.problem && <AnswerProblem problem={answerForm.problem} onReload={onReload} />}
      {isTextShown && (
        <TextArea
          ref={textField}
          label={texts.answer.words}
          hint={texts.answer.wordsHint}
          optional={!isTextOnly}
          maxLength={limits.text.reason}
          value={answerForm.words}
          error={errors.words}
          onChange={({ currentTarget }) => answerForm.write('words', currentTarget.value)}
        />
      )}
      {allowedKinds.issue && isReasonNeeded(helpCase) && (isReasonAsked || answerForm.reason !== '') && (
        <TextField
          ref={reasonField}
          label={texts.answer.reason}
          hint={texts.answer.reasonHint}
          maxLength={limits.text.reason}
          value={answerForm.reason}
          error={errors.overrideReason}
          onChange={({ currentTarget }) => answerForm.write('overrideReason', currentTarget.value)}
        />
      )}
      {allowedKinds.grant && <LastDayField ref={lastDayField} answerForm={answerForm} />}
      <AnswerButtons
        {...{ helpCase, allowedKinds, sendingKind, buttonSlot }}
        lastDay={answerForm.lastDay}
        grantError={errors.tool ?? errors.brand}
        onAnswer={(kind) => (kind === 'reply' && !isTextShown ? askText() : void answerForm.answer(kind))}
      />
    </section>
  );
}

/** Whether a field was asked for, and the function that asks for it. The field then appears with the focus. */
function useAsked(field: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked, field]);
  const ask = (): void => {
    setAsked(true);
    field.current?.focus();
  };
  return [isAsked, ask];
}

type LastDayFieldProps = { ref: RefObject<HTMLInputElement | null>; answerForm: ReturnType<typeof useAnswerForm> };

/** The last day of the tool that the answer adds. */
const LastDayField = ({ ref, answerForm }: LastDayFieldProps) => (
  <DateField
    ref={ref}
    label={texts.answer.lastDay}
    hint={texts.answer.lastDayHint}
    optional
    value={answerForm.lastDay}
    error={answerForm.errors.validTo}
    onChange={(text) => answerForm.write('validTo', text)}
  />
);

type AnswerButtonsProps = Pick<AnswerHelpProps, 'helpCase' | 'buttonSlot'> & {
  /** The last day of the tool as entered; empty for no end. */
  lastDay: string;
  allowedKinds: { issue: boolean; grant: boolean };
  sendingKind: AnswerKind | null;
  /** The reason why the tool cannot be added. */
  grantError: string | undefined;
  onAnswer: (kind: AnswerKind) => void;
};

function AnswerButtons({ helpCase, buttonSlot, lastDay, allowedKinds, sendingKind, ...props }: AnswerButtonsProps) {
  const { grantError, onAnswer } = props;
  const errorId = useId();
  const grantLabel = useGrantLabel(helpCase, lastDay);
  if (!buttonSlot) return null;
  return createPortal(
    <>
      {grantError !== undefined && (
        <div id={errorId} className={styles.grantError}>
          <ErrorText>{grantError}</ErrorText>
        </div>
      )}
      <Button
        variant={allowedKinds.grant || allowedKinds.issue ? 'secondary' : 'primary'}
        icon={<MessageCircle aria-hidden="true" />}
        busy={sendingKind === 'reply'}
        onClick={() => onAnswer('reply')}
      >
        {texts.answer.reply}
      </Button>
      {allowedKinds.grant && (
        <Button
          variant="primary"
          icon={<PackagePlus aria-hidden="true" />}
          busy={sendingKind === 'grant'}
          aria-describedby={grantError === undefined ? undefined : errorId}
          onClick={() => onAnswer('grant')}
        >
          {grantLabel}
        </Button>
      )}
      {allowedKinds.issue && (
        <Button
          variant="primary"
          icon={<BadgeCheck aria-hidden="true" />}
          busy={sendingKind === 'license'}
          onClick={() => onAnswer('license')}
        >
          {isReasonNeeded(helpCase) ? texts.answer.exception : texts.answer.license}
        </Button>
      )}
    </>,
    buttonSlot,
  );
}

function useGrantLabel({ missing, toolName }: HelpCase, lastDay: string): string {
  const { setup } = useSetup();
  const brand = setup.brands.find(({ id }) => id === missing?.brand)?.name ?? missing?.brand ?? '';
  const grant = texts.answer.grant(toolName ?? missing?.tool ?? '', brand);
  if (lastDay === '') return texts.answer.grantWithoutEnd(grant);
  const day = readCalendarDay(lastDay);
  return day === undefined ? grant : texts.answer.grantUntil(grant, formatDay(day));
}

/** Shows why the answer was not sent. If another user answered first, the notice shows who and when. */
function AnswerProblem({ problem, onReload }: { problem: ShownProblem; onReload: () => void }) {
  const { decided, failed, reload } = texts.answer;
  if (!isProblem(problem, 'ALREADY_DECIDED')) return <ProblemNotice problem={problem} title={failed} />;
  return <StaleNotice title={decided} text={problem.message} load={reload} onReload={onReload} />;
}
