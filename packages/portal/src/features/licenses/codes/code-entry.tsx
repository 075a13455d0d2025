import { Camera, Phone, ScanSearch, ClipboardPaste } from 'lucide-react';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { Card, joinClasses, type Elements } from '#portal/ui/layout/layout.tsx';
import { TextEntry } from '#portal/ui/forms/text-entry.tsx';
import {
  StepWithHelp,
  claimsHelp,
  codeHelp,
  RenewalHint,
  useRenewedMachine,
  useLicenseOwner,
} from '../issue-steps.tsx';
import styles from '../verify-license.module.css';
import { codeFile } from '#portal/texts/code-file.ts';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';

type CodeEntryProps = {
  text: string;
  error: string | undefined;
  onChange: (text: string, isPastedOrDropped: boolean) => void;
  onSubmit: () => void;
  onFiles: (files: readonly File[]) => void;
  /** Opens the fields for a code that is read aloud. */
  onDictate: () => void;
  /** The help for a refused text, shown below the field. */
  help: Elements;
};

/** The card with the text field for the verification code. */
export function CodeEntry({ onFiles, onDictate, help, ...entryProps }: CodeEntryProps) {
  const renewedMachine = useRenewedMachine();
  const { userId, isOtherUser } = useLicenseOwner();
  return (
    <StepWithHelp {...(renewedMachine === undefined ? codeHelp : claimsHelp)}>
      <Card>
        {renewedMachine !== undefined && <RenewalHint machine={renewedMachine} />}
        <div className={joinClasses(styles.entry, styles.stack)}>
          <TextEntry
            {...entryProps}
            keepsFocus
            label={texts.entry.field}
            hint={texts.entry.hint}
            rows={7}
            autoCapitalize="characters"
            actions={
              <>
                <Button type="submit" variant="primary" icon={<ScanSearch aria-hidden="true" />}>
                  {texts.entry.read}
                </Button>
                <CodeFile onFiles={onFiles} />
                <MoreMenu label={texts.entry.otherWays} isNamed>
                  <LinkButton
                    to="/license/scan"
                    {...(isOtherUser && { search: { user: userId } })}
                    icon={<Camera aria-hidden="true" />}
                    reloads
                  >
                    {texts.entry.scan}
                  </LinkButton>
                  <Button icon={<Phone aria-hidden="true" />} onClick={onDictate}>
                    {texts.entry.dictate}
                  </Button>
                </MoreMenu>
              </>
            }
          />
          {help}
        </div>
      </Card>
    </StepWithHelp>
  );
}

type AnotherCodeProps = {
  label: string;
  onRestart: () => void;
  onFiles: (files: readonly File[]) => void;
};

/** The buttons that start again with another code: one to paste it, one to choose its file. */
export const AnotherCode = ({ label, onRestart, onFiles }: AnotherCodeProps) => (
  <>
    <Button icon={<ClipboardPaste aria-hidden="true" />} onClick={onRestart}>
      {label}
    </Button>
    <CodeFile onFiles={onFiles} />
  </>
);

/** A button to choose a file with a verification code. A file can also be dropped anywhere on the page. */
const CodeFile = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => (
  <FileDrop label={codeFile.choose} accept=".bvr,.txt,text/plain" dropLabel={codeFile.drop} onFiles={onFiles} />
);
