import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { ImagePreview } from './ImagePreview.tsx';

type ImageListItemProps = {
  url: string;
  /** From 1. */
  place: number;
  count: number;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

/** One image of a list, with its place and the buttons that move and remove it. */
export function ImageListItem({ url, place, count, onMove, onRemove }: ImageListItemProps) {
  const isFirst = place === 1;
  const isLast = place === count;
  return (
    <li className="flex items-center gap-3 rounded-md border border-border bg-card p-2">
      <ImagePreview url={url} />
      <span className="min-w-0 flex-1 text-sm text-muted-foreground tabular-nums">
        {place} of {count}
      </span>
      <span className="flex">
        {/* At the ends the buttons stay reachable, so that the keyboard does not lose its place. */}
        <IconButton
          size="small"
          label={`Move image ${place} up`}
          icon={<ArrowUp size={16} />}
          data-step={-1}
          aria-disabled={isFirst || undefined}
          data-unavailable={isFirst ? '' : undefined}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="small"
          label={`Move image ${place} down`}
          icon={<ArrowDown size={16} />}
          data-step={1}
          aria-disabled={isLast || undefined}
          data-unavailable={isLast ? '' : undefined}
          onClick={() => onMove(1)}
        />
        <IconButton size="small" label={`Remove image ${place}`} icon={<Trash2 size={16} />} onClick={onRemove} />
      </span>
    </li>
  );
}
