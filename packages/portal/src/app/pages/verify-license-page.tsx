import { AskForHelp } from '#portal/features/help-requests/ask-for-help.tsx';
import { OwnHelpRequests } from '#portal/features/help-requests/own-help-requests.tsx';
import { VerifyLicensePage } from '#portal/features/licenses/verify-license-page.tsx';
import styles from './verify-license-page.module.css';

/** From a code to its licence, with the way to whoever helps where it brings none, and what one has asked before. */
export const ComposedVerifyLicensePage = () => (
  <>
    <VerifyLicensePage renderHelp={(refused) => <AskForHelp {...refused} />} />
    <div className={styles.own}>
      <OwnHelpRequests />
    </div>
  </>
);
