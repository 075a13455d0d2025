import { AskForHelp } from '#portal/features/help-requests/ask-for-help.tsx';
import { ActivatePage } from '#portal/features/licenses/activate/activate-page.tsx';

/** The page on which a person confirms the licence of a PC with a network, with a form for help where it is refused. */
export const ComposedActivatePage = () => <ActivatePage renderHelp={(refused) => <AskForHelp {...refused} />} />;
