// The parts of the queue of work that belong to other features than the home page. All of them are in one file, so that the browser loads
// them with one request.
export { HelpRequestPanel as QueuedHelpRequest } from '#portal/features/help-requests/help-request-panel.tsx';
export { QueuedRequest } from '#portal/features/requests/queued-request.tsx';
