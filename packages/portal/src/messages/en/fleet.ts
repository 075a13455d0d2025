import { counted } from './counted.ts';

/** Texts of the page of the versions in use, and of sending release notes to the owners of PCs. */
export const fleet = {
  title: 'Versions in use',
  lead: 'The version in the last code of each PC of your customers, and the age of its licence. PCs whose licence ended more than 90 days ago are left out.',
  countedAt: (moment: string) => `Counted on ${moment}.`,
  notCounted: 'The PCs have not been counted yet. The portal counts them within the next hour.',
  loading: 'Loading the versions in use',
  failed: 'The versions in use could not be loaded.',
  filters: { tool: 'Tool', country: 'Country', brand: 'Brand', version: 'Version', all: 'All' },
  option: (name: string, pcs: number) => `${name} (${pcs})`,
  noCountry: 'No country',
  versions: {
    title: 'Versions',
    nothing: 'No PC has a licence.',
    columns: { version: 'Version', pcs: 'PCs', share: 'Share' },
    share: (percent: number) => `${percent} %`,
    age: (from: number, to: number | null) => (to === null ? `Over ${from} months` : `${from}–${to} months`),
  },
  countries: { title: 'Countries', columns: { country: 'Country', pcs: 'PCs' } },
  note: {
    open: 'Send release notes…',
    title: (versions: readonly string[] | undefined) =>
      versions ? `Release notes for owners of PCs with ${versions.join(', ')}` : 'Release notes for owners of PCs',
    field: 'Release notes',
    loading: 'Counting the owners',
    noNotes: 'There are no published release notes.',
    gets: (owners: number) => `${counted(owners, 'owner')} get an e-mail`,
    inLanguage: (language: string, owners: string) => `${language}: ${owners}`,
    withoutMail: (owners: number) => `${counted(owners, 'owner')} without e-mail: “Can receive mail” is turned off`,
    informed: (owners: number) => `${counted(owners, 'owner')} got these release notes before`,
    isMore: 'There are more owners than these numbers show.',
    mail: 'The e-mail',
    send: 'Send',
    sendTo: (owners: number, isMore: boolean) =>
      isMore ? `Send to more than ${counted(owners, 'owner')}` : `Send to ${counted(owners, 'owner')}`,
    sendToMe: 'Send to me',
    sentToMe: 'The e-mail is on the way to you.',
    progress: 'Queued e-mails',
    states: {
      running: (queued: string, total: string) => `${queued} of ${total} e-mails queued`,
      done: (queued: string) => `All ${queued} e-mails are on the way.`,
      stopped: (queued: string, total: string) => `Stopped: ${queued} of ${total} e-mails are on the way.`,
    },
    stop: 'Stop',
    mayClose: 'You can close this window: the portal continues.',
    failed: 'The release notes were not sent',
  },
} as const;
