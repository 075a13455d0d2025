import { useLocation } from '@tanstack/react-router';
import { Keyboard } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { palette as texts } from '#portal/texts/palette.ts';
import { useSessionState, useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { joinClasses, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { listCommands, findCommands, type Command } from './commands.ts';
import styles from './palette.module.css';
import { listPageKeys } from './page-keys.ts';
import { areSingleKeysOn, switchSingleKeys } from './shortcut-keys.ts';
import { useSearchResults } from './use-search-results.ts';
import { useRunCommand } from './use-run-command.ts';
import buttonStyles from '#portal/ui/buttons/button.module.css';
import columnStyles from '#portal/ui/tables/data-table.module.css';
import { useQueryClient } from '@tanstack/react-query';

type PaletteProps = {
  /** Returns the text that was typed before the palette was loaded. */
  readFirstText: () => string;
  onClose: () => void;
  onHelp: () => void;
};

/** A dialog that finds pages, actions and records (users, PCs, release notes) by a part of their name, and opens or runs them. */
export function Palette({ readFirstText, onClose, onHelp }: PaletteProps) {
  const runCommand = useRunCommand();
  const user = useUser();
  const label = user.permissions.includes('users.view') ? texts.label : texts.ownLabel;
  const { pathname } = useLocation();
  const id = useId();
  const [text, setText] = useState(readFirstText);
  const [selectedIndex, setAt] = useState(0);
  const searchResults = useSearchResults(text);
  const { recentCommands, remember } = useRecentCommands();
  const [viewActions] = useState(listButtonCommands);
  const commands = findCommands(addCommands(viewActions, listCommands(user, pathname)), text);
  const shownCommands = [...(text === '' ? recentCommands : []), ...commands, ...searchResults.commands];
  const chosenCommand = shownCommands[Math.min(selectedIndex, shownCommands.length - 1)];

  function chooseCommand(command: Command): void {
    onClose();
    if (isRecord(command)) remember(command);
    runCommand(command);
  }

  function handleKey(event: KeyboardEvent): void {
    const keyActions: Record<string, () => void> = {
      ArrowDown: () => setAt(selectedIndex >= shownCommands.length - 1 ? 0 : selectedIndex + 1),
      ArrowUp: () => setAt(selectedIndex <= 0 ? shownCommands.length - 1 : selectedIndex - 1),
      Enter: () => chosenCommand && chooseCommand(chosenCommand),
    };
    const keyAction = keyActions[event.key];
    if (!keyAction || event.nativeEvent.isComposing) return;
    event.preventDefault();
    keyAction();
  }

  return (
    <Dialog title={texts.title} onClose={onClose}>
      <input
        className={styles.input}
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded={shownCommands.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosenCommand && createOptionId(id, chosenCommand)}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setAt(0);
        }}
        onKeyDown={handleKey}
      />
      <AnnouncedText>{searchResults.isSearching ? '' : texts.found(shownCommands.length)}</AnnouncedText>
      <Options id={id} shownCommands={shownCommands} chosenCommand={chosenCommand} onChoose={chooseCommand} />
      {shownCommands.length === 0 && (
        <p className={styles.quiet}>{searchResults.isSearching ? texts.searching : texts.none}</p>
      )}
      <PaletteFooter onHelp={onHelp} />
    </Dialog>
  );
}

const PaletteFooter = ({ onHelp }: Pick<PaletteProps, 'onHelp'>) => (
  <div className={styles.foot}>
    <p className={styles.quiet}>{texts.hint}</p>
    <Button variant="quiet" icon={<Keyboard aria-hidden="true" />} onClick={onHelp}>
      {texts.shortcuts}
    </Button>
  </div>
);

type OptionsProps = {
  id: string;
  shownCommands: readonly Command[];
  chosenCommand: Command | undefined;
  onChoose: (chosenCommand: Command) => void;
};

/**
 * The commands in groups. The focus stays in the text field, whose `aria-activedescendant` names the selected command
 * (ARIA Authoring Practices). `tabIndex` excludes the list from the Tab order, although it can be scrolled.
 */
const Options = ({ id, shownCommands, chosenCommand, onChoose }: OptionsProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML has no list that a text field controls.
  <div id={id} role="listbox" aria-label={texts.title} tabIndex={-1} className={styles.options}>
    {[...new Set(shownCommands.map(({ group }) => group))].map((group) => (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As its list.
      <div key={group} role="group" aria-label={texts.groups[group]}>
        <p aria-hidden="true" className={styles.group}>
          {texts.groups[group]}
        </p>
        {shownCommands
          .filter((command) => command.group === group)
          .map((command) => (
            <Option
              key={command.id}
              id={createOptionId(id, command)}
              command={command}
              isChosen={command === chosenCommand}
              onChoose={() => onChoose(command)}
            />
          ))}
      </div>
    ))}
  </div>
);

type OptionProps = { id: string; command: Command; isChosen: boolean; onChoose: () => void };

