import { Trash2 } from 'lucide-react';
import type { Ref } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { FileInput } from '#web/ui/FileInput.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { MoveButtons, SortHandle, SortStatus } from '#web/ui/SortableList.tsx';
import { type Sortable, useSortable } from '#web/ui/sortable.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
import { fileHints, inOrderOf, offeredFiles, uploadFailures } from './display.ts';
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
  const sortable = useSortable({
    items: images,
    keyOf: ({ url }) => url,
    nameOf: (_, index) => `Image ${index + 1}`,
    onChange: (ordered) => onChange((now) => inOrderOf(ordered, now)),
  });
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
      {images.length > 0 ? (
        <ol ref={sortable.list} className="flex flex-col gap-2">
          {images.map((image, index) => (
            <ImageListItem
              key={image.url}
              image={image}
              maxTextLength={maxTextLength}
              index={index}
              count={images.length}
              sortable={sortable}
              onDescribe={(text) =>
                onChange((now) => now.map((one) => (one.url === image.url ? { ...one, text } : one)))
              }
              onRemove={() => onChange((now) => now.filter((one) => one.url !== image.url))}
            />
          ))}
        </ol>
      ) : null}
      <SortStatus sortable={sortable} />
    </Field>
  );
}

type ImageListItemProps = {
  image: ListedImage;
  maxTextLength: number;
  index: number;
  count: number;
  sortable: Sortable;
  onDescribe: (text: string) => void;
  onRemove: () => void;
};

/** Image of a list, with its position, its text and the buttons that move and remove it. */
function ImageListItem(props: ImageListItemProps) {
  const { image, maxTextLength, index, count, sortable, onDescribe, onRemove } = props;
  const place = index + 1;
  const name = `Image ${place}`;
  return (
    <li
      className={classes(
        'flex flex-wrap items-center gap-3 rounded-md border p-2 data-drag-over:border-primary data-drag-over:bg-accent data-dragged:opacity-50',
        sortable.lifted === index
          ? 'border-primary bg-accent inset-ring-1 inset-ring-primary'
          : 'border-border bg-card',
      )}
    >
      <span className="max-sm:hidden">
        <SortHandle sortable={sortable} index={index} name={name} />
      </span>
      <ImagePreview url={image.url} />
      <span className="min-w-0 flex-1 text-sm text-muted-foreground tabular-nums">
        {place} of {count}
      </span>
      <span className="flex">
        <MoveButtons sortable={sortable} index={index} count={count} name={name} />
        <IconButton size="small" label={`Remove image ${place}`} icon={<Trash2 size={16} />} onClick={onRemove} />
      </span>
      <Field label={`What image ${place} shows`} className="w-full">
        <TextInput
          value={image.text}
          maxLength={maxTextLength}
          placeholder="For people who do not see it"
          onChange={(event) => onDescribe(event.target.value)}
        />
      </Field>
    </li>
  );
}
