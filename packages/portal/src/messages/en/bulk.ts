import { formatNumber, formatPlural } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

/** Texts of the dialogs that change many records at once: the choice of the change, its preview and its result. */
export const bulk = {
  open: { users: 'Change…', requests: 'Decide…', licenses: 'Send or remind…' },
  title: {
    users: (count: number) => `Change ${counted(count, 'user')}`,
    requests: (count: number) => `Decide ${counted(count, 'request')}`,
    licenses: (count: number) => `Send ${counted(count, 'licence')}`,
  },
  undoable: {
    users: (count: number) => `${counted(count, 'user')} changed. You can undo this for 10 minutes.`,
    requests: (count: number) => `${counted(count, 'request')} decided. You can undo this for 10 minutes.`,
    licenses: (count: number) => `${counted(count, 'e-mail')} queued`,
    deleted: (count: number) => `${counted(count, 'user')} deleted. You can undo this for 10 minutes.`,
  },
  what: 'What',
  steps: { label: 'Steps', what: 'What', effect: 'Effect', run: 'Run' },
  mails: {
    title: 'E-mails',
    mail: 'The e-mail',
    to: (address: string) => `To ${address}`,
    place: (number: string, of: string) => `${number} of ${of}`,
    previous: 'Previous recipient',
    next: 'Next recipient',
    sendToMe: 'Send to me',
    sentToMe: 'The e-mail is on the way to you.',
    failed: 'The e-mail could not be shown',
  },
  changes: {
    invite: 'Invite again',
    grant: 'Give a tool or end date',
    endGrant: 'End the use of a tool',
    addAddOn: 'Add add-on',
    endAddOn: 'Remove add-on',
    brand: 'Change the brand',
    suspend: 'Suspend',
  },
  licenseChanges: {
    send: 'Send to the customer by e-mail',
    remind: 'Send the customer a reminder',
  },
  setAddOns: 'Set the add-ons of the tool',
  setAddOnsHint: 'If you do not select this box, all users keep their add-ons.',
  addOns: 'Add-ons',
  addOn: 'Add-on',
  decisions: { approve: 'Approve with the proposed profile', reject: 'Reject' },
  otherProfile: 'Profile for requests without a proposed profile',
  otherProfileHint: 'The preview names the profile of each request.',
  noProfile: 'No profile: these requests stay open',
  grantEffect: {
    noTool: 'no tool',
    noLimit: 'without time limit',
    until: (lastDay: string) => `through ${lastDay}`,
    from: (firstDay: string) => `from ${firstDay}`,
  },
  /** What happens to one record or to several records, and what happened. The number stands before these words. */
  effects: {
    shorterTerm: { one: 'gets a shorter term', other: 'get a shorter term', done: 'got a shorter term' },
    toolEnded: { one: 'loses the tool', other: 'lose the tool', done: 'lost the tool' },
    addOnsEnded: { one: 'loses add-ons', other: 'lose add-ons', done: 'lost add-ons' },
    suspended: { one: 'is suspended', other: 'are suspended', done: 'suspended' },
    deleted: { one: 'is deleted', other: 'are deleted', done: 'deleted' },
    rejected: { one: 'is rejected', other: 'are rejected', done: 'rejected' },
    approvedDuplicate: {
      one: 'gets an account and is maybe a duplicate',
      other: 'get accounts and are maybe duplicates',
      done: 'got accounts and are maybe duplicates',
    },
    newTool: { one: 'gets a new tool', other: 'get a new tool', done: 'got a new tool' },
    longerTerm: { one: 'gets a longer term', other: 'get a longer term', done: 'got a longer term' },
    addOnsAdded: { one: 'gets add-ons', other: 'get add-ons', done: 'got add-ons' },
    brandChanged: { one: 'gets another brand', other: 'get another brand', done: 'got another brand' },
    invited: { one: 'gets a new invitation', other: 'get a new invitation', done: 'got a new invitation' },
    approved: { one: 'gets an account', other: 'get an account', done: 'got an account' },
    renewed: { one: 'is renewed', other: 'are renewed', done: 'renewed' },
    sent: { one: 'is sent by e-mail', other: 'are sent by e-mail', done: 'ready to be sent by e-mail' },
    reminded: { one: 'gets a reminder', other: 'get a reminder', done: 'with a reminder in the outbox' },
    unchanged: { one: 'stays as it is', other: 'stay as they are', done: 'stayed as they were' },
    undone: { one: 'is undone', other: 'are undone', done: 'undone' },
    changed: { one: 'is changed', other: 'are changed', done: 'changed' },
    refused: { one: 'is refused', other: 'are refused', done: 'refused' },
    notFound: { one: 'was not found', other: 'were not found', done: 'not found' },
  },
  /** An effect, and the reason for it. */
  because: (effect: string, reason: string) => `${effect}: ${reason}`,
  /** A number and the words of an effect. */
  group: (count: string, effect: string) => `${count} ${effect}`,
  touches: (people: number, companies: number) =>
    companies === 0
      ? `This affects ${formatPlural(people, { one: 'person', other: 'people' })}.`
      : `This affects ${formatPlural(people, { one: 'person', other: 'people' })} in ${formatPlural(companies, { one: 'company', other: 'companies' })}.`,
  undo: {
    mass: 'You can undo this for 10 minutes.',
    approval: 'You can undo this for 10 minutes. After that, you can withdraw each invitation for 72 hours.',
    one: 'You can undo this for 10 seconds.',
  },
  columns: { name: 'Name', company: 'Company', country: 'Country', change: 'Before and after', profile: 'Profile' },
  becomes: (before: string, after: string) => `${before} → ${after}`,
  back: 'Back',
  tool: 'Tool',
  brand: 'Brand',
  validTo: 'Last day',
  validToHint: 'Leave the day empty for no time limit.',
  reason: 'Reason',
  choose: 'Choose…',
  preview: 'Preview',
  run: {
    users: (count: number) => `Change ${counted(count, 'user')}`,
    invite: (count: number) => `Invite ${counted(count, 'user')} again`,
    suspend: (count: number) => `Suspend ${counted(count, 'user')}`,
    approve: (count: number) => `Approve ${counted(count, 'request')}`,
    reject: (count: number) => `Reject ${counted(count, 'request')}`,
    send: (count: number) => `Send ${counted(count, 'licence')}`,
    remind: (count: number) => `Send ${counted(count, 'reminder')}`,
  },
  /** An act that runs in the background. */
  act: {
    states: { running: 'Running', done: 'Done', stopped: 'Stopped', undoing: 'Undoing', undone: 'Undone' },
    mayClose: 'You can close this window: the portal continues. The e-mails are sent 10 minutes after the end.',
    count: (done: string, of: string) => `${done} of ${of}`,
    stop: 'Stop',
    resultsFailed: 'The results could not be loaded',
    undoUntil: (time: string) => `Undo (until ${time})`,
  },
  /** How far the preview of all rows that match has come. */
  checked: (count: number, of: number) => `${formatNumber(count)} of ${formatNumber(of)} checked`,
  close: 'Close',
  typeNumber: (count: number) => `To delete them, type how many there are: ${count}`,
  typeTaken: (count: number) => `To confirm, type how many lose something: ${count}`,
  failed: 'The change was not made',
  optionsFailed: 'Failed to fetch Profiles, Brands and Tools',
  wouldBe: (done: number, of: number) =>
    `${formatNumber(done)} of ${formatNumber(of)} would be changed. Nothing has changed yet.`,
  were: (done: number, of: number) => `${formatNumber(done)} of ${formatNumber(of)} were changed.`,
  deletion: {
    wouldBe: (deletable: number, of: number) =>
      `${formatNumber(deletable)} of ${formatNumber(of)} would be deleted. Nothing has been deleted yet.`,
    were: (deleted: number, of: number) => `${formatNumber(deleted)} of ${formatNumber(of)} were deleted.`,
  },
} as const;
