import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { FilterSelect } from '../../admin/FilterSelect.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { ToolbarSelect } from '../../ui/Select.tsx';
import { principleNames } from '../../ui/shapes.ts';
import { accessTypeNames, keysOf, typeNames } from '../catalogue/display.ts';
import { adminSortNames, phaseLabels, statusNames } from './display.ts';
import type { ResourceList } from './ResourcesPanel.tsx';

/** Search, filters and order of the list. */
export function ResourceToolbar({ list: { state, narrow, filterCount } }: { list: ResourceList }) {
  const [isOpen, setIsOpen] = useState(false);
  const filtersId = useId();
  // The search has its own box.
  const count = filterCount - (state.search === '' ? 0 : 1);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <SearchBox value={state.search} onSearch={(search) => narrow({ search }, { replace: true })} />
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
          onChange={({ target }) => narrow({ sort: keysOf(adminSortNames).find((key) => key === target.value) })}
        >
          {optionsOf(adminSortNames)}
        </ToolbarSelect>
      </div>
      <div id={filtersId} className={classes('grid gap-3 sm:grid-cols-2 lg:grid-cols-5', !isOpen && 'max-lg:hidden')}>
        <FilterSelect
          label="Filter by type"
          all="All types"
          names={typeNames}
          value={state.type}
          onChange={(type) => narrow({ type })}
        />
        <FilterSelect
          label="Filter by access"
          all="All access types"
          names={accessTypeNames}
          value={state.accessType}
          onChange={(accessType) => narrow({ accessType })}
        />
        <FilterSelect
          label="Filter by status"
          all="All statuses"
          names={statusNames}
          value={state.status}
          onChange={(status) => narrow({ status })}
        />
        <FilterSelect
          label="Filter by philosophy"
          all="All philosophies"
          names={principleNames}
          value={state.rappPrinciples}
          onChange={(rappPrinciples) => narrow({ rappPrinciples })}
        />
        <FilterSelect
          label="Filter by phase"
          all="All phases"
          names={phaseLabels}
          value={state.rappImplementationPhase}
          onChange={(rappImplementationPhase) => narrow({ rappImplementationPhase })}
        />
      </div>
    </div>
  );
}

function optionsOf<Value extends string>(names: Record<Value, string>) {
  return keysOf(names).map((key) => (
    <option key={key} value={key}>
      {names[key]}
    </option>
  ));
}
