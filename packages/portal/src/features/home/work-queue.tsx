import { Link } from '@tanstack/react-router';
import { AlarmClock, ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { inbox as texts } from '#portal/texts/inbox.ts';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { useHasFilterSheet } from '#portal/ui/hooks/use-width.ts';
import { Button, IconButton } from '#portal/ui/buttons/button.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import { QueueItem } from './queue-item.tsx';
import { listSnoozeTimes } from './snoozed-items.ts';
import type { DoneItem } from './use-done-items.ts';
import { isForToday, workKinds, type WorkItem, type WorkKind } from './work-items.ts';
import styles from './work-queue.module.css';

type WorkQueueProps = {
  items: readonly WorkItem[];
  openKey: string | undefined;
  renderItem: (item: WorkItem) => ReactNode;
  onOpen: (key: string | undefined) => void;
  onLeave: (item: WorkItem, what: string) => void;
  onSnooze: (item: WorkItem, until: number) => void;
  snoozedCount: number;
  onWake: () => void;
  doneItems: readonly DoneItem[];
};

/** The queue of open work with the open item beside it; in a narrow window, the queue or the open item. */
export function WorkQueue({ items, openKey, renderItem, onOpen, onLeave, onSnooze, ...rest }: WorkQueueProps) {
  const isNarrow = useHasFilterSheet();
  const found = items.find(({ key }) => key === openKey);
  const item = found ?? (isNarrow ? undefined : items[0]);
  const index = item ? items.indexOf(item) : -1;
  return (
    <div className={styles.frame} data-shows={isNarrow && item ? 'item' : 'both'}>
      <div className={styles.queue}>
        <QueueRows items={items} currentKey={item?.key} />
        <QueueEnd {...rest} />
      </div>
      {item ? (
        <div className={styles.item} data-item>
          <ItemBar
            position={isForToday(item) ? texts.position(index + 1, items.filter(isForToday).length) : ''}
            onBack={() => onOpen(undefined)}
            onPrevious={index > 0 ? () => onOpen(items[index - 1]?.key) : undefined}
            onNext={index < items.length - 1 ? () => onOpen(items[index + 1]?.key) : undefined}
            onSnooze={(until) => onSnooze(item, until)}
          />
          <div key={item.key} className={styles.content}>
            {renderItem(item) ?? <QueueItem item={item} onLeave={(what) => onLeave(item, what)} />}
          </div>
        </div>
      ) : (
        items.length === 0 && (
          <div className={styles.empty}>
            <EmptyState title={texts.nothing.title} picture="tray">
              <p>{texts.nothing.text}</p>
            </EmptyState>
          </div>
        )
      )}
    </div>
  );
}

type QueueRowsProps = { items: readonly WorkItem[]; currentKey: string | undefined };

const QueueRows = ({ items, currentKey }: QueueRowsProps) => (
  <nav aria-label={texts.queue} data-queue>
    {workKinds
      .filter((kind) => items.some((item) => item.kind === kind))
      .map((kind) => (
        <QueueGroup key={kind} kind={kind} items={items.filter((item) => item.kind === kind)} currentKey={currentKey} />
      ))}
  </nav>
);

function QueueGroup({ kind, items, currentKey }: QueueRowsProps & { kind: WorkKind }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <span>{texts[kind].title}</span> <span className={styles.count}>{items.length}</span>
      </h2>
      <ul>
        {items.map(({ key, title, facts, age, isLate }) => (
          <li key={key}>
            <Link
              to="."
              search={{ item: key }}
              replace
              resetScroll={false}
              aria-current={key === currentKey ? 'true' : undefined}
              data-current={key === currentKey || undefined}
            >
              <span className={styles.title}>{title}</span>
              <span className={styles.facts}>{facts.join(' · ')}</span>
              <span className={styles.age} data-late={isLate || undefined}>
                <span>{age}</span> {isLate && <VisuallyHidden>{texts.late}</VisuallyHidden>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type QueueEndProps = Pick<WorkQueueProps, 'snoozedCount' | 'onWake' | 'doneItems'>;

/** The lines below the queue: what is snoozed, and what is done. */
const QueueEnd = ({ snoozedCount, onWake, doneItems }: QueueEndProps) => (
  <div className={styles.end}>
    {snoozedCount > 0 && (
      <p>
        <span>{texts.snooze.count(snoozedCount)}</span>{' '}
        <Button variant="quiet" onClick={onWake}>
          {texts.snooze.wake}
        </Button>
      </p>
    )}
    {doneItems.length > 0 && (
      <Disclosure label={texts.done.count(doneItems.length)}>
        {() => (
          <ul aria-label={texts.done.title}>
            {doneItems.map(({ key, what, to, search }) => (
              <li key={key}>
                <span>{what}</span>{' '}
                <Link to={to} search={search}>
                  {texts.done.open} <VisuallyHidden>{what}</VisuallyHidden>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Disclosure>
    )}
  </div>
);

type ItemBarProps = {
  position: string;
  onBack: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onSnooze: (until: number) => void;
};

/** The bar above the open item: its place in the queue, and the buttons to move and to put it off. */
const ItemBar = ({ position, onBack, onPrevious, onNext, onSnooze }: ItemBarProps) => (
  <div className={styles.bar}>
    <span className={styles.back}>
      <IconButton label={texts.back} icon={<ArrowLeft aria-hidden="true" />} onClick={onBack} />
    </span>
    <span className={styles.position}>{position}</span>
    <IconButton
      label={texts.previous}
      icon={<ChevronUp aria-hidden="true" />}
      disabled={!onPrevious}
      onClick={onPrevious}
    />
    <IconButton label={texts.next} icon={<ChevronDown aria-hidden="true" />} disabled={!onNext} onClick={onNext} />
    <SnoozeButton onSnooze={onSnooze} />
  </div>
);

function SnoozeButton({ onSnooze }: { onSnooze: (until: number) => void }) {
  const [now] = useState(Date.now);
  return (
    <Popover
      label={texts.snooze.title}
      renderTrigger={(triggerProps) => (
        <IconButton
          {...triggerProps}
          label={texts.snooze.action}
          icon={<AlarmClock aria-hidden="true" />}
          aria-haspopup="dialog"
          data-key="snooze"
        />
      )}
    >
      {(_closeProps, close) => (
        <div className={styles.times}>
          {listSnoozeTimes(now).map(({ id, until }) => (
            <Button
              key={id}
              variant="quiet"
              wide
              onClick={() => {
                close();
                onSnooze(until);
              }}
            >
              {texts.snooze.times[id]}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}
