import { useId } from 'react';
import type { ResourceType } from '#contract/catalogue.ts';
import { TypeIcon } from '../../ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { typeTiles } from './display.ts';

/** The seven types to choose from (ADM-RES-06); one column on phones. */
export function TypeTiles({ onChoose }: { onChoose: (type: ResourceType) => void }) {
  return (
    <div className="grid gap-2 sm:grid-cols-12 sm:gap-3">
      {typeTiles.map(({ type, description, isSpecialised }, index) => (
        <TypeTile
          key={type}
          type={type}
          description={description}
          isRow={isSpecialised}
          // The specialised ones and the last two share a line by twos, those between by threes.
          isHalf={isSpecialised || index >= typeTiles.length - 2}
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
  return (
    <button
      type="button"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-description`}
      onClick={() => onChoose(type)}
      className={[
        'group flex items-center gap-3.5 rounded-lg border border-border bg-card px-3 py-2.5 text-left transition-colors',
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
        <span id={`${id}-name`} className="text-sm font-semibold sm:text-base">
          {typeNames[type]}
        </span>
        <span id={`${id}-description`} className="text-sm text-muted-foreground">
          {description}
        </span>
      </span>
    </button>
  );
}
