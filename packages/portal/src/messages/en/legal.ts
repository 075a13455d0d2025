import { endSentence } from '#portal/messages/formats.ts';

/** The owner named in a legal text. */
type LegalOwner = { entity: string; support: string };

/** Escapes a name for Markdown. */
const escapeMarkdown = (name: string): string => name.replaceAll(/[\\`*_{}[\]()#+\-.!<>|~&]/g, String.raw`\$&`);
const createMailLink = (address: string): string => `<${address}>`;

/** Texts of the three legal pages, their standard texts (Markdown) for brands without their own, and of the screen to edit them. */
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
    legalNotice: ({ entity, support }: LegalOwner) => `
${escapeMarkdown(entity)} runs this portal for its customers and partners.

## Contact

If you have questions about the portal, your account or your licences, write to ${createMailLink(support)}.

## Copyright

The software, the texts, the pictures and the data of this portal belong to ${escapeMarkdown(entity)} or its licensors. You may use them as your licence and your agreement allow. You need written consent to copy, change or pass them on in any other way.

## Trademarks

Names and logos in this portal may be protected, even if they are not marked. You may not use them without permission.

## Links

The portal may link to websites of other companies. They are responsible for their content.
`,
    terms: ({ entity, support }: LegalOwner) => `
These terms apply to everyone who uses this portal. They supplement the agreement that you or your company has with ${escapeMarkdown(entity)}. If the two differ, the agreement applies.

## Purpose of the portal

In the portal you request and renew licences for the desktop tool Basics and manage your account.

## Your account

- Your account is for you only. Do not share it, and keep your password and your two-step sign-in secret.
- Give correct information about yourself and keep it up to date.
- If you think that someone else is using your account, write to ${createMailLink(support)} immediately.
- We may suspend an account that is misused.

## Licences

A licence is valid for the user, the PC, the tool and the period that it names. You may not change verification codes or licences, pass them on or offer them to others.

## Prohibited use

You may not disrupt the portal, bypass its security or try to access other people’s data. If you find a vulnerability, report it to ${createMailLink(support)} and do not disclose it before it is fixed.

## Availability

We operate the portal with care, but it may be unavailable at times. We may change it or remove parts of it. A licence that was issued keeps working on its PC without the portal.

## Changes to these terms

We may change these terms. The version on this page applies.
`,
    legalDisclaimer: ({ entity, support }: LegalOwner) => `
- **Proprietary.** The data in this portal is the property of ${escapeMarkdown(entity)} or its licensors.
- **For information only.** It does not replace advice, planning or a review by a qualified person.
- **Not binding.** Nothing in it is an offer or a promise. Only written agreements are binding.
- **May change.** It can change at any time without notice.
- **Copyright and terms.** Its use is subject to copyright and to the terms of service of this portal.

${escapeMarkdown(entity)} is liable for the portal only as required by law and as agreed in writing.

If you have questions, write to ${createMailLink(support)}.
`,
  },

  card: {
    title: 'Legal texts',
    own: 'Own text',
    standard: 'Standard text',
    unknown: 'Could not be loaded',
    edit: 'Edit',
    view: (title: string) => `Read ${title}`,
  },
  editing: {
    title: (document: string, brand: string) => `${document} of ${brand}`,
    lead: 'Markdown. The copyright line with the year is added automatically.',
    text: 'Text',
    textHint: 'Leave the field empty to show the standard text.',
    preview: 'Preview',
    showsStandard: 'Empty. The standard text is shown.',
    takeStandard: 'Start from the standard text',
    save: 'Save',
    saved: 'Saved. The new text is live.',
    failed: 'The text was not saved',
    back: 'Back to the brand',
    notFound: 'Text not found',
    notFoundText: 'The brand was deleted or does not exist.',
    allBrands: 'All brands',
    stale: {
      title: 'Someone else has changed this text',
      text: 'Copy your changes if you need them, then load the text again.',
      load: 'Load again',
    },
  },
} as const;
