import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { ToolbarSelect } from '../../ui/Select.tsx';
import { principleNames } from '../../ui/shapes.ts';
import { accessTypeNames, keysOf, typeNames } from '../catalogue/display.ts';
import { adminSortNames, phaseLabels, statusNames } from './display.ts';
import { filterCount, type ResourceState } from './list-display.ts';

type ResourceToolbarProps = {
  state: ResourceState;
  /** `replace`: in place of the present entry of the history. */
  onNarrow: (part: Partial<ResourceState>, replace?: boolean) => void;
};

/** Search, filters and order of the list. */
export function ResourceToolbar({ state, onNarrow }: ResourceToolbarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const filtersId = useId();
  const count = filterCount(state);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <SearchBox value={state.search} onSearch={(search) => onNarrow({ search }, true)} />
        <Button
          variant="outline"
          className="max-lg:flex-1 lg:hidden"
          aria-expanded={isOpen}
          aria-controls={filtersId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal size={18} />
          Filters{count > 0 ? ` (${count})` : null}
        </Button>
        <ToolbarSelect
          label="Sort by"
          prefix="Sort"
          className="min-w-0 max-lg:flex-1 lg:min-w-52"
          value={state.sort}
          onChange={({ target }) => onNarrow({ sort: keysOf(adminSortNames).find((key) => key === target.value) })}
        >
          {optionsOf(adminSortNames)}
        </ToolbarSelect>
      </div>
      <div id={filtersId} className={classes('grid gap-3 sm:grid-cols-2 lg:grid-cols-5', !isOpen && 'max-lg:hidden')}>
        <Filter
          label="Filter by type"
          all="All types"
          names={typeNames}
          value={state.type}
          onChange={(type) => onNarrow({ type })}
        />
        <Filter
          label="Filter by access"
          all="All access types"
          names={accessTypeNames}
          value={state.accessType}
          onChange={(accessType) => onNarrow({ accessType })}
        />
        <Filter
          label="Filter by status"
          all="All statuses"
          names={statusNames}
          value={state.status}
          onChange={(status) => onNarrow({ status })}
        />
        <Filter
          label="Filter by philosophy"
          all="All philosophies"
          names={principleNames}
          value={state.rappPrinciples}
          onChange={(rappPrinciples) => onNarrow({ rappPrinciples })}
        />
        <Filter
          label="Filter by phase"
          all="All phases"
          names={phaseLabels}
          value={state.rappImplementationPhase}
          onChange={(rappImplementationPhase) => onNarrow({ rappImplementationPhase })}
        />
      </div>
    </div>
  );
}

type FilterProps<Value extends string> = {
  label: string;
  /** The option that restricts nothing. */
  all: string;
  names: Record<Value, string>;
  value: Value | null;
  onChange: (value: Value | null) => void;
};

function Filter<Value extends string>({ label, all, names, value, onChange }: FilterProps<Value>) {
  return (
    <ToolbarSelect
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(keysOf(names).find((key) => key === target.value) ?? null)}
    >
      <option value="">{all}</option>
      {optionsOf(names)}
    </ToolbarSelect>
  );
}

function optionsOf<Value extends string>(names: Record<Value, string>) {
  return keysOf(names).map((key) => (
    <option key={key} value={key}>
      {names[key]}
    </option>
  ));
}
