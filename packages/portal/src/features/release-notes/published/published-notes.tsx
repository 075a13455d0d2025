import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useSetup } from '#portal/brand/brand.tsx';
import { releaseNotes as texts } from '#portal/texts/release-notes.ts';
import { FirstText } from '#portal/loading/first-text.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { pageAndKeyword } from '#portal/api/declare-list.ts';
import { LoadFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { WithMarkdown } from '#portal/ui/markdown/markdown.tsx';
import { NoResult, type ChangeListPage } from '#portal/ui/lists/no-result.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Pagination } from '#portal/ui/lists/pagination.tsx';
import { SearchField } from '#portal/ui/filters/search-field.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { NotesPlaceholder, NoteArticle } from './note-article.tsx';
import styles from './release-notes.module.css';
import { createPublishedNotesQuery } from '../release-notes.queries.ts';
import { limits } from '@basics/contract/calls/limits.ts';

const searchSchema = z.object({
  ...pageAndKeyword,
});

const noFilters = { keyword: undefined, pageNumber: undefined };

const feedPath = '/release-notes/feed.xml';

/** Shows all published notes in full. The address of the page contains keyword and page. */
export function PublishedNotes() {
  const [address, change] = useSearchState(searchSchema);
  const { brand } = useSetup();
  const page = useQuery(createPublishedNotesQuery(address));
  const { data } = page;
  const isSearch = address.keyword !== undefined;
  return (
    <>
      {/* React moves the link of the feed into the head of the document, where feed readers look for it. */}
      <link rel="alternate" type="application/atom+xml" title={texts.feedTitle(brand.name)} href={feedPath} />
      <PageHeading title={texts.title} actions={<NotesLinks />} />
      <div className={styles.page}>
        <div className={styles.search}>
          <SearchField label={texts.search} keyword={address.keyword} onChange={change} />
        </div>
        {isSearch && data && !page.isPlaceholderData && <AnnouncedText>{texts.found(data.total)}</AnnouncedText>}
        {!data && !page.error && <NotesPlaceholder />}
        {!data && page.error && (
          <>
            <LoadFailed title={texts.failed} onRetry={() => void page.refetch()} />
            <FirstText />
          </>
        )}
        {data?.items.length === 0 && <NoNotes isSearch={isSearch} page={data} onChange={change} />}
        {data && data.items.length > 0 && (
          <WithMarkdown fallback={<NotesPlaceholder />}>
            <NoteList
              notes={data.items}
              isFirstPage={!isSearch && data.pageNumber === 1}
              isStale={page.isPlaceholderData}
            />
          </WithMarkdown>
        )}
        {data && data.items.length > 0 && (
          <Pagination page={data} count={data.items.length} search={({ pageNumber }) => ({ ...address, pageNumber })} />
        )}
      </div>
    </>
  );
}

const NotesLinks = () => (
  <>
    <a className={styles.feed} href={feedPath} type="application/atom+xml">
      <Rss aria-hidden="true" />
      {texts.feed}
    </a>
    <Allowed any={['releaseNotes.view']}>
      <LinkButton to="/admin/release-notes">{texts.manage}</LinkButton>
    </Allowed>
  </>
);

type NotesProps = {
  notes: readonly ReleaseNote[];
  /** Whether the list shows its first page, which has the newest notes. Only notes on the first page can be marked as new. */
  isFirstPage: boolean;
  isStale: boolean;
};

function NoteList({ notes, isFirstPage, isStale }: NotesProps) {
  const [seenNotes] = useState(readPreviouslySeenNotes);
  useEffect(() => {
    if (isFirstPage && !isStale) storeSeenNotes(notes);
  }, [notes, isFirstPage, isStale]);
  const newNotes = isFirstPage ? notes.filter((note) => isNewNote(note, seenNotes)) : [];
  return (
    <>
      {newNotes.length > 0 && <Notice tone="info" title={texts.newSince(newNotes.length)} />}
      <div className={styles.notes} aria-busy={isStale}>
        {notes.map((note) => (
          <NoteArticle key={note.releaseId} note={note} isNew={newNotes.includes(note)} />
        ))}
      </div>
    </>
  );
}

type NoNotesProps = { isSearch: boolean; page: { total: number; pageSize: number }; onChange: ChangeListPage };

/** Shown when no note is published or no note matches the search. */
const NoNotes = ({ isSearch, page, onChange }: NoNotesProps) =>
  isSearch || page.total > 0 ? (
    <NoResult texts={texts.noResult} page={page} cleared={noFilters} onChange={onChange} />
  ) : (
    <EmptyState title={texts.empty.title}>
      <p>{texts.empty.text}</p>
    </EmptyState>
  );

/**
 * The release notes that this browser has shown. If there were more notes, `from` is the date of the oldest shown note; otherwise it is
 * empty.
 */
const seenSchema = z.object({ ids: z.array(z.int()), from: z.string() });
type SeenNotes = z.infer<typeof seenSchema>;

const storageKey = 'releaseNotesSeen';

/** Returns the notes that this browser showed before this visit, or null on the first visit. A visit lasts until the tab is closed. */
function readPreviouslySeenNotes(): SeenNotes | null {
  const storedText = sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey);
  if (storedText !== null) sessionStorage.setItem(storageKey, storedText);
  return parseSeenNotes(storedText);
}

/** Stores which notes were shown, for the next visit. */
function storeSeenNotes(notes: readonly ReleaseNote[]): void {
  const hasMore = notes.length >= limits.page.releaseNotes;
  const seenNotes: SeenNotes = {
    ids: notes.map(({ releaseId }) => releaseId),
    from: hasMore ? (notes.at(-1)?.releaseDate ?? '') : '',
  };
  localStorage.setItem(storageKey, JSON.stringify(seenNotes));
}

/** Whether a note is new since the last visit. On the first visit no note is new. */
const isNewNote = ({ releaseId, releaseDate }: ReleaseNote, seenNotes: SeenNotes | null): boolean =>
  seenNotes !== null && !seenNotes.ids.includes(releaseId) && releaseDate >= seenNotes.from;

function parseSeenNotes(storedText: string | null): SeenNotes | null {
  if (storedText === null) return null;
  try {
    return seenSchema.safeParse(JSON.parse(storedText)).data ?? null;
  } catch {
    return null; // The stored text is not JSON.
  }
}
