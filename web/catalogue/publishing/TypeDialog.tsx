import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TypeIcon } from '#web/ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { typeTiles, writtenTypes } from './display.ts';

const loadTextEditor = () => void import('../articles/ArticleEditor.tsx').catch(() => undefined);

/** Dialog that asks for the type of a new resource and opens its page (ADM-RES-06). */
export function TypeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const router = useRouter();
  // Loads the page and its form early, because otherwise they would load one after the other once the type is chosen. A
  // failure shows there.
  useEffect(() => {
    void router.preloadRoute({ to: '/admin-dashboard/resources/new', search: { type: undefined } });
    import('./ResourceEditor.tsx').catch(() => undefined);
  }, [router]);
  function choose(type: ResourceType) {
    onClose();
    void navigate({ to: '/admin-dashboard/resources/new', search: { type } });
  }
  return (
    <Dialog
      isOpen
      size="large"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Add Resource"
      description="Choose a type. What you type is kept as you go."
    >
      <TypeTiles onChoose={choose} />
    </Dialog>
  );
}

/** Tiles of the types that can be added (ADM-RES-06); one column on phones. */
function TypeTiles({ onChoose }: { onChoose: (type: ResourceType) => void }) {
  return (
    <div className="grid gap-2 sm:grid-cols-12 sm:gap-3">
      {typeTiles.map(({ type, description, isSpecialised }) => (
        <TypeTile
          key={type}
          type={type}
          description={description}
          isRow={isSpecialised}
          // Specialised types share a line by twos, the others by threes.
          isHalf={isSpecialised}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

type TypeTileProps = {
  type: ResourceType;
  description: string;
  isRow: boolean;
  isHalf: boolean;
  onChoose: (type: ResourceType) => void;
};

function TypeTile({ type, description, isRow, isHalf, onChoose }: TypeTileProps) {
  const id = useId();
  const startEarly = writtenTypes.includes(type) ? loadTextEditor : undefined;
  return (
    <div
      className={[
        'group relative flex items-center gap-3.5 rounded-lg border border-border bg-card px-3 py-2.5 transition-colors',
        'duration-(--duration-fast) hover:border-primary hover:bg-accent sm:p-4.5',
        isHalf ? 'sm:col-span-6' : 'sm:col-span-4',
        isRow ? '' : 'sm:flex-col sm:items-start',
      ].join(' ')}
    >
      <span
        className={`grid size-10 flex-none place-items-center rounded-md bg-accent text-accent-foreground group-hover:bg-card ${isRow ? 'sm:size-12' : ''}`}
      >
        <TypeIcon type={type} size={20} />
      </span>
      <span className="flex flex-col sm:gap-0.5">
        {/* The button's name is its visible text (WCAG 2.5.3), and its ::after covers the whole tile. */}
        <button
          type="button"
          aria-describedby={`${id}-description`}
          onFocus={startEarly}
          onPointerEnter={startEarly}
          onClick={() => onChoose(type)}
          className="text-left text-sm font-semibold after:absolute after:inset-0 after:rounded-lg sm:text-base focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring"
        >
          {typeNames[type]}
        </button>
        <span id={`${id}-description`} className="text-sm text-muted-foreground">
          {description}
        </span>
      </span>
    </div>
  );
}
