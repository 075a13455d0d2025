import { firstStepNames, type FirstStepName } from '@basics/contract/first-steps/first-steps.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { firstSteps as texts } from '#portal/texts/first-steps.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';
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
 * A button that says how many of the steps that set up a new portal are done, and opens to those that are left. It is not shown when all
 * steps are done. It suspends until the steps are loaded.
 */
export function FirstStepsButton() {
  const [isHidden, setHidden] = useState(false);
  const { data } = useSuspenseQuery(stepsQuery);
  const left = firstStepNames.filter((name) => !data[name]);
  const isComplete = left.length === 0;
  useEffect(() => {
    if (isComplete) storeStepsHidden();
  }, [isComplete]);

  function hide(): void {
    storeStepsHidden();
    setHidden(true);
  }

  if (isHidden || isComplete) return null;
  return (
    <Popover
      label={texts.title}
      renderTrigger={(triggerProps) => (
        <Button {...triggerProps} aria-haspopup="dialog">
          {texts.done(firstStepNames.length - left.length, firstStepNames.length)}
        </Button>
      )}
    >
      {() => (
        <>
          <ol className={styles.steps}>
            {left.map((name) => (
              <li key={name}>
                <StepTitle name={name} />
                <p>{texts.steps[name].text}</p>
              </li>
            ))}
          </ol>
          <Button onClick={hide}>{texts.hide}</Button>
        </>
      )}
    </Popover>
  );
}

/** The title of a step; a link if the step has a page. */
function StepTitle({ name }: { name: FirstStepName }) {
  const { title } = texts.steps[name];
  const path = stepPaths[name];
  return path === null ? <strong>{title}</strong> : <Link to={path}>{title}</Link>;
}
