import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { fileHints, moved, movedTo, offeredFiles, placeText, uploadFailures } from './display.ts';
import { ImagePreview } from './ImageField.tsx';
import { forgetChoice, useUploads } from './use-uploads.ts';

type ListedImage = { url: string; text: string };

type ImageListFieldProps = {
  label: string;
  isOptional?: boolean;
  error?: string;
  /** Images in their order; no URL twice. */
  images: readonly ListedImage[];
  maxTextLength: number;
  /** Receives a function from the current list to the next one, because uploads end while others are added or moved. */
  onChange: (next: (images: readonly ListedImage[]) => ListedImage[]) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Field for several images: uploads the chosen files in their order; each can be described, moved and removed. */
export function ImageListField(props: ImageListFieldProps) {
  const { label, isOptional, error, images, maxTextLength, onChange, inputRef } = props;
  const { running, failed, start, stop, retry, forget } = useUploads({
    kind: 'image',
    failureText: uploadFailures.image,
    onUploaded: (url) => onChange((now) => [...now, { url, text: '' }]),
  });
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ url: string; step: -1 | 1 }>(null);
  const dragged = useRef<string>(null);
  // The image moved last, whose position is announced.
  const [movedUrl, setMovedUrl] = useState<string | null>(null);

  function move(url: string, step: -1 | 1) {
    pressed.current = { url, step };
    setMovedUrl(url);
    onChange((now) => moved(now, placeOf(url, now), step));
  }

  /** Gives the dragged image this one's place at once, so that dropping it moves nothing. */
  function dragOver(url: string) {
    const { current } = dragged;
    if (current === null || current === url) return;
    setMovedUrl(current);
    onChange((now) => movedTo(now, placeOf(current, now), placeOf(url, now)));
  }

  // Moving a row in the page takes the focus from the button inside it, and it can be given back only afterwards.
  useEffect(() => {
    if (!pressed.current || images.length === 0) return;
    const { url, step } = pressed.current;
    pressed.current = null;
    const row = list.current?.children[placeOf(url, images)];
    row?.querySelector<HTMLButtonElement>(`[data-step="${step}"]`)?.focus();
  }, [images]);

  return (
    <Field label={label} isOptional={isOptional} hint={fileHints.image} error={error}>
      <FileInput
        ref={inputRef}
        multiple
        accept={offeredFiles.image}
        prompt="Choose images or drop them here"
        files={[...running, ...failed]}
        onChange={forgetChoice}
        onChoose={start}
        onRemove={(id) => (running.some((one) => one.id === id) ? stop(id) : forget(id))}
        onRetry={retry}
      />
      <p role="status" className="sr-only">
        {movedUrl === null ? null : placeText(placeOf(movedUrl, images), images.length)}
      </p>
      {images.length > 0 ? (
        <ul ref={list} className="flex flex-col gap-2">
          {images.map(({ url, text }, index) => (
            <ImageListItem
              key={url}
              url={url}
              text={text}
              maxTextLength={maxTextLength}
              onDescribe={(words) =>
                onChange((now) => now.map((one) => (one.url === url ? { url, text: words } : one)))
              }
              place={index + 1}
              count={images.length}
              onMove={(step) => move(url, step)}
              onDrag={(isDragged) => {
                dragged.current = isDragged ? url : null;
              }}
              onDragOver={() => dragOver(url)}
              onRemove={() => onChange((now) => now.filter((one) => one.url !== url))}
            />
          ))}
        </ul>
      ) : null}
    </Field>
  );
}

const placeOf = (url: string, images: readonly ListedImage[]) => images.findIndex((one) => one.url === url);

type ImageListItemProps = {
  url: string;
  text: string;
  maxTextLength: number;
  onDescribe: (text: string) => void;
  /** Starts at 1. */
  place: number;
  count: number;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  /** Called when the image is picked up or dropped. */
  onDrag: (isDragged: boolean) => void;
  /** Called when another image is dragged over this one. */
  onDragOver: () => void;
};

/** Image of a list, with its position, its text and the buttons that move and remove it. */
function ImageListItem(props: ImageListItemProps) {
  const { url, text, maxTextLength, onDescribe, place, count, onMove, onRemove, onDrag, onDragOver } = props;
  // While the text is edited, the pointer selects words and does not drag the image.
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
      // Without this the browser shows that nothing can be dropped here.
      onDragOver={(event) => event.preventDefault()}
      className="flex cursor-grab flex-wrap items-center gap-3 rounded-md border border-border bg-card p-2 active:cursor-grabbing"
    >
      <GripVertical size={16} className="flex-none text-muted-foreground max-sm:hidden" />
      <ImagePreview url={url} />
      <span className="min-w-0 flex-1 text-sm text-muted-foreground tabular-nums">
        {place} of {count}
      </span>
      <span className="flex">
        {/* The buttons stay reachable at the ends of the list, so that the focus does not get lost. */}
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
