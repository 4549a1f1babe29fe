import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { ImagePreview } from './ImagePreview.tsx';

type ImageListItemProps = {
  url: string;
  /** From 1. */
  place: number;
  count: number;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  /** It is taken up, or let go of. */
  onDrag: (isDragged: boolean) => void;
  /** Another one is dragged over this. */
  onDragOver: () => void;
};

/** One image of a list, with its place and the buttons that move and remove it. */
export function ImageListItem(props: ImageListItemProps) {
  const { url, place, count, onMove, onRemove, onDrag, onDragOver } = props;
  const isFirst = place === 1;
  const isLast = place === count;
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      onDragEnter={onDragOver}
      // Without this the browser shows that nothing can be let go of here.
      onDragOver={(event) => event.preventDefault()}
      className="flex cursor-grab items-center gap-3 rounded-md border border-border bg-card p-2 active:cursor-grabbing"
    >
      <GripVertical size={16} className="flex-none text-muted-foreground max-sm:hidden" />
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
