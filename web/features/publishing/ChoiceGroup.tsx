import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Fieldset } from '../../ui/Fieldset.tsx';
import { toggled } from './values.ts';

type ChoiceGroupProps<Value extends string> = {
  legend: string;
  hint?: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  /** In the order they were chosen. */
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
};

/** Tick boxes that remember the order in which they were ticked. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { legend, hint, options, selected, onChange } = props;
  return (
    <Fieldset legend={legend} hint={hint}>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map(({ value, label, icon }) => (
          <Checkbox
            key={value}
            label={label}
            icon={icon}
            checked={selected.includes(value)}
            onChange={() => onChange(toggled(selected, value))}
          />
        ))}
      </div>
    </Fieldset>
  );
}
