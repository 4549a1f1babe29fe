import { type SubmitEvent, useState } from 'react';
import type { AnalyticsQuery } from '#contract/analytics.ts';
import { today } from '../../platform/clock.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { keysOf } from '../catalogue/display.ts';
import { presetNames, presetOf, presetRange, rangeError } from './range-display.ts';

type RangeFormProps = { range: AnalyticsQuery; onChange: (range: AnalyticsQuery) => void };

/** Which days the charts speak of. */
export function RangeForm({ range, onChange }: RangeFormProps) {
  const [error, setError] = useState<string | null>(null);

  function change(next: AnalyticsQuery) {
    const problem = rangeError(next);
    setError(problem);
    if (problem === null) onChange(next);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change({ from: String(form.get('from')), to: String(form.get('to')) });
  }

  const preset = presetOf(range, today());
  return (
    // Another range, such as by the browser's back button, fills the fields anew.
    <form
      key={`${range.from} ${range.to}`}
      noValidate
      onSubmit={submit}
      aria-label="Days"
      className="grid grid-cols-2 items-start gap-4 lg:flex"
    >
      <Field label="Range" className="max-lg:col-span-2 lg:w-48">
        <Select
          value={preset}
          onChange={({ target }) => {
            const chosen = keysOf(presetNames).find((one) => one === target.value);
            if (chosen) change(presetRange(chosen, today()));
          }}
        >
          {keysOf(presetNames).map((one) => (
            <option key={one} value={one}>
              {presetNames[one]}
            </option>
          ))}
          {preset === 'custom' ? <option value="custom">Other days</option> : null}
        </Select>
      </Field>
      <Field label="From" error={error ?? undefined} className="lg:w-44">
        <TextInput type="date" name="from" defaultValue={range.from} />
      </Field>
      <Field label="To" className="lg:w-44">
        <TextInput type="date" name="to" defaultValue={range.to} />
      </Field>
      <Button type="submit" variant="outline" className="max-lg:col-span-2 lg:mt-6.5">
        Show Days
      </Button>
    </form>
  );
}
