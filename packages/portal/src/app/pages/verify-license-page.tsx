import { AskForTool } from '#portal/features/help-requests/ask-for-tool.tsx';
import { AskForHelp } from '#portal/features/help-requests/ask-for-help.tsx';
import { OwnHelpRequests } from '#portal/features/help-requests/own-help-requests.tsx';
import { VerifyLicensePage } from '#portal/features/licenses/issue/verify-license-page.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import styles from './verify-license-page.module.css';

/** The list of licensed PCs. The list is loaded only when a code is refused because the limit of PCs is reached. */
const SeatHolders = createLazyPart(
  async () => (await import('#portal/features/license-admin/seats/machines-card.tsx')).SeatHolders,
);

/**
 * The page that issues a licence for a code, with a form to ask for help when the code is refused, and the user's own
 * help requests. Staff who issue a licence for a customer see the PCs of the customer instead of the form to ask for
 * help.
 */
export const ComposedVerifyLicensePage = () => {
  const { userId: ownId } = useUser();
  return (
    <>
      <VerifyLicensePage
        renderHelp={({ userId, ...refusal }) => (
          <>
            {refusal.problemCode === 'SEAT_LIMIT' && (
              <OptionalPart>
                <SeatHolders userId={userId} />
              </OptionalPart>
            )}
            {userId === ownId && <AskForHelp {...refusal} />}
          </>
        )}
        renderAskForTool={(endedTool) => <AskForTool {...endedTool} />}
      />
      <div className={styles.own}>
        <OwnHelpRequests />
      </div>
    </>
  );
};
