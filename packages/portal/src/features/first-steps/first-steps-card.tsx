import { firstStepNames, type FirstStepName } from '@basics/contract/first-steps/first-steps.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { firstSteps as texts } from '#portal/texts/first-steps.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, joinClasses, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { stepsQuery, storeStepsHidden } from './first-steps.queries.ts';
import styles from './first-steps.module.css';

/** The path of the page for each step. The step `host` has no page, because the operator configures the address of the portal. */
const stepPaths: Record<FirstStepName, string | null> = {
  account: '/account',
  mail: '/admin/mail',
  host: null,
  brand: '/admin/brands',
  tool: '/admin/tools',
  salesmen: '/country-salesman',
  people: '/admin/import',
  code: '/license/verify',
};

/**
 * A card with the steps that set up a new portal, and their progress. The card is not shown when all steps are done. The card suspends
 * until the steps are loaded.
 */
export function FirstStepsCard() {
  const [isHidden, setHidden] = useState(false);
  const { data } = useSuspenseQuery(stepsQuery);
  const doneCount = firstStepNames.filter((name) => data[name]).length;
  const isComplete = doneCount === firstStepNames.length;
  useEffect(() => {
    if (isComplete) storeStepsHidden();
  }, [isComplete]);

  function hideCard(): void {
    storeStepsHidden();
    setHidden(true);
  }

  if (isHidden || isComplete) return null;
  return (
    <div className={styles.card}>
      <Card
        title={texts.title}
        actions={
          <Button variant="quiet" onClick={hideCard}>
            {texts.hide}
          </Button>
        }
      >
        <p className={styles.intro}>{texts.lead}</p>
        <div className={styles.progress}>
          <progress aria-label={texts.title} value={doneCount} max={firstStepNames.length} />
          <span>{texts.progress(doneCount, firstStepNames.length)}</span>
        </div>
        <ol className={styles.steps}>
          {firstStepNames.map((name) => (
            <StepRow key={name} name={name} isDone={data[name]} />
          ))}
        </ol>
      </Card>
    </div>
  );
}

function StepRow({ name, isDone }: { name: FirstStepName; isDone: boolean }) {
  const { title, text } = texts.steps[name];
  const path = stepPaths[name];
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={joinClasses(isDone && styles.done)}>
      <Icon aria-hidden="true" />
      <div>
        <VisuallyHidden>{`${isDone ? texts.done : texts.open}: `}</VisuallyHidden>
        {path === null || isDone ? <strong>{title}</strong> : <Link to={path}>{title}</Link>}
        {!isDone && <p>{text}</p>}
      </div>
    </li>
  );
}
