import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { type BrowseControl, BrowseFilters } from './BrowseFilters.tsx';
import { filterCount, withoutFilters } from './browse-display.ts';

type FilterSheetProps = BrowseControl & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The filters below 1024 px. */
export function FilterSheet({ isOpen, onOpenChange, query, onChange }: FilterSheetProps) {
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Filters"
      footer={
        <div className="flex gap-3">
          {filterCount(query) > 0 ? (
            <Button variant="outline" onClick={() => onChange(withoutFilters(query))}>
              Clear all filters
            </Button>
          ) : null}
          <Button className="flex-1" onClick={() => onOpenChange(false)}>
            Show resources
          </Button>
        </div>
      }
    >
      <BrowseFilters query={query} onChange={onChange} />
    </Sheet>
  );
}
