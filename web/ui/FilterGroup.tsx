import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Checkbox } from './Checkbox.tsx';
import { Fieldset } from './Fieldset.tsx';

export type FilterOption<Value extends string> = {
  value: Value;
  /** The checkbox's accessible name, letter for letter. */
  label: string;
  /** Number of resources that the option would find. */
  count?: number;
  /** Icon of 12 to 16 px, such as a principle's mark. */
  icon?: ReactNode;
};

export type FilterGroupProps<Value extends string> = {
  legend: string;
  /** Name of the URL parameter, for a form that is sent without script. */
  name?: string;
  options: readonly FilterOption<Value>[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
};

const groupClasses =
  'min-w-0 border-border [&:not(:first-child)]:mt-6 [&:not(:first-child)]:border-t [&:not(:first-child)]:pt-5';

/** Checkboxes of one filter with counts on the right. `onChange` gets the selection in the order of the options. */
export function FilterGroup<Value extends string>({ legend, ...group }: FilterGroupProps<Value>) {
  return (
    <Fieldset legend={legend} className={groupClasses}>
      <Options {...group} />
    </Fieldset>
  );
}

/** Like `FilterGroup`, but folded under its legend; open at first when one of its options is selected. */
export function FoldedFilterGroup<Value extends string>({ legend, ...group }: FilterGroupProps<Value>) {
  const [wasChosen] = useState(group.selected.length > 0);
  return (
    <details open={wasChosen} className={`group ${groupClasses}`}>
      <summary className="-my-1 flex min-h-8 cursor-pointer list-none items-center justify-between gap-2 rounded-sm text-sm font-semibold pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        {legend}
        <ChevronDown
          size={16}
          className="text-muted-foreground transition-transform duration-(--duration-base) group-open:rotate-180"
        />
      </summary>
      <Fieldset legend={legend} isLegendHidden className="pt-1.5">
        <Options {...group} />
      </Fieldset>
    </details>
  );
}

function Options<Value extends string>({ name, options, selected, onChange }: Omit<FilterGroupProps<Value>, 'legend'>) {
  function toggle(value: Value, isChecked: boolean) {
    const isSelected = (option: FilterOption<Value>) =>
      option.value === value ? isChecked : selected.includes(option.value);
    onChange(options.filter(isSelected).map((option) => option.value));
  }

  return options.map((option) => (
    <Checkbox
      key={option.value}
      name={name}
      value={option.value}
      label={option.label}
      icon={option.icon}
      detail={option.count}
      checked={selected.includes(option.value)}
      onChange={(event) => toggle(option.value, event.target.checked)}
    />
  ));
}
