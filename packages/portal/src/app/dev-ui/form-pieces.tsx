import { useState } from 'react';
import { Checkbox, ChoiceGroup } from '#portal/ui/fields/choice-group.tsx';
import { ColourField } from '#portal/ui/pickers/colour-field.tsx';
import { DayField } from '#portal/ui/pickers/date-field.tsx';
import { ErrorSummary } from '#portal/ui/forms/error-summary.tsx';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { PasswordField } from '#portal/ui/fields/password-field.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { SaveBar } from '#portal/ui/forms/save-bar.tsx';
import { Select, TextArea, TextField } from '#portal/ui/fields/form-field.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';

const options = ['Germany', 'Norway', 'Spain'].map((label) => ({ value: label, label }));
const errors = ['First name', 'Last name', 'Company', 'Country'].map((name) => ({
  name,
  message: `${name}: required`,
}));
const doNothing = (): void => undefined;

/** Examples of the components in `ui/forms`. */
export const FormPieces = () => (
  <Card title="Forms">
    <form onSubmit={(event) => event.preventDefault()}>
      <Stack>
        <ErrorSummary errors={errors} onChoose={doNothing} />
        <TextField label="Text" hint="A hint" defaultValue="Ada" />
        <TextField label="Text with an error" error="Enter a name." optional />
        <TextField label="Disabled text" disabled defaultValue="Ada" />
        <TextArea label="Several lines" optional />
        <PasswordField label="Password" autoComplete="off" />
        <Select label="Country" options={options} placeholder="Choose a country" />
        <ControlledPieces />
        <Checkbox label="Checkbox" hint="A hint" defaultChecked />
        <Checkbox label="Checkbox with an error" error="Accept the terms." />
        <FileDrop label="Choose a file" onFile={doNothing} />
        <SaveBar submit="Save changes" busy={false} back="/" isChanged />
      </Stack>
    </form>
  </Card>
);

/** Components that need their value from the parent. */
function ControlledPieces() {
  const [country, setCountry] = useState('Norway');
  const [size, setSize] = useState<string | null>('small');
  const [day, setDay] = useState<string | undefined>('2027-03-14');
  const [colour, setColour] = useState('#1d4ed8');
  const sizes = ['small', 'large'].map((value) => ({ value, label: value }));
  return (
    <>
      <PickerField
        label="Picker"
        options={options}
        value={country}
        onChange={setCountry}
        unknownError="Unknown country"
      />
      <ChoiceGroup label="Choice" name="size" options={sizes} value={size} onChange={setSize} />
      <DayField label="Day" day={day} onDay={setDay} />
      <ColourField
        label="Colour"
        pickLabel="Pick a colour"
        colour={colour}
        onPick={setColour}
        value={colour}
        onChange={({ target }) => setColour(target.value)}
      />
    </>
  );
}
