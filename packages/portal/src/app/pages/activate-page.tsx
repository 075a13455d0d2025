import { AskForHelp } from '#portal/features/help-requests/ask-for-help.tsx';
import { ActivatePage } from '#portal/features/licenses/activate/activate-page.tsx';

/** The page on which a user confirms the licence of a PC with a network, with a form to ask for help when the licence is refused. */
export const ComposedActivatePage = () => <ActivatePage renderHelp={(refusal) => <AskForHelp {...refusal} />} />;
