import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { secondFactor, SecondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FingerprintPattern, RotateCw, Smartphone, Pencil, Trash2, Download } from 'lucide-react';
import { Suspense, useState, useEffect, useId, useRef } from 'react';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { WherePasskeysWork } from '#portal/session/passkeys.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemsLoading, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { ownFactors } from './second-factor.queries.ts';
import styles from './second-factor.module.css';
import type { TwoStepChange } from './two-step-dialog.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { formatShortDay } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { saveFile } from '#portal/ui/files/save-file.ts';

const TwoStepDialog = createLazyPart(async () => (await import('./two-step-dialog.tsx')).TwoStepDialog);

type TwoStepProps = {
  /**
   * Called when a required second step is set up and its recovery codes are saved. The function is absent if no second step is required.
   */
  onSecured?: () => void;
};

/** The card with the second steps of the user and the number of recovery codes, with buttons to add and remove them. */
export function TwoStep({ onSecured }: TwoStepProps) {
  const client = useQueryClient();
  const factors = useQuery(ownFactors);
  const [change, setChange] = useState<TwoStepChange | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data } = factors;
  const isTwoStepOn = data !== undefined && data.items.length > 0;

  function handleChanged(recoveryCodes: string[] | null): void {
    setChange(null);
    if (recoveryCodes) setCodes(recoveryCodes);
    void client.invalidateQueries({ queryKey: ownFactors.queryKey });
  }

  return (
    <Card title={texts.twoStep.title} actions={data && <AddSteps items={data.items} onChange={setChange} />}>
      <div className={styles.stack}>
        {codes && <RecoveryCodes codes={codes} onConfirmed={() => (onSecured ? onSecured() : setCodes(null))} />}
        <QueryFailed query={factors} title={texts.twoStep.failed} />
        {factors.isPending && <ItemsLoading loadingText={texts.twoStep.loading} />}
        {data && <FactorList {...data} onChange={setChange} />}
        {onSecured && isTwoStepOn && !codes && (
          <div>
            <Button variant="primary" onClick={onSecured}>
              {texts.first.go}
            </Button>
          </div>
        )}
      </div>
      {change && data && (
        <Suspense>
          <TwoStepDialog change={change} factors={data.items} onClose={() => setChange(null)} onDone={handleChanged} />
        </Suspense>
      )}
    </Card>
  );
}

const StatusText = ({ isTwoStepOn }: { isTwoStepOn: boolean }) =>
  isTwoStepOn ? (
    <StatusBadge tone="ok">{texts.twoStep.on}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{texts.twoStep.off}</StatusBadge>
  );

type FactorsProps = Reply<typeof secondFactor.list> & { onChange: (change: TwoStepChange) => void };

/** The buttons that add a second step. */
const AddSteps = ({ items, onChange }: Pick<FactorsProps, 'items' | 'onChange'>) => (
  <Stack>
    {items.every(({ kind }) => kind !== 'totp') && (
      <Button icon={<Smartphone aria-hidden="true" />} onClick={() => onChange({ action: 'addApp' })}>
        {texts.twoStep.addApp}
      </Button>
    )}
    <WherePasskeysWork>
      <Button icon={<FingerprintPattern aria-hidden="true" />} onClick={() => onChange({ action: 'addPasskey' })}>
        {texts.twoStep.addPasskey}
      </Button>
    </WherePasskeysWork>
  </Stack>
);

function FactorList({ items, recoveryCodesLeft, required, onChange }: FactorsProps) {
  return (
    <>
      <p>
        <StatusText isTwoStepOn={items.length > 0} />
        <br />
        <span>{items.length > 0 ? texts.twoStep.leadOn : texts.twoStep.leadOff}</span>{' '}
        {required && <span>{texts.twoStep.required}</span>}
      </p>
      {items.length > 0 && (
        <ItemList>
          {items.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              onRename={() => onChange({ action: 'rename', factor })}
              onRemove={() => onChange({ action: 'remove', factor })}
            />
          ))}
        </ItemList>
      )}
      {items.length > 0 && (
        <div className={styles.recovery}>
          <p className={styles.small}>
            <span>{texts.recovery.left(recoveryCodesLeft)}</span>{' '}
            {recoveryCodesLeft <= 3 && <span>{texts.recovery.few}</span>}
          </p>
          <Button icon={<RotateCw aria-hidden="true" />} onClick={() => onChange({ action: 'renew' })}>
            {texts.recovery.renew}
          </Button>
        </div>
      )}
    </>
  );
}

const icons = { totp: Smartphone, passkey: FingerprintPattern };

type FactorRowProps = { factor: SecondFactor; onRename: () => void; onRemove: () => void };

/** Shows one second step with its kind, when it was added, and when it was last used. */
function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { kind, name, createdAt, lastUsedAt } = factor;
  const facts = [
    ...(name === texts.twoStep.kinds[kind] ? [] : [texts.twoStep.kinds[kind]]),
    texts.twoStep.added(formatShortDay(createdAt)),
    lastUsedAt === null ? texts.twoStep.neverUsed : texts.twoStep.lastUsed(formatShortDay(lastUsedAt)),
  ];
  return (
    <ItemRow
      icon={icons[kind]}
      title={name}
      facts={facts}
      actions={
        <>
          <Button variant="quiet" icon={<Pencil aria-hidden="true" />} onClick={onRename}>
            {texts.twoStep.rename} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
          <Button variant="quiet" icon={<Trash2 aria-hidden="true" />} onClick={onRemove}>
            {texts.twoStep.remove} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        </>
      }
    />
  );
}

/** Shows new recovery codes once, until the user confirms that the codes are saved. Who leaves the page before is asked, because the codes would be lost. */
function RecoveryCodes({ codes, onConfirmed }: { codes: readonly string[]; onConfirmed: () => void }) {
  const { userEmail } = useUser();
  const id = useId();
  const headingElement = useRef<HTMLHeadingElement>(null);
  const codeList = useRef<HTMLUListElement>(null);
  const isConfirmed = useRef(false);
  const [isDownloaded, setDownloaded] = useState(false);
  useEffect(() => headingElement.current?.focus(), []);
  return (
    <section className={styles.codes} aria-labelledby={id}>
      <h3 id={id} ref={headingElement} tabIndex={-1}>
        {texts.recovery.title}
      </h3>
      <UnsavedGuard isDirty={() => !isConfirmed.current} />
      <p>{texts.recovery.lead}</p>
      <ul ref={codeList} className={styles.codeList} aria-label={texts.recovery.list}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          variant={isDownloaded ? 'secondary' : 'primary'}
          icon={<Download aria-hidden="true" />}
          onClick={() => {
            saveFile(createFile(userEmail, codes));
            setDownloaded(true);
          }}
        >
          {texts.recovery.download}
        </Button>
        <CopyButton text={codes.join('\n')} selects={codeList} label={texts.recovery.copy} />
        <Button
          variant={isDownloaded ? 'primary' : 'secondary'}
          onClick={() => {
            isConfirmed.current = true;
            onConfirmed();
          }}
        >
          {texts.recovery.kept}
        </Button>
      </div>
    </section>
  );
}

function createFile(login: string, codes: readonly string[]) {
  const fileText = [texts.recovery.fileTitle(login), texts.recovery.fileLead, '', ...codes, ''].join('\n');
  return { name: texts.recovery.fileName, type: 'text/plain', bytes: new TextEncoder().encode(fileText) };
}
