import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { ToolbarSelect } from '#web/ui/Select.tsx';
import { keysOf, sortNames } from '../catalogue/display.ts';
import type { BrowseFiltersProps } from './BrowseFilters.tsx';
import { filterCount, narrowed, sortChoices } from './browse-display.ts';

const filterSheet = lazyDialog(async () => (await import('./FilterSheet.tsx')).FilterSheet);

type BrowseToolbarProps = BrowseFiltersProps & { search?: ReactNode };

/** Search, sort and, below 1024 px, the button that opens the filters. */
export function BrowseToolbar({ query, onChange, counts, search }: BrowseToolbarProps) {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const count = filterCount(query);
  const choices = sortChoices(query);

  return (
    <div className="flex flex-wrap gap-3 max-lg:w-full">
      {search}
      <Button variant="outline" className="flex-1 lg:hidden" onClick={() => setIsSheetOpen(true)} {...filterSheet.near}>
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
      <filterSheet.Dialog
        isOpen={isSheetOpen}
        onOpenChange={setIsSheetOpen}
        query={query}
        onChange={onChange}
        counts={counts}
      />
    </div>
  );
}
