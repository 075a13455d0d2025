/** Texts of the inbox on the home page of staff. */
export const inbox = {
  loading: 'Loading your inbox',
  failed: 'Your inbox could not be loaded',
  nothing: { title: 'Your inbox is empty', text: 'New requests and questions of your customers appear here.' },
  atLeast: (count: number) => `${count}+`,
  all: 'Show all',
  deputyFor: (salesman: string) => `for ${salesman}`,
  unnamed: 'Unnamed PC',
  lostPcs: { title: 'Lost PCs in use', action: 'Open customer', seen: (ago: string) => `code sent ${ago}` },
  questions: { title: 'Customers who wait for help', action: 'Answer' },
  requests: { title: 'Account requests', action: 'Decide' },
  failedMails: {
    title: 'E-mails that could not be sent',
    action: 'Open customer',
    send: 'Send again',
    done: (name: string) => `The e-mail to ${name} is in the outbox again`,
    dismiss: 'Remove from inbox',
    dismissed: (name: string) => `The e-mail to ${name} was removed from your inbox`,
    openedSince: 'opened the portal since',
  },
  ending: {
    title: 'Licences that end within 30 days',
    ends: (fromNow: string) => `ends ${fromNow}`,
  },
  neverActivated: {
    title: 'Accounts never activated',
    action: 'Invite again',
    done: (name: string) => `A new link for ${name} is in the outbox`,
  },
  gaps: {
    title: 'Customers without a salesman',
    action: 'Assign a salesman',
    place: (country: string, brand: string) => `${country}, ${brand}`,
    people: (count: number) => (count === 1 ? '1 customer or request' : `${count} customers and requests`),
  },
} as const;
