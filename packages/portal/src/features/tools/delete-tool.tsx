import type { Tool } from '@basics/contract/tools.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { tools as texts } from '#portal/texts/tools.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Confirm } from '#portal/ui/overlays/confirm.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { invalidateTools, removeTool } from './tools.queries.ts';
import styles from './tools.module.css';

/** A button that deletes a tool. If the tool is in use, the component shows no button but a text that says where the tool is used. */
export function DeleteTool({ tool, onDeleted }: { tool: Tool; onDeleted: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { problem, attempt } = useAttempt([], () => {});
  const client = useQueryClient();
  const toasts = useToasts();
  const { grants, requests, licenses } = tool.uses;
  if (grants + requests + licenses > 0) return <p className={styles.inUse}>{texts.deletion.inUse(tool.uses)}</p>;

  async function deleteTool(): Promise<void> {
    setBusy(true);
    await attempt(async () => {
      await removeTool(tool.id);
      onDeleted();
      toasts.done(texts.deletion.done(tool.name));
      await invalidateTools(client);
    });
    setBusy(false);
  }

  return (
    <>
      <div className={styles.remove}>
        <Button variant="quiet" icon={<Trash2 aria-hidden="true" />} onClick={() => setConfirming(true)}>
          {texts.deletion.action}
        </Button>
      </div>
      {isConfirming && (
        <Confirm
          title={texts.deletion.question(tool.name)}
          action={texts.deletion.action}
          icon={<Trash2 aria-hidden="true" />}
          busy={isBusy}
          onConfirm={() => void deleteTool()}
          onCancel={() => setConfirming(false)}
        >
          <p>{texts.deletion.text}</p>
          {problem && <ProblemNotice problem={problem} title={texts.deletion.failed} />}
        </Confirm>
      )}
    </>
  );
}
