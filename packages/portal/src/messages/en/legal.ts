import { endSentence } from '#portal/messages/sentence-end.ts';

/** Who is named in a legal text. */
type Named = { entity: string; support: string };

/** A name in Markdown as the letters that it is made of. */
const plain = (name: string): string => name.replaceAll(/[\\`*_{}[\]()#+\-.!<>|~&]/g, String.raw`\$&`);
const mail = (address: string): string => `<${address}>`;

/** The three legal screens, what they say where a brand has no words of its own (Markdown), and the screen on which it writes them. */
export const legal = {
  titles: { legalNotice: 'Legal Notice', terms: 'Terms of service', legalDisclaimer: 'Legal Disclaimer' },
  others: 'More legal texts',
  copyright: (year: number, entity: string) => `Copyright © ${year} ${endSentence(entity)} All rights reserved.`,
  failed: {
    legalNotice: 'Failed to fetch the Legal Notice',
    terms: 'Failed to fetch the Terms of service',
    legalDisclaimer: 'Failed to fetch the Legal Disclaimer',
  },

  standard: {
    legalNotice: ({ entity, support }: Named) => `
${plain(entity)} runs this portal for its customers and partners.

## Contact

Write to ${mail(support)} with questions about the portal, your account or your licences.

## Copyright

The software, the texts, the pictures and the data of this portal belong to ${plain(entity)} or to those who have licensed them to it. You may use them for the purposes that your licence and your agreement allow. Any other copying, changing or passing on needs consent in writing.

## Names and marks

Names and marks in this portal may be protected, also where nothing says so. Naming them gives no right to use them.

## Links

The portal may lead to pages of others. What stands there is their responsibility.
`,
    terms: ({ entity, support }: Named) => `
These terms hold for everybody who uses this portal. They add to the agreement that you or your company has with ${plain(entity)}; where the two differ, the agreement counts.

## What the portal is for

In the portal you ask for licences of the desktop tool Basics, renew them, and look after your own account.

## Your account

- Your account is yours alone. Do not share it, and keep your password and your second step to yourself.
- Say who you are truthfully, and keep what you have told up to date.
- Tell ${mail(support)} at once when you think that somebody else uses your account.
- An account that is misused can be suspended.

## Licences

A licence holds for the user, the computer and the time that it names, and for the tool as it is agreed. Verification codes and licences are not to be changed, passed on or offered to others.

## What is not allowed

Do not disturb the portal, get around its protection, or look for data of others. Whoever finds a weakness reports it to ${mail(support)} and tells nobody else before it is mended.

## Availability

The portal is kept running with care, but not without any break. It may be changed, and parts of it may end. A licence that was issued keeps working on its computer without the portal.

## Changes of these terms

These terms may change. The version on this page is the one that holds.
`,
    legalDisclaimer: ({ entity, support }: Named) => `
- **Proprietary.** The data in this portal is the property of ${plain(entity)} or of those who have licensed it.
- **For information only.** It informs; it does not replace advice, planning or a check by somebody who knows the case.
- **Not binding.** Nothing in it is an offer or a promise. What binds is what was agreed in writing.
- **May change.** All of it can change at any time and without notice.
- **Copyright and terms.** Its use is subject to copyright and to the terms of service of this portal.

${plain(entity)} answers for the portal as the law demands and as was agreed in writing, and not beyond.

Questions go to ${mail(support)}.
`,
  },

  card: {
    title: 'Legal texts',
    lead: 'What the three legal screens say for this brand. Without a text of its own a brand shows the standard one.',
    own: 'Own text',
    standard: 'Standard text',
    unknown: 'Could not be fetched',
    edit: (title: string) => `Edit ${title}`,
    view: (title: string) => `Read ${title}`,
  },
  editing: {
    title: (document: string, brand: string) => `${document} of ${brand}`,
    lead: 'Markdown. The year and the copyright stand below it by themselves.',
    text: 'Text',
    textHint: 'Leave it empty to show the standard text.',
    preview: 'As it will look',
    showsStandard: 'Empty: the standard text is shown.',
    takeStandard: 'Start from the standard text',
    save: 'Save',
    saved: 'Saved. It shows at once.',
    failed: 'The text was not saved',
    back: 'Back to the brand',
    notFound: 'There is no such text',
    notFoundText: 'The brand may have been deleted.',
    allBrands: 'All brands',
    stale: {
      title: 'Somebody changed this text in the meantime',
      text: 'Copy what you typed if you need it, then load the text again.',
      load: 'Load again',
    },
  },
} as const;
