/** Texts of the absence of a salesman, and of the banner that is shown during the absence. */
export const absence = {
  title: 'Absence',
  text: 'On these days the deputy also sees the salesman’s customers and requests, and gets the salesman’s e-mails. The absence ends automatically after the last day (UTC).',
  ownText: 'While you are away, your deputy sees your customers and requests and gets your e-mails.',
  plan: 'Plan an absence',
  loading: 'Loading the absence',
  failed: 'The absence could not be loaded',
  current: (deputy: string, from: string, until: string) => `${deputy} is the deputy from ${from} through ${until}.`,
  end: 'End absence',
  ended: 'The absence has ended',
  deputy: 'Deputy',
  deputyHint: 'Choose a person who is not absent on these days.',
  unknownDeputy: 'Choose a salesman from the list.',
  firstDay: 'First day',
  lastDay: 'Last day',
  save: 'Save absence',
  saved: (deputy: string) => `${deputy} is the deputy on these days`,
  notSaved: 'The absence was not changed',
  banner: 'Absence',
  absent: (deputy: string, until: string) => `You are absent through ${until}. ${deputy} is your deputy.`,
  deputyIsAbsent: (deputy: string, until: string) =>
    `You are absent through ${until}, but your deputy ${deputy} is absent too. You get your e-mails yourself.`,
  deputyFor: (salesman: string, until: string) => `You are the deputy of ${salesman} through ${until}.`,
  endDeputy: 'End it now',
  endDeputyTitle: (salesman: string) => `End the absence of ${salesman}?`,
  endDeputyText: (salesman: string) =>
    `You no longer see the customers and requests of ${salesman}, and ${salesman} gets the e-mails again. Both of you get an e-mail about it. Only ${salesman} or an administrator can name a deputy again.`,
} as const;
