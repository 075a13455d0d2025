import { counted } from './counted.ts';

/** Texts of the page for renewals: weeks, customers, e-mails and results. */
export const renewals = {
  title: 'Renewals',
  lead: 'The licences of your customers that end in the next eight weeks.',
  failed: 'The renewals could not be loaded.',
  loading: 'Loading the renewals',
  unnamed: 'Unnamed PC',
  weeks: {
    title: 'Weeks',
    columns: { week: 'Week', licenses: 'Licences', customers: 'Customers' },
    range: (from: string, to: string) => `${from} to ${to}`,
    nothing: 'No licence ends in the next eight weeks.',
  },
  customers: {
    title: (from: string, to: string) => `Licences that end from ${from} to ${to}`,
    nothing: 'No licence ends in this week.',
    firstPage: 'First customers',
    nextPage: 'Next customers',
    reminded: (day: string) => `reminded on ${day}`,
    pcs: (count: number, names: string) => `${counted(count, 'PC')}: ${names}`,
    ends: (day: string) => `the first licence ends on ${day}`,
    noMail: 'receives no mail',
  },
  remind: {
    action: 'Remind',
    all: (count: number) => `Remind ${counted(count, 'customer')}`,
    text: 'Each customer gets one list of the licences that end, with the link to renew them.',
    done: (name: string) => `${name} got a list of the licences that end, with the link to renew them`,
    refused: (name: string, message: string) => `${name} got no mail: ${message}`,
  },
  pack: {
    action: 'Renewal pack…',
    title: (name: string) => `Renewal pack for ${name}`,
    text: 'The licences of the company are renewed where possible.',
    recipient: (address: string) => `${address} gets one e-mail with a list and all licence files.`,
    row: (machine: string, owner: string, login: string) => `${machine}, ${owner} (${login})`,
    submit: (count: number) => `Renew and send ${counted(count, 'file')}`,
    done: 'The e-mail is on its way.',
    failed: 'The pack was not sent',
  },
  results: {
    title: 'Results of the last 30 days',
    columns: { salesman: 'Salesman', ended: 'Ended', renewed: 'Renewed', share: 'Share' },
    share: (percent: number) => `${percent} %`,
    nothing: 'No licence ended in the last 30 days.',
  },
} as const;
