/**
 * The values of the planted customer. These values occur nowhere else, so that a test can search the database for them.
 */
export const customerValues = [
  'zephyrina',
  'quillfeather',
  '5550123',
  'Planbuero Q',
  'we plan kites',
  'a kite comment',
  'KITE-PC-',
  'kite browser',
  'kite phone app',
  'kite override',
  'kite revoked',
  'kite released',
  'kite suspended',
  'kite help',
  'kite recovery',
  'kite note',
  'kite order',
  'kite.login',
  'kite.contact',
];

/** The values of the planted applicant, whose request is approved, and who has not set a password. */
export const applicantValues = [
  'marigolda',
  'thistledown',
  '5550789',
  'Planbuero T',
  'we plan boats',
  'a boat comment',
];

/** The values of the salesman who is responsible for the customer. */
export const salesmanValues = ['bartholomew', 'underwoodson', '5550456', 'salesman browser'];
