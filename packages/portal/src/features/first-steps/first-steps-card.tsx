import { firstStepNames, type FirstStepName } from '@basics/contract/first-steps/first-steps.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { firstSteps as texts } from '#portal/texts/first-steps.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
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
 * One line with the number of open steps that set up a new portal, and the next one. The line opens to all open steps, and is not shown when
 * all steps are done. It suspends until the steps are loaded.
 */
export function FirstStepsCard() {
  const [isHidden, setHidden] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const { data } = useSuspenseQuery(stepsQuery);
  const [next, ...later] = firstStepNames.filter((name) => !data[name]);
  const isComplete = next === undefined;
  useEffect(() => {
    if (isComplete) storeStepsHidden();
  }, [isComplete]);

  function hideCard(): void {
    storeStepsHidden();
    setHidden(true);
  }

  if (isHidden || isComplete) return null;
  return (
    <section className={styles.card} aria-label={texts.title}>
      <div className={styles.line}>
        <Button
          variant="quiet"
          icon={isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.left(later.length + 1, firstStepNames.length)}
        </Button>
        {!isOpen && (
          <span className={styles.next}>
            <span>{texts.next}</span> <StepTitle name={next} />
          </span>
        )}
        <Button variant="quiet" onClick={hideCard}>
          {texts.hide}
        </Button>
      </div>
      {isOpen && (
        <ol id={listId} className={styles.steps}>
          {[next, ...later].map((name) => (
            <li key={name}>
              <StepTitle name={name} />
              <p>{texts.steps[name].text}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The title of a step; a link if the step has a page. */
function StepTitle({ name }: { name: FirstStepName }) {
  const { title } = texts.steps[name];
  const path = stepPaths[name];
  return path === null ? <strong>{title}</strong> : <Link to={path}>{title}</Link>;
}
