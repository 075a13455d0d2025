import { firstStepNames } from '@basics/contract/first-steps.ts';
import type { FirstStepName } from '@basics/contract/first-steps.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { firstSteps as texts } from '#portal/texts/first-steps.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { stepsQuery } from './first-steps.queries.ts';
import styles from './first-steps.module.css';

/** Where each step is done; the address of the portal is a setting of its operator. */
const places: Record<FirstStepName, string | null> = {
  account: '/account',
  mail: '/admin/mail',
  host: null,
  brand: '/admin/brands',
  tool: '/admin/tools',
  salesmen: '/country-salesman',
  people: '/admin/import',
  code: '/license/verify',
};

/** Set in this browser when all steps are done, or when the administrator hides them. */
const storageKey = 'firstSteps';

/** The steps that set up a new portal, with their progress. It is gone when all are done. */
export function FirstStepsCard() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(storageKey) === 'hidden');
  const { data } = useQuery({ ...stepsQuery, enabled: !isHidden });
  const done = firstStepNames.filter((name) => data?.[name]).length;
  const isComplete = done === firstStepNames.length;
  useEffect(() => {
    if (isComplete) localStorage.setItem(storageKey, 'hidden');
  }, [isComplete]);

  function hide(): void {
    localStorage.setItem(storageKey, 'hidden');
    setHidden(true);
  }

  if (isHidden || !data || isComplete) return null;
  return (
    <div className={styles.card}>
      <Card
        title={texts.title}
        actions={
          <Button variant="quiet" onClick={hide}>
            {texts.hide}
          </Button>
        }
      >
        <div className={styles.progress}>
          <progress aria-label={texts.title} value={done} max={firstStepNames.length} />
          <span>{texts.progress(done, firstStepNames.length)}</span>
        </div>
        <ol className={styles.steps}>
          {firstStepNames.map((name) => (
            <Step key={name} name={name} isDone={data[name]} />
          ))}
        </ol>
      </Card>
    </div>
  );
}

function Step({ name, isDone }: { name: FirstStepName; isDone: boolean }) {
  const { title, text } = texts.steps[name];
  const place = places[name];
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={joinClasses(isDone && styles.done)}>
      <Icon aria-hidden="true" />
      <div>
        <VisuallyHidden>{isDone ? texts.done : texts.open}: </VisuallyHidden>
        {place === null || isDone ? <strong>{title}</strong> : <Link to={place}>{title}</Link>}
        {!isDone && <p>{text}</p>}
      </div>
    </li>
  );
}
