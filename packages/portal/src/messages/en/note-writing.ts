import { counted } from './counted.ts';

/** What the screens say on which staff write release notes. */
export const noteWriting = {
  title: 'Release Notes',
  lead: 'What is new in each version. Published ones are read by everybody, drafts only here.',
  failed: 'Failed to fetch Release Notes',
  add: 'Add release note',
  search: 'Search release notes',
  found: (total: number) => `${counted(total, 'release note')} found`,
  columns: { title: 'Title', version: 'Version', releaseDate: 'Release date', status: 'Status' },
  statuses: { draft: 'Draft', published: 'Published' },
  status: 'Status',
  anyStatus: 'All',
  chip: (status: string) => `Status: ${status}`,
  edit: (title: string) => `Edit ${title}`,
  remove: (title: string) => `Delete ${title}`,
  empty: { title: 'No release notes yet', text: 'Write the first one: it stays a draft until you publish it.' },
  noResult: {
    title: 'Results not found',
    text: 'No release note fits this search and this filter.',
    clear: 'Clear all',
    page: 'There are fewer pages than that.',
    toStart: 'Go to the first page',
  },

  deletion: {
    later: (title: string) => `“${title}” is deleted`,
    action: (count: number) => `Delete ${counted(count, 'release note')}`,
    title: (count: number) => `Delete ${counted(count, 'release note')}?`,
    consequence: 'Links to them lead nowhere then, and the feed forgets them. This cannot be taken back.',
    more: (count: number) => `and ${count} more`,
    done: (count: number) => `${counted(count, 'release note')} deleted`,
    failed: 'Delete Release Notes error',
  },

  one: {
    title: 'Release note',
    back: 'Back to the release notes',
    notFound: 'Release note not found',
    notFoundText: 'It may have been deleted in the meantime.',
    edit: 'Edit',
    remove: 'Delete',
    public: 'Show as everybody sees it',
    content: 'Description',
  },

  form: {
    createTitle: 'Add release note',
    editTitle: (title: string) => `Edit ${title}`,
    note: 'Release note',
    title: 'Title',
    version: 'Version',
    releaseDate: 'Release date',
    status: 'Status',
    statusHint: 'A draft is seen by nobody else. What is published stands on the page and in the feed at once.',
    description: 'Description',
    descriptionHint:
      'Markdown: # Heading, - list, **bold**, *italic*, `code`, [words](https://…). HTML is shown as text.',
    preview: 'Preview',
    noTitle: 'No title yet',
    nothing: 'Nothing written yet.',
    save: 'Save',
    cancel: 'Cancel',
    shortcut: 'Ctrl+Enter saves.',
    failed: 'The release note was not saved',
    saved: (title: string) => `“${title}” is saved`,
    published: (title: string) => `“${title}” is published`,
  },

  kept: {
    title: 'What you had not saved is back',
    text: (when: string) => `This browser kept it since ${when}.`,
    discard: 'Discard it',
  },

  stale: {
    title: 'Somebody changed this release note in the meantime',
    text: 'Load the newest version. What you typed stays; all else is brought up to date. Then look it over and save again.',
    load: 'Load the newest version',
    loaded: 'The newest version is loaded. What you typed is kept.',
  },
} as const;
