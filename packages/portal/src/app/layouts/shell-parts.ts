// The parts of the layout for signed-in users that are shown after the data of the page, or on demand. All of these parts are in one file, so that the
// browser loads them with one request.
export { ViewBanner } from '#portal/features/session/view-banner.tsx';
export { ExpiryWarning } from '#portal/features/session/expiry-warning.tsx';
export { SavedViews } from '#portal/features/saved-views/saved-views.tsx';
export { HelpButton } from '../help/help-button.tsx';
export { AccountMenu } from '../header/account-menu.tsx';
export { MenuIcon, WaitingCount, WaitingCounts } from '../menu/menu-extras.tsx';
export { StatusWarning } from '../menu/status-warning.tsx';
