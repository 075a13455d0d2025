import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { audit as texts } from '#portal/texts/audit.ts';
import { PickerField } from '#portal/ui/forms/picker-field.tsx';
import { useDebounced } from '#portal/ui/layout/use-settled.ts';
import { createPeopleQuery, createPersonQuery } from './audit.queries.ts';
import type { Person } from './audit.queries.ts';

type ActorFilterProps = { actorId: number | undefined; onChoose: (actorId: number | undefined) => void };

/** A filter by actor that searches users while the reader types. */
export function ActorFilter({ actorId, onChoose }: ActorFilterProps) {
  const [text, setText] = useState('');
  const turn = useChangeCount(actorId);
  const chosen = useQuery(createPersonQuery(actorId)).data;
  const typed = useDebounced(text.trim());
  const found = useQuery(createPeopleQuery(typed));
  const people = [...(chosen ? [chosen] : []), ...(typed === '' ? [] : (found.data ?? []))];
  const options = [...new Map(people.map((person) => [person.userId, person])).values()].map((person) => ({
    value: String(person.userId),
    label: formatPerson(person),
  }));
  return (
    <PickerField
      key={turn.number}
      label={texts.actor}
      placeholder={texts.actorHint}
      autoComplete="off"
      // The options are loaded by typing.
      disabled={false}
      options={options}
      value={actorId === undefined ? '' : String(actorId)}
      onChange={(value) => {
        const chosenId = value === '' ? undefined : Number(value);
        turn.ask(chosenId);
        onChoose(chosenId);
      }}
      // Selecting a suggestion starts no new search: the options must stay while one is selected.
      onInput={({ currentTarget: { value } }) => {
        if (!options.some(({ label }) => label === value)) setText(value);
      }}
      unknown={texts.unknownActor}
    />
  );
}

/** Counts the changes of the choice from outside (a removed chip, Back): each one resets the field. */
function useChangeCount(actorId: number | undefined) {
  const [number, setNumber] = useState(0);
  const [known, setKnown] = useState(actorId);
  const [asked, ask] = useState(actorId);
  if (actorId !== known) {
    setKnown(actorId);
    if (actorId !== asked) {
      ask(actorId);
      setNumber(number + 1);
    }
  }
  return { number, ask };
}

export const formatPerson = ({ firstName, lastName, login }: Person): string =>
  texts.person(`${firstName} ${lastName}`.trim(), login);
