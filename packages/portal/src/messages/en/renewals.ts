import { formatPlural } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

/** Texts of the page for renewals: weeks, customers, e-mails and results. */
export const renewals = {
  title: 'Renewals',
  failed: 'The renewals could not be loaded.',
  loading: 'Loading the renewals',
  unnamed: 'Unnamed PC',
  picture: {
    title: 'Renewals, 12 weeks',
    states: { renewed: 'Renewed', reminded: 'Reminder prepared', waiting: 'Nothing yet', lost: 'Lost' },
    now: 'Now',
    table: 'As a table',
    sentence: ({ renewed, ended, due, waiting }: { renewed: number; ended: number; due: number; waiting: number }) =>
      `Renewed in the last four weeks: ${renewed} of ${counted(ended, 'licence')}. Expiring in the next eight weeks: ${counted(due, 'licence')}, ${waiting} without a reminder.`,
  },
  months: {
    title: 'Renewals by month',
    column: 'Month',
    yearBefore: (state: string) => `${state} a year before`,
    sentence: (now: { renewed: number; lost: number }, before: { renewed: number; lost: number }) =>
      `${now.renewed} of ${counted(now.renewed + now.lost, 'licence')} renewed in twelve months. In the year before: ${before.renewed} of ${before.renewed + before.lost}.`,
  },
  weeks: {
    column: 'Week',
    range: (from: string, to: string) => `${from} to ${to}`,
    nothing: 'No licence expires in these weeks.',
  },
  customers: {
    title: (from: string, to: string) => `Licences that expire from ${from} to ${to}`,
    nextTitle: 'Licences that expire in the next 30 days',
    nothing: 'No licence expires in these days.',
    nextDays: 'Next 30 days',
    firstPage: 'First customers',
    nextPage: 'Next customers',
    waiting: 'reminder waiting',
    allWaiting: (count: number) => `${count} reminders are waiting.`,
    reminded: (day: string) => `reminded ${day}`,
    allReminded: (count: number, day: string) => `All ${count} were reminded on ${day}.`,
    pcs: (count: number, names: string) => (count === 1 ? names : `${count} PCs: ${names}`),
    ends: (day: string, isFirst: boolean) => (isFirst ? `the first ${day}` : day),
    noMail: 'receives no mail',
    more: (name: string) => `More actions for ${name}`,
  },
  remind: {
    action: 'Remind',
    all: (count: number) => `Remind ${counted(count, 'customer')}`,
    touches: (people: number, companies: number) =>
      companies === 0
        ? `Writes to ${formatPlural(people, { one: 'person', other: 'people' })}.`
        : `Writes to ${formatPlural(people, { one: 'person', other: 'people' })} in ${formatPlural(companies, { one: 'company', other: 'companies' })}.`,
    done: (name: string) => `The reminder for ${name} is in the outbox`,
    refused: (name: string, message: string) => `${name} got no mail: ${message}`,
  },
  pack: {
    action: 'Renewal pack…',
    title: (name: string) => `Renewal pack for ${name}`,
    text: 'The licences of the company are renewed where possible.',
    recipient: (address: string) => `${address} gets one e-mail with a list and all licence files.`,
    row: (machine: string, owner: string, login: string) => `${machine}, ${owner} (${login})`,
    submit: (count: number) => `Renew and send ${counted(count, 'file')}`,
    done: 'The e-mail is in the outbox.',
    failed: 'The pack was not sent',
  },
  results: {
    title: 'Results, last 30 days',
    columns: { salesman: 'Salesman', ended: 'Expired', renewed: 'Renewed', share: 'Share' },
    share: (percent: number) => `${percent}%`,
  },
} as const;
