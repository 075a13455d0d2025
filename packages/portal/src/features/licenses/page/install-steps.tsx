import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileText, Mail, MailCheck, QrCode } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { licensePage as texts } from '#portal/texts/license-page.ts';
import { formatDay } from '#portal/messages/times.ts';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Stack, VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import { formatMachine } from '../license-format.tsx';
import { DownloadLicense } from '../delivery/license-delivery.tsx';
import { KitActions, LicenseCode } from '../delivery/license-code.tsx';
import { sendLicense, setInstalled, storeLicense } from '../licenses.queries.ts';
import styles from './license-page.module.css';

type InstallStepsProps = { overview: LicenseOverview; isOwn: boolean; isNotInstalled: boolean };

type Way = 'file' | 'code';

/** The way that the user chose last in this browser, so that the next licence begins with the same steps. */
const storageKey = 'licenceWay';

/** How a licence gets to its PC, and whether it is installed. The steps are folded if it was installed when the page was opened. */
export function InstallSteps(props: InstallStepsProps) {
  const { overview, isOwn } = props;
  const [wasInstalled] = useState(overview.installedAt !== undefined);
  const tick = <InstalledTick overview={overview} isOwn={isOwn} machine={formatMachine(overview.machineName)} />;
  return wasInstalled ? (
    <>
      {tick}
      <Disclosure label={texts.steps.again}>{() => <WaySteps {...props} />}</Disclosure>
    </>
  ) : (
    <>
      <WaySteps {...props} />
      {tick}
    </>
  );
}

/** The choice between a file and a code, and the steps of the chosen way. */
function WaySteps({ overview, isOwn, isNotInstalled }: InstallStepsProps) {
  const [way, setWay] = useState<Way>(() => (localStorage.getItem(storageKey) === 'code' ? 'code' : 'file'));
  const machine = formatMachine(overview.machineName);
  const reader = isOwn ? 'owner' : 'staff';
  const question = texts.reach[reader](machine);

  function chooseWay(chosenWay: Way): void {
    setWay(chosenWay);
    localStorage.setItem(storageKey, chosenWay);
  }

  return (
    <>
      {isNotInstalled && <h2 className={styles.next}>{texts.oneStepLeft(machine)}</h2>}
      <fieldset className={styles.reach}>
        <legend>
          {isNotInstalled ? <VisuallyHidden>{question}</VisuallyHidden> : <h2 className={styles.next}>{question}</h2>}
        </legend>
        <div className={styles.tiles}>
          <WayTile way="file" chosenWay={way} onChoose={chooseWay} text={texts.reach.fileText[reader]} />
          <WayTile way="code" chosenWay={way} onChoose={chooseWay} text={texts.reach.codeText} />
        </div>
      </fieldset>
      {way === 'file' ? (
        <FileSteps overview={overview} isOwn={isOwn} machine={machine} />
      ) : (
        <CodeSteps overview={overview} isOwn={isOwn} machine={machine} />
      )}
    </>
  );
}

type WayTileProps = { way: Way; chosenWay: Way; text: string; onChoose: (way: Way) => void };

function WayTile({ way, chosenWay, text, onChoose }: WayTileProps) {
  const Icon = way === 'file' ? FileText : QrCode;
  return (
    <label className={styles.tile}>
      <input type="radio" name="way" value={way} checked={way === chosenWay} onChange={() => onChoose(way)} />
      <span className={styles.tileIcon}>
        <Icon aria-hidden="true" />
      </span>
      <span>
        <strong>{texts.reach[way]}</strong> <span className={styles.second}>{text}</span>
      </span>
    </label>
  );
}

type StepsProps = { overview: LicenseOverview; isOwn: boolean; machine: string };

const FileSteps = ({ overview, isOwn, machine }: StepsProps) => (
  <ol className={styles.steps}>
    <Step title={isOwn ? texts.steps.getFile : texts.steps.sendFile(overview.ownerName)}>
      <div className={styles.file}>
        <FileText aria-hidden="true" />
        <span className={styles.fileName} translate="no">
          {overview.fileName}
        </span>
        <DownloadLicense license={overview} />
      </div>
      <div className={styles.extra}>
        <SendByMail overview={overview} isOwn={isOwn} />
        <KitActions license={overview} />
      </div>
    </Step>
    <Step title={isOwn ? texts.steps.install(machine) : texts.steps.installByOwner(overview.ownerName, machine)}>
      <p className={styles.second}>{texts.steps.installFile}</p>
      <Commands install={texts.steps.commands.install(overview.fileName)} expiryDate={overview.expiryDate} />
    </Step>
  </ol>
);

