import { AskForTool } from '#portal/features/help-requests/ask-for-tool.tsx';
import { AskForHelp } from '#portal/features/help-requests/ask-for-help.tsx';
import { VerifyLicensePage } from '#portal/features/licenses/issue/verify-license-page.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import styles from './verify-license-page.module.css';

/** Up to this number of seats, each seat is a card. */
const maxCards = 3;

// The seats are loaded when a code is checked. Their place is kept, so that the button below them does not move.
const loadSeats = () => import('#portal/features/license-admin/seats/seats-of-tool.tsx');
const SeatCards = createLazyPart(async () => (await loadSeats()).SeatCards);
const FreeSeatWay = createLazyPart(async () => (await loadSeats()).FreeSeatWay);

/**
 * The page that issues a licence for a code, with a form to ask for help when the code is refused. Staff who issue a
 * licence for a customer see the PCs of the customer instead of this form.
 */
export const ComposedVerifyLicensePage = () => {
  const { userId: ownId } = useUser();
  return (
    <VerifyLicensePage
      renderHelp={({ userId, ...refusal }) => (
        <>
          {refusal.problemCode === 'SEAT_LIMIT' && (
            <OptionalPart>
              <FreeSeatWay userId={userId} isOwn={userId === ownId} />
            </OptionalPart>
          )}
          {userId === ownId && <AskForHelp {...refusal} />}
        </>
      )}
      renderSeats={({ seatsUsed, seatsAllowed, ...seats }) =>
        seatsAllowed <= maxCards && (
          <div className={styles.seats}>
            <div aria-hidden="true">
              {Array.from({ length: seatsUsed + 1 }, (_, card) => (
                <span key={card} />
              ))}
            </div>
            <OptionalPart>
              <SeatCards {...seats} />
            </OptionalPart>
          </div>
        )
      }
      renderAskForTool={(endedTool) => <AskForTool {...endedTool} />}
    />
  );
};
