import { formatNumber } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

/** Texts of the page of the versions in use, and of sending release notes to customers. */
export const fleet = {
  title: 'Versions in use',
  counted: (pcs: number) => `${counted(pcs, 'PC')} licensed now or within the last 90 days.`,
  notCounted: 'The PCs have not been counted yet. The portal counts them within the next hour.',
  loading: 'Loading the versions in use',
  failed: 'The versions in use could not be loaded.',
  filters: { tool: 'Tool', country: 'Country', brand: 'Brand', version: 'Version' },
  option: (name: string, pcs: number) => `${name} (${formatNumber(pcs)})`,
  noCountry: 'No country',
  versions: {
    title: 'Versions',
    nothing: 'No PC has a licence.',
    columns: { version: 'Version', pcs: 'PCs', share: 'Share' },
    share: (percent: number) => `${percent}%`,
    little: 'less than 1%',
    bar: 'Versions by number of PCs',
    part: (version: string, pcs: number) => `${version}: ${counted(pcs, 'PC')}`,
    age: (from: number, to: number | null) =>
      to === null ? `Issued over ${from} months ago` : `Issued ${from}–${to} months ago`,
  },
  countries: { title: 'Countries', all: (count: number) => `All ${count}` },
  note: {
    select: 'Select versions to send release notes to their customers.',
    open: 'Send release notes…',
    title: (versions: readonly string[] | undefined) =>
      versions ? `Release notes for customers with ${versions.join(', ')}` : 'Release notes for customers',
    field: 'Release notes',
    loading: 'Counting the customers',
    noNotes: 'There are no published release notes.',
    gets: (owners: number) => `${counted(owners, 'customer')} ${owners === 1 ? 'gets' : 'get'} an e-mail`,
    inLanguage: (language: string, owners: string) => `${language}: ${owners}`,
    withoutMail: (owners: number) => `${counted(owners, 'customer')} without e-mail: “Can receive mail” is turned off`,
    informed: (owners: number) => `${counted(owners, 'customer')} got these release notes before`,
    isMore: 'There are more customers than these numbers show.',
    send: 'Send',
    sendTo: (owners: number, isMore: boolean) =>
      isMore ? `Send to more than ${counted(owners, 'customer')}` : `Send to ${counted(owners, 'customer')}`,
    failed: 'The release notes were not sent',
  },
} as const;
