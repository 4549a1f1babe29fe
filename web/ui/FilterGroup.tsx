import type { ReactNode } from 'react';
import { Checkbox } from './Checkbox.tsx';
import { Fieldset } from './Fieldset.tsx';

export type FilterOption<Value extends string> = {
  value: Value;
  /** The checkbox's accessible name, letter for letter. */
  label: string;
  /** How many resources it would find. */
  count?: number;
  /** 12 to 16 px, such as a principle's mark. */
  icon?: ReactNode;
};

export type FilterGroupProps<Value extends string> = {
  legend: string;
  options: readonly FilterOption<Value>[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
};

/** Checkboxes of one filter with counts at the right. `onChange` gets the selection in the order of the options. */
export function FilterGroup<Value extends string>({ legend, options, selected, onChange }: FilterGroupProps<Value>) {
  function toggle(value: Value, isChecked: boolean) {
    const isSelected = (option: FilterOption<Value>) =>
      option.value === value ? isChecked : selected.includes(option.value);
    onChange(options.filter(isSelected).map((option) => option.value));
  }

  return (
    <Fieldset legend={legend} className="border-border [&+fieldset]:mt-6 [&+fieldset]:border-t [&+fieldset]:pt-5">
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          icon={option.icon}
          detail={option.count}
          checked={selected.includes(option.value)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        />
      ))}
    </Fieldset>
  );
}
