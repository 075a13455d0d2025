// The parts of the layout for signed-in users that are shown after the data of the page. They are in one file, so that they need one request.
export { ExpiryWarning } from '#portal/features/session/expiry-warning.tsx';
export { SavedViews } from '#portal/features/saved-views/saved-views.tsx';
export { HelpButton } from '../help/help-button.tsx';
export { MenuIcon, WaitingCount, WaitingCounts } from '../menu-extras.tsx';
