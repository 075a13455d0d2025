import { AskForTool } from '#portal/features/help-requests/ask-for-tool.tsx';
import { AskForHelp } from '#portal/features/help-requests/ask-for-help.tsx';
import { OwnHelpRequests } from '#portal/features/help-requests/own-help-requests.tsx';
import { VerifyLicensePage } from '#portal/features/licenses/verify-license-page.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import styles from './verify-license-page.module.css';

/** Loaded when all seats are used. */
const SeatHolders = createLazyPart(
  async () => (await import('#portal/features/license-admin/seat-holders.tsx')).SeatHolders,
);

/** The page that turns a code into a licence, with a form for help where the code is refused, and the user's own help requests. */
export const ComposedVerifyLicensePage = () => (
  <>
    <VerifyLicensePage
      renderHelp={(refused) => (
        <>
          {refused.problemCode === 'SEAT_LIMIT' && (
            <OptionalPart>
              <SeatHolders />
            </OptionalPart>
          )}
          <AskForHelp {...refused} />
        </>
      )}
      renderAskForTool={(ended) => <AskForTool {...ended} />}
    />
    <div className={styles.own}>
      <OwnHelpRequests />
    </div>
  </>
);
