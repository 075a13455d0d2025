import { createIndex } from '../statements.ts';

/** An index for each order of the CRM accounts, alone and behind the country, so that a page is read without a sort. */
export const crmAccountOrders = {
  name: '0073-crm-account-orders',
  steps: [
    createIndex('crm_accounts', 'fold', 'account'),
    createIndex('crm_accounts', 'country', 'fold', 'account'),
    createIndex('crm_accounts', 'country', 'account'),
  ],
} as const;
