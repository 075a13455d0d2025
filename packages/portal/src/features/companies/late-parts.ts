/** The parts of the company pages that are loaded after their first data: all cards except the PCs, and the dialog of a company. */
export { OrdersLine } from '#portal/session/orders/orders-line.tsx';
export { AgentsCard, ProposeDialog } from './agents/agents-card.tsx';
export { CustomerOfAgent } from './agents/customer-of-agent.tsx';
export { CustomersCard } from './agents/customers-card.tsx';
export { CustomersTable } from './agents/customers-table.tsx';
export { CompanyDialog } from './company-dialog.tsx';
export { PeopleCard } from './company-people.tsx';
export { SeatsCard, SeatsDialog, SeatsList } from './company-seats.tsx';
