import { type Ref, useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/Field.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { fileHints, moved, movedTo, offeredFiles, placeText, uploadFailures } from './display.ts';
import { ImageListItem } from './ImageListItem.tsx';
import { forgetChoice, useUploads } from './use-uploads.ts';

/** An image with the words for people who do not see it. */
export type ListedImage = { url: string; text: string };

export type ImageListFieldProps = {
  label: string;
  isOptional?: boolean;
  error?: string;
  /** In their order; no address twice. */
  images: readonly ListedImage[];
  /** How long the words may be. */
  maxTextLength: number;
  /** Is given what makes the next list of the present one: uploads end while others are added or moved. */
  onChange: (next: (images: readonly ListedImage[]) => ListedImage[]) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Takes several images: uploads what is chosen, in the chosen order; each can be described, moved and removed. */
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
  // The image moved last, whose place is said aloud.
  const [movedUrl, setMovedUrl] = useState<string | null>(null);

  function move(url: string, step: -1 | 1) {
    pressed.current = { url, step };
    setMovedUrl(url);
    onChange((now) => moved(now, placeOf(url, now), step));
  }

  /** The dragged image takes this one's place at once, so that what is let go of stands where it was seen. */
  function dragOver(url: string) {
    const { current } = dragged;
    if (current === null || current === url) return;
    setMovedUrl(current);
    onChange((now) => movedTo(now, placeOf(current, now), placeOf(url, now)));
  }

  // Moving a row in the page takes the focus from the button inside it; only afterwards can it be given back.
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
