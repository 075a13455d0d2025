import { counted } from './counted.ts';

/** Texts of the screens on which staff write release notes. */
export const noteWriting = {
  title: 'Release Notes',
  failed: 'Failed to fetch Release Notes',
  add: 'Add release note',
  search: 'Search release notes',
  found: (total: number) => counted(total, 'release note'),
  columns: { title: 'Title', version: 'Version', releaseDate: 'Release date', status: 'Status' },
  statuses: { draft: 'Draft', published: 'Published' },
  status: 'Status',
  edit: (title: string) => `Edit ${title}`,
  remove: (title: string) => `Delete ${title}`,
  empty: { title: 'No release notes yet', text: 'Add the first release note. It stays a draft until you publish it.' },
  noResult: {
    text: 'No release note matches your search and filter.',
  },

  deletion: {
    later: (title: string) => `“${title}” deleted`,
    action: (count: number) => `Delete ${counted(count, 'release note')}`,
    title: (count: number) => `Delete ${counted(count, 'release note')}?`,
    consequence:
      'They are removed from the public page and the feed, and links to them stop working. You can restore them for 30 days.',
    failed: 'Delete Release Notes error',
  },

  bin: {
    open: 'Deleted notes',
    title: 'Deleted release notes',
    text: 'You can restore a deleted release note for 30 days. A restored release note gets its earlier status back.',
    empty: 'No release note was deleted in the last 30 days.',
    deleted: (day: string, until: string) => `deleted on ${day}, can be restored until ${until}`,
    restore: 'Restore',
    restored: (title: string) => `“${title}” restored`,
  },

  one: {
    title: 'Release note',
    back: 'Back to the release notes',
    notFound: 'Release note not found',
    notFoundText: 'This release note was deleted.',
    edit: 'Edit',
    send: 'Send to customers…',
    remove: 'Delete',
    public: 'View public page',
  },

  form: {
    createTitle: 'Add release note',
    editTitle: (title: string) => `Edit ${title}`,
    note: 'Release note',
    title: 'Title',
    version: 'Version',
    releaseDate: 'Release date',
    status: 'Status',
    statusHint:
      'Drafts are only visible to staff. Published notes appear on the public page and in the feed immediately.',
    description: 'Description',
    descriptionHint:
      'Markdown: # Heading, - list, **bold**, *italic*, `code`, [words](https://…). HTML is shown as text.',
    preview: 'Preview',
    noTitle: 'No title yet',
    nothing: 'Nothing to preview yet.',
    save: 'Save',
    failed: 'The release note was not saved',
    saved: (title: string) => `“${title}” saved`,
    published: (title: string) => `“${title}” published`,
  },

  kept: {
    title: 'Unsaved changes restored',
    text: (when: string) => `This browser saved them on ${when}.`,
    discard: 'Discard',
  },

  stale: {
    title: 'Someone else has changed this release note',
    text: 'Load the latest version. Your changes are kept. Check them, then save again.',
    load: 'Load latest version',
    loaded: 'The latest version is loaded. Your changes are kept.',
  },
} as const;
