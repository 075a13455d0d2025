import { createIndex } from '../statements.ts';

/**
 * Adds two indexes for each order of the CRM accounts: one with the order alone and one with the country first. With these indexes, a page
 * is read without sorting.
 */
export const crmAccountOrders = {
  name: '0073-crm-account-orders',
  steps: [
    createIndex('crm_accounts', 'fold', 'account'),
    createIndex('crm_accounts', 'country', 'fold', 'account'),
    createIndex('crm_accounts', 'country', 'account'),
  ],
} as const;
