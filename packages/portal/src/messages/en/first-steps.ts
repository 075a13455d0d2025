import type { FirstStepName } from '@basics/contract/first-steps/first-steps.ts';

/** Texts of the list of steps that set up a new portal. */
export const firstSteps = {
  title: 'Set up the portal',
  done: (done: number, all: number) => `Set-up: ${done} of ${all} done`,
  hide: 'Hide',
  steps: {
    account: { title: 'Your name', text: 'Colleagues see it beside your changes.' },
    mail: {
      title: 'E-mails',
      text: 'Set SMTP_URL and MAIL_FROM, and restart the portal. Until then, all e-mails wait in the outbox.',
    },
    host: {
      title: 'Address of the portal',
      text: 'Set PUBLIC_URL to the address that users open, because links in e-mails begin with it.',
    },
    brand: { title: 'Brand', text: 'Enter your names, addresses, colours and logo.' },
    tool: { title: 'Tool', text: 'Check the name and the newest version of the tool that gets licences.' },
    salesmen: { title: 'Salesmen', text: 'Assign countries, so that requests reach somebody.' },
    people: { title: 'Users', text: 'Import your users from a CSV file, or create the first one.' },
    code: { title: 'First licence', text: 'Issue a licence for your own PC, to see that everything works.' },
  } satisfies Record<FirstStepName, { title: string; text: string }>,
} as const;
