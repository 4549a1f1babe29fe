import { SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ToolbarSelect } from '../../ui/Select.tsx';
import { keysOf, sortNames } from '../catalogue/display.ts';
import type { BrowseFiltersProps } from './BrowseFilters.tsx';
import { filterCount, narrowed, sortChoices } from './browse-display.ts';

const loadSheet = () => import('./FilterSheet.tsx');
const FilterSheet = lazy(async () => ({ default: (await loadSheet()).FilterSheet }));

type BrowseToolbarProps = BrowseFiltersProps & { search?: ReactNode };

/** Search, sort and, below 1024 px, the button of the filters. */
export function BrowseToolbar({ query, onChange, counts, search }: BrowseToolbarProps) {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isSheetWanted, setIsSheetWanted] = useState(false);
  const count = filterCount(query);
  const choices = sortChoices(query);

  function openSheet() {
    setIsSheetWanted(true);
    setIsSheetOpen(true);
  }

  return (
    <div className="flex flex-wrap gap-3 max-lg:w-full">
      {search}
      <Button
        variant="outline"
        className="flex-1 lg:hidden"
        onClick={openSheet}
        onPointerEnter={() => void loadSheet()}
        onFocus={() => void loadSheet()}
      >
        <SlidersHorizontal size={18} />
        Filters{count > 0 ? ` (${count})` : null}
      </Button>
      <ToolbarSelect
        label="Sort by"
        name="sort"
        prefix="Sort"
        className="min-w-0 max-lg:flex-1 lg:min-w-48"
        value={query.sort ?? choices[0]?.value}
        onChange={(event) => {
          const sort = keysOf(sortNames).find((key) => key === event.target.value);
          onChange(narrowed(query, { sort }));
        }}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </ToolbarSelect>
      {isSheetWanted ? (
        <Suspense fallback={null}>
          <FilterSheet
            isOpen={isSheetOpen}
            onOpenChange={setIsSheetOpen}
            query={query}
            onChange={onChange}
            counts={counts}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
