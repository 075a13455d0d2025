import { counted } from './counted.ts';

/** What the page says that everybody reads, and the newest note on Home. */
export const releaseNotes = {
  title: 'Release notes',
  lead: 'What is new in each version, the newest first.',
  failed: 'Failed to fetch Release Notes',
  feed: 'Feed',
  feedTitle: (brand: string) => `${brand} release notes`,
  manage: 'Manage release notes',
  search: 'Search release notes',
  found: (total: number) => `${counted(total, 'release note')} found`,

  version: (version: string) => `Version ${version}`,
  isNew: 'New',
  newSince: (count: number) => `${counted(count, 'new release note')} since your last visit`,
  draft: 'Draft',
  draftText: 'This is a draft. Only who may see drafts can read it.',

  all: 'All release notes',
  copyLink: 'Copy link',
  edit: 'Edit',
  notFound: 'Release note not found',
  notFoundText: 'It may have been deleted, or it is not published yet.',
  empty: { title: 'Nothing is published yet', text: 'What is new in the next version will stand here.' },
  noResult: {
    title: 'Results not found',
    text: 'No release note has these words.',
    clear: 'Clear the search',
    page: 'There are fewer pages than that.',
    toStart: 'Go to the first page',
  },

  newest: { title: 'What is new', read: 'Read all of it', all: 'All release notes' },
} as const;
