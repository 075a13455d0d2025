import { counted } from './counted.ts';

/** Texts of the public release notes, and of the newest note on the home page. */
export const releaseNotes = {
  title: 'Release notes',
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
  draftText: 'This is a draft. Only users with access to drafts can read it.',

  all: 'All release notes',
  copyLink: 'Copy link',
  edit: 'Edit',
  notFound: 'Release note not found',
  notFoundText: 'This release note was deleted, or it is not published yet.',
  empty: { title: 'No release notes yet', text: 'You will find news about the next version here.' },
  noResult: {
    text: 'No release note matches your search.',
    clear: 'Clear search',
  },

  newest: { title: 'What is new' },
  downloads: {
    title: 'Downloads',
    name: (tool: string, version: string, platform: string) => `${tool} ${version} for ${platform}`,
    download: 'Download',
    failed: 'The file cannot be downloaded',
  },
} as const;
