import { Button } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/Sheet.tsx';
import { BrowseFilters, type BrowseFiltersProps } from './BrowseFilters.tsx';
import { filterCount, withoutFilters } from './browse-display.ts';

type FilterSheetProps = BrowseFiltersProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Filters below 1024 px. */
export function FilterSheet({ isOpen, onOpenChange, ...filters }: FilterSheetProps) {
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Filters"
      footer={
        <div className="flex gap-3">
          {filterCount(filters.query) > 0 ? (
            <Button variant="outline" onClick={() => filters.onChange(withoutFilters(filters.query))}>
              Clear all filters
            </Button>
          ) : null}
          <Button className="flex-1" onClick={() => onOpenChange(false)}>
            Show resources
          </Button>
        </div>
      }
    >
      <BrowseFilters {...filters} />
    </Sheet>
  );
}
