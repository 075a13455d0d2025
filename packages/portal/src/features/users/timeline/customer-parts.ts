// The parts of the page of a customer that are loaded after its heading, in one file.
export { CustomerDetails } from './customer-details.tsx';
export { UserActions } from './user-actions.tsx';
