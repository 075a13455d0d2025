import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { audit as texts } from '#portal/texts/audit.ts';
import { PickerField } from '#portal/ui/forms/picker-field.tsx';
import { useDebounced } from '#portal/ui/layout/use-settled.ts';
import { createPeopleQuery, createPersonQuery } from './audit.queries.ts';
import type { Person } from './audit.queries.ts';

type ActorFilterProps = { actorId: number | undefined; onChoose: (actorId: number | undefined) => void };

/** The filter by actor. It searches users while the user types. */
export function ActorFilter({ actorId, onChoose }: ActorFilterProps) {
  const [text, setText] = useState('');
  const changeCounter = useChangeCount(actorId);
  const chosenPerson = useQuery(createPersonQuery(actorId)).data;
  const typedText = useDebounced(text.trim());
  const peopleQuery = useQuery(createPeopleQuery(typedText));
  const people = [...(chosenPerson ? [chosenPerson] : []), ...(typedText === '' ? [] : (peopleQuery.data ?? []))];
  const options = [...new Map(people.map((person) => [person.userId, person])).values()].map((person) => ({
    value: String(person.userId),
    label: formatPerson(person),
  }));
  return (
    <PickerField
      key={changeCounter.resetCount}
      label={texts.actor}
      placeholder={texts.actorHint}
      autoComplete="off"
      // The field is enabled without options, because they are loaded when the user types.
      disabled={false}
      options={options}
      value={actorId === undefined ? '' : String(actorId)}
      onChange={(value) => {
        const chosenActorId = value === '' ? undefined : Number(value);
        changeCounter.setChosenHere(chosenActorId);
        onChoose(chosenActorId);
      }}
      // Selecting a suggestion must not start a new search, because its options are needed until it is selected.
      onInput={({ currentTarget: { value } }) => {
        if (!options.some(({ label }) => label === value)) setText(value);
      }}
      unknownError={texts.unknownActor}
    />
  );
}

/** Counts how often the actor was changed outside of the field, for example by Back. The count is the key that resets the field. */
function useChangeCount(actorId: number | undefined) {
  const [resetCount, setResetCount] = useState(0);
  const [previousActorId, setPreviousActorId] = useState(actorId);
  const [chosenHere, setChosenHere] = useState(actorId);
  if (actorId !== previousActorId) {
    setPreviousActorId(actorId);
    if (actorId !== chosenHere) {
      setChosenHere(actorId);
      setResetCount(resetCount + 1);
    }
  }
  return { resetCount, setChosenHere };
}

export const formatPerson = ({ firstName, lastName, login }: Person): string =>
  texts.person(`${firstName} ${lastName}`.trim(), login);