const CodeSteps = ({ overview, machine }: StepsProps) => (
  <ol className={styles.steps}>
    <Step title={texts.steps.openLicence(machine)}>
      <p className={styles.second}>{texts.steps.installCode}</p>
    </Step>
    <Step title={texts.steps.scanOrType}>
      <LicenseCode license={overview} />
      <Commands install={texts.steps.commands.enter} expiryDate={overview.expiryDate} />
    </Step>
  </ol>
);

type CommandsProps = Pick<LicenseOverview, 'expiryDate'> & { install: string };

/** The command that installs the licence, and the command that shows it, with what the tool prints. */
const Commands = ({ install, expiryDate }: CommandsProps) => (
  <Disclosure label={texts.steps.inTerminal}>
    {() => (
      <Stack>
        <Command text={install} />
        <Command text={texts.steps.commands.status} output={texts.steps.output(formatDay(expiryDate))} />
      </Stack>
    )}
  </Disclosure>
);

const Step = ({ title, children }: { title: string; children: Elements }) => (
  <li>
    <h3>{title}</h3>
    {children}
  </li>
);

function Command({ text, output }: { text: string; output?: string }) {
  const codeElement = useRef<HTMLElement>(null);
  return (
    <div className={styles.command} translate="no">
      <code ref={codeElement} translate="no">
        {text}
      </code>
      <CopyButton text={text} selects={codeElement} variant="quiet" />
      {output !== undefined && <samp>{output}</samp>}
    </div>
  );
}

/** Whether the owner has the file by e-mail, with a button that sends it, or sends it again. */
function SendByMail({ overview, isOwn }: { overview: LicenseOverview; isOwn: boolean }) {
  const client = useQueryClient();
  const sendMutation = useMutation({
    mutationFn: () => sendLicense(overview),
    onSuccess: (license) => storeLicense(client, license),
  });
  const { mail, ownerName } = overview;
  const state = mail === 'none' || mail === 'failed' ? null : texts.mail[mail];
  return (
    <>
      <output className={styles.mailState}>
        {state && (
          <span className={styles.sent}>
            <MailCheck aria-hidden="true" />
            <span>{isOwn ? state.owner : state.staff(ownerName)}</span>
          </span>
        )}
        {mail === 'failed' && <span className={styles.failed}>{texts.mail.failed}</span>}
      </output>
      {mail !== 'queued' && (
        <Button
          variant="quiet"
          icon={<Mail aria-hidden="true" />}
          busy={sendMutation.isPending}
          onClick={() => sendMutation.mutate()}
        >
          <span>
            {mail === 'none'
              ? isOwn
                ? texts.mail.action.owner
                : texts.mail.action.staff(ownerName)
              : texts.mail.again}
          </span>
        </Button>
      )}
      {sendMutation.error instanceof ApiProblem && (
        <p className={styles.failed} role="alert">
          {texts.mail.refused(sendMutation.error.message)}
        </p>
      )}
    </>
  );
}

/** The row in which the owner, or staff for the owner, says that the licence is installed. */
function InstalledTick({ overview, isOwn, machine }: StepsProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const tickMutation = useMutation({
    mutationFn: (isInstalled: boolean) => setInstalled(overview, isInstalled),
    onSuccess: (license) => storeLicense(client, license),
    onError: () => toasts.problem(texts.installed.failed),
  });
  const isInstalled = tickMutation.isPending ? tickMutation.variables : overview.installedAt !== undefined;
  return (
    <div className={styles.installed}>
      <label>
        <input
          type="checkbox"
          checked={isInstalled}
          aria-disabled={tickMutation.isPending}
          onChange={({ currentTarget }) => {
            if (!tickMutation.isPending) tickMutation.mutate(currentTarget.checked);
          }}
        />
        <strong>{texts.installed[isOwn ? 'owner' : 'staff'](machine)}</strong>
      </label>
    </div>
  );
}
