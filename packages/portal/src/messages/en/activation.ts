/** Texts of the page on which a person confirms the licence of a PC with a network. */
export const activation = {
  title: 'Activate a PC',
  field: 'Code on the PC',
  hint: 'Eight letters, such as WDJB-MJHT. Capitals and the hyphen are optional.',
  missing: 'Code is required.',
  find: 'Find PC',
  help: {
    title: 'Where to find the code',
    text: 'On a PC with a network, run this command. It shows the code and waits for 15 minutes:',
    without: 'No network on that PC?',
    toVerify: 'Get a licence with its verification code',
  },
  waiting: {
    title: (machine: string) => `${machine} asks for a licence`,
    compare: 'Does the PC show this code?',
    warning:
      'Confirm only if you started this yourself on that PC, just now, and it shows this code. The licence goes to that PC, which then counts as one of yours. Support never asks you to confirm a code.',
    asked: 'Asked',
    askedAgo: (ago: string, moment: string) => `${ago} (${moment})`,
    from: 'From the network',
    same: (address: string) => `${address}, the network of this browser`,
    other: (address: string) =>
      `${address}. This browser is in another network. That is normal if the PC is at another place, but check it.`,
    confirm: 'Issue licence for this PC',
    deny: 'Refuse',
    another: 'Enter another code',
  },
  denied: {
    another: 'Activate another PC',
    title: 'You refused the request',
    text: 'The PC gets no licence. If you did not start this yourself, tell your contact, because someone else may have sent you the code.',
  },
} as const;
