import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { ImagePreview } from './ImagePreview.tsx';

type ImageListItemProps = {
  url: string;
  /** What it shows, in words. */
  text: string;
  maxTextLength: number;
  onDescribe: (text: string) => void;
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

/** One image of a list, with its place, its words and the buttons that move and remove it. */
export function ImageListItem(props: ImageListItemProps) {
  const { url, text, maxTextLength, onDescribe, place, count, onMove, onRemove, onDrag, onDragOver } = props;
  // While somebody writes, the pointer selects words and drags nothing.
  const [isWriting, setIsWriting] = useState(false);
  const isFirst = place === 1;
  const isLast = place === count;
  return (
    <li
      draggable={!isWriting}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      onDragEnter={onDragOver}
      // Without this the browser shows that nothing can be let go of here.
      onDragOver={(event) => event.preventDefault()}
      className="flex cursor-grab flex-wrap items-center gap-3 rounded-md border border-border bg-card p-2 active:cursor-grabbing"
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
      <Field label={`What image ${place} shows`} className="w-full">
        <TextInput
          value={text}
          maxLength={maxTextLength}
          placeholder="For people who do not see it"
          onChange={(event) => onDescribe(event.target.value)}
          onFocus={() => setIsWriting(true)}
          onBlur={() => setIsWriting(false)}
        />
      </Field>
    </li>
  );
}
