import { BadgeCheck, MessageCircle, PackagePlus } from 'lucide-react';
import { useId, useRef } from 'react';
import type { HelpCase } from '@basics/contract/help-requests.ts';
import { limits } from '@basics/contract/limits.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import type { ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import styles from './help-requests.module.css';
import { isReasonNeeded, useAnswerForm } from './use-answering.ts';
import type { AnswerKind } from './use-answering.ts';

type AnswerHelpProps = {
  asked: HelpCase;
  onAnswered: () => void;
  /** Someone else has already answered: shows the current state of the help request. */
  onReload: () => void;
};

/** The form of the answer: add the missing tool, issue the licence, or only a text; the most helpful option comes first. */
export function AnswerHelp({ asked, onAnswered, onReload }: AnswerHelpProps) {
  const id = useId();
  const words = useRef<HTMLTextAreaElement>(null);
  const reason = useRef<HTMLInputElement>(null);
  const answering = useAnswerForm(asked, {
    onAnswered,
    onRefused: (field) => (field === 'words' ? words : reason).current?.focus(),
  });
  const { errors, busy } = answering;
  const { permissions } = useUser();
  const isFree = asked.now !== null && asked.now.problem === undefined;
  const may = {
    issue: permissions.includes('license.generate') && (isFree || isReasonNeeded(asked)),
    grant: permissions.includes('users.edit') && asked.missing !== null,
  };

  return (
    <section className={styles.form} aria-labelledby={id}>
      <h3 id={id}>{texts.answer.title}</h3>
      {isFree && <Notice tone="ok" title={texts.panel.nowGood} />}
      {answering.problem && <AnswerProblem problem={answering.problem} onReload={onReload} />}
      <TextArea
        ref={words}
        label={texts.answer.words}
        hint={texts.answer.wordsHint}
        optional={may.issue || may.grant}
        rows={3}
        maxLength={limits.text.reason}
        value={answering.words}
        error={errors.words}
        onChange={({ currentTarget }) => answering.write('words', currentTarget.value)}
      />
      {may.issue && isReasonNeeded(asked) && (
        <TextField
          ref={reason}
          label={texts.answer.reason}
          hint={texts.answer.reasonHint}
          maxLength={limits.text.reason}
          value={answering.reason}
          error={errors.overrideReason}
          onChange={({ currentTarget }) => answering.write('overrideReason', currentTarget.value)}
        />
      )}
      <AnswerButtons asked={asked} may={may} busy={busy} onAnswer={(kind) => void answering.answer(kind)} />
    </section>
  );
}

type AnswerButtonsProps = {
  asked: HelpCase;
  may: { issue: boolean; grant: boolean };
  busy: AnswerKind | null;
  onAnswer: (kind: AnswerKind) => void;
};

function AnswerButtons({ asked, may, busy, onAnswer }: AnswerButtonsProps) {
  return (
    <div className={styles.actions}>
      {may.grant && (
        <Button
          variant="primary"
          icon={<PackagePlus aria-hidden="true" />}
          busy={busy === 'grant'}
          onClick={() => onAnswer('grant')}
        >
          <GrantLabel asked={asked} />
        </Button>
      )}
      {may.issue && (
        <Button
          variant="primary"
          icon={<BadgeCheck aria-hidden="true" />}
          busy={busy === 'license'}
          onClick={() => onAnswer('license')}
        >
          {texts.answer.license}
        </Button>
      )}
      <Button
        variant={may.grant || may.issue ? 'secondary' : 'primary'}
        icon={<MessageCircle aria-hidden="true" />}
        busy={busy === 'reply'}
        onClick={() => onAnswer('reply')}
      >
        {texts.answer.reply}
      </Button>
    </div>
  );
}

function GrantLabel({ asked: { missing, toolName } }: { asked: HelpCase }) {
  const { setup } = useSetup();
  const brand = setup.brands.find(({ id }) => id === missing?.brand)?.name ?? missing?.brand ?? '';
  return texts.answer.grant(toolName ?? missing?.tool ?? '', brand);
}

/** If two users answer at once, shows the second one who answered first and when. */
function AnswerProblem({ problem, onReload }: { problem: ShownProblem; onReload: () => void }) {
  const { decided, failed, reload } = texts.answer;
  if (!isProblem(problem, 'ALREADY_DECIDED')) return <ProblemNotice problem={problem} title={failed} />;
  return <StaleNotice title={decided} text={problem.message} load={reload} onReload={onReload} />;
}
