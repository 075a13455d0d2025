import { expect, test } from 'vitest';
import { formatField } from './entry-changes.ts';

test.each([
  ['brand_id', 'Brand'],
  ['salesman_id', 'Salesman'],
  ['profileID', 'Profile'],
  ['machineId', 'Machine'],
  ['canReceiveMail', 'Can receive mail'],
  ['crmAccount', 'CRM account'],
  ['login', 'Login/Email'],
  ['configTools', 'Add-ons'],
  ['overrideReason', 'Override reason'],
  ['seats_allowed', 'Seats allowed'],
  ['userId', 'User Id'],
  ['id', 'Id'],
  ['status', 'Status'],
  ['licenses', 'Licences'],
  ['licenseId', 'Licence'],
])('the field %s has the label %s', (field, label) => {
  expect(formatField(field)).toBe(label);
});
