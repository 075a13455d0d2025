import type { FirstStepName } from '@basics/contract/first-steps.ts';

/** Texts of the list of steps that set up a new portal. */
export const firstSteps = {
  title: 'Set up the portal',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  hide: 'Hide',
  done: 'Done',
  open: 'To do',
  steps: {
    account: { title: 'Your name', text: 'Users and colleagues see it with what you do.' },
    mail: { title: 'E-mails', text: 'Set SMTP_URL and MAIL_FROM, and restart the portal. Until then e-mails wait.' },
    host: {
      title: 'Address of the portal',
      text: 'Set PUBLIC_URL to the address that users open. Links in e-mails use it.',
    },
    brand: { title: 'Brand', text: 'Enter your names, addresses, colours and logo.' },
    tool: { title: 'Tool', text: 'Check the name and the newest version of the tool that gets licences.' },
    salesmen: { title: 'Salesmen', text: 'Assign countries, so that requests reach somebody.' },
    people: { title: 'Users', text: 'Import your users from a CSV file, or create the first one.' },
    code: { title: 'First licence', text: 'Paste the code of a PC and issue a licence, to see that all works.' },
  } satisfies Record<FirstStepName, { title: string; text: string }>,
} as const;
