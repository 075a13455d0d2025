import { useState } from 'react';
import { palette as texts } from '#portal/texts/palette.ts';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import styles from './palette.module.css';
import { areSingleKeysOn, switchSingleKeys } from './shortcut-keys.ts';

const shortcutTexts: readonly (readonly [key: string, words: string])[] = [
  ['Ctrl+K', texts.keys.palette],
  ['/', texts.keys.search],
  ['?', texts.keys.help],
  ['J', texts.keys.next],
  ['K', texts.keys.previous],
  ['X', texts.keys.select],
  ['E', texts.keys.edit],
  ['A', texts.keys.approve],
  ['R', texts.keys.reject],
  ['Ctrl+Z', texts.keys.undo],
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
  return (
    <Dialog title={texts.keys.title} onClose={onClose}>
      <div className={styles.help}>
        <p>{texts.keys.lead}</p>
        <dl className={styles.keys}>
          {(hasPalette ? shortcutTexts : shortcutTextsForVisitors).map(([key, description]) => (
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
