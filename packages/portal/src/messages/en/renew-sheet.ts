import { formatNumber } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

/** Texts of the dialog in which staff renew licences of customers. */
export const renewSheet = {
  action: 'Renew…',
  actionFor: (count: number) => `Renew ${counted(count, 'licence')}…`,
  title: (count: number, machine: string) =>
    count === 1 ? `Renew ${machine}` : `Renew ${formatNumber(count)} licences`,
  loading: 'Checking the licences',
  previewFailed: 'The licences could not be checked.',
  row: (machine: string, owner: string) => `${machine}, ${owner}`,
  send: (owners: string) => `E-mail the new files to ${owners}`,
  sendOne: (owner: string) => `E-mail the new file to ${owner}`,
  owners: (count: number) => `${formatNumber(count)} customers`,
  until: (day: string) => `Valid until ${day}`,
  insteadOf: (day: string) => `instead of ${day}.`,
  refusedOne: 'This licence cannot be renewed now',
  showMail: 'Show the e-mail',
  renew: (count: number) => (count === 1 ? 'Renew' : `Renew ${formatNumber(count)}`),
  renewAndSend: (count: number) => (count === 1 ? 'Renew and send' : `Renew ${formatNumber(count)} and send`),
  doneOne: (machine: string, day: string) => `${machine} is renewed until ${day}.`,
  doneSeveral: (count: number) => `${formatNumber(count)} licences are renewed.`,
  onItsWay: (owners: string) => `The files are on their way to ${owners}`,
  failed: 'No licence was renewed',
} as const;
