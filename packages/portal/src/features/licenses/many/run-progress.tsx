import { Square } from 'lucide-react';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import styles from './many-licenses.module.css';
import type { Run } from './use-issue-run.ts';

type RunProgressProps = { run: Extract<Run, { state: 'running' }>; onStop: () => void };

/** Shows the progress of issuing, with a button to stop. After a stop, the current request is completed and no other is sent. */
export const RunProgress = ({ run: { done, total, isStopping }, onStop }: RunProgressProps) => (
  <div className={styles.progress}>
    <progress value={done} max={total} aria-label={texts.running(done, total)} />
    <Actions>
      <output>{isStopping ? texts.stopping : texts.running(done, total)}</output>
      <Button icon={<Square aria-hidden="true" />} busy={isStopping} onClick={onStop}>
        {texts.stop}
      </Button>
    </Actions>
  </div>
);