const Option = ({ id, command: { label, detail }, isChosen, onChoose }: OptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The text field handles the keys.
  <div
    id={id}
    role="option" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- As its list.
    aria-selected={isChosen}
    tabIndex={-1}
    ref={isChosen ? scrollToOption : undefined}
    className={joinClasses(styles.option, isChosen && styles.chosen)}
    onClick={onChoose}
  >
    <span>{label}</span>
    {detail && <span className={styles.quiet}>{detail}</span>}
  </div>
);

/**
 * Adds the commands of the portal to the actions of the page. An action of the page that a command offers too is left
 * out.
 */
const addCommands = (viewActions: readonly Command[], commands: readonly Command[]): Command[] => [
  ...viewActions.filter((action) => !commands.some(({ label }) => label === action.label)),
  ...commands,
];

const isRecord = ({ group }: Command): boolean => !['view', 'pages', 'actions'].includes(group);

const createOptionId = (listId: string, command: Command): string => `${listId}${command.id.replaceAll(/\W+/g, '-')}`;

const scrollToOption = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

const buttonSelector = `.${buttonStyles.button}:not(:disabled, [aria-disabled="true"])`;

const notOffered = `tbody, form, nav, .${columnStyles.columns}`;

/**
 * Returns a command for each button that acts on what the page shows: the buttons of the open panel, or else those of
 * the page. The buttons of rows and forms are left out, because they act on one of many rows or on typed text. The pages and the columns of a
 * list are left out too: they change what is visible, and act on nothing.
 */
function listButtonCommands(): Command[] {
  const panel = document.querySelector('dialog[open][data-side-panel]');
  const buttons = [
    ...(panel ?? document).querySelectorAll<HTMLElement>(panel ? buttonSelector : `main ${buttonSelector}`),
  ];
  return buttons
    .filter((button) => button.closest(notOffered) === null && button.checkVisibility())
    .map((button, index) => ({
      id: `view ${index}`,
      group: 'view' as const,
      label: button.ariaLabel ?? button.textContent,
      ...findSectionTitle(button, panel),
      button,
    }))
    .filter(({ label }) => label !== '');
}

/** Returns the title of the page section that contains a button, to distinguish buttons with the same label. */
function findSectionTitle(button: HTMLElement, panel: Element | null): { detail?: string } {
  const heading = (button.closest('section') ?? panel)?.querySelector('h2, h3');
  return heading?.textContent ? { detail: heading.textContent } : {};
}

const queryKey = ['recent'] as const;
const maxRecentCommands = 5;

/**
 * The records that were opened from the palette, the latest first. The names of these records are personal data, so they are stored in the
 * query cache, which ends with the session.
 */
function useRecentCommands(): { recentCommands: readonly Command[]; remember: (command: Command) => void } {
  const client = useQueryClient();
  const recentCommands = client.getQueryData<readonly Command[]>(queryKey) ?? [];
  return {
    recentCommands: recentCommands.map((command) => ({ ...command, group: 'recent' })),
    remember: (command) => {
      client.setQueryDefaults(queryKey, { gcTime: Infinity });
      client.setQueryData(
        queryKey,
        [command, ...recentCommands.filter(({ id }) => id !== command.id)].slice(0, maxRecentCommands),
      );
    },
  };
}

const shortcutTexts: readonly (readonly [key: string, words: string])[] = [
  ['Ctrl+K', texts.keys.palette],
  ['/', texts.keys.search],
  ['?', texts.keys.help],
  ['L', texts.keys.newLicence],
  ['J', texts.keys.next],
  ['K', texts.keys.previous],
  ['X', texts.keys.select],
  ['E', texts.keys.edit],
  ['F2', texts.keys.editField],
  ['A', texts.keys.approve],
  ['R', texts.keys.reject],
  ['H', texts.keys.snooze],
  ['N', texts.keys.renew],
  [texts.keys.undoKeys, texts.keys.undo],
  ['Ctrl+Enter', texts.keys.save],
  ['Esc', texts.keys.escape],
];

/**
 * The shortcuts of visitors who are not signed in. Visitors who are not signed in have no palette, no lists with
 * records and no action to undo.
 */
const shortcutTextsForVisitors = shortcutTexts.filter(([key]) => ['/', '?', 'Ctrl+Enter', 'Esc'].includes(key));

/** A dialog with a list of all shortcuts, and the switch for the shortcuts of a single key. */
export function ShortcutHelp({ hasPalette, onClose }: { hasPalette: boolean; onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const { user } = useSessionState();
  const pageTexts = user
    ? listPageKeys(user).map(({ letter, label }) => [texts.keys.page(letter), label] as const)
    : [];
  return (
    <Dialog title={texts.keys.title} isWide onClose={onClose}>
      <div className={styles.help}>
        <dl className={styles.keys}>
          {[...(hasPalette ? shortcutTexts : shortcutTextsForVisitors), ...pageTexts].map(([key, description]) => (
            <div key={key}>
              <dt>
                <kbd translate="no">{key}</kbd>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label={texts.keys.single}
          hint={texts.keys.singleHint}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            switchSingleKeys(checked);
            setOn(checked);
          }}
        />
      </div>
    </Dialog>
  );
}
