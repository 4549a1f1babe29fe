import { type Ref, useEffect, useRef } from 'react';
import { Field } from '../../ui/Field.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { fileHints, moved, offeredFiles, uploadFailures } from './display.ts';
import { ImageListItem } from './ImageListItem.tsx';
import { forgetChoice, useUploads } from './use-uploads.ts';

export type ImageListFieldProps = {
  label: string;
  isOptional?: boolean;
  error?: string;
  /** The images' addresses, in their order; no address twice. */
  images: readonly string[];
  /** Is given what makes the next list of the present one: uploads end while others are added or moved. */
  onChange: (next: (images: readonly string[]) => string[]) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Takes several images: uploads what is chosen, in the chosen order; each can be moved and removed. */
export function ImageListField({ label, isOptional, error, images, onChange, inputRef }: ImageListFieldProps) {
  const { running, start, stop } = useUploads({
    kind: 'image',
    failureText: uploadFailures.image,
    onUploaded: (url) => onChange((now) => [...now, url]),
  });
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ url: string; step: -1 | 1 }>(null);

  function move(url: string, step: -1 | 1) {
    pressed.current = { url, step };
    onChange((now) => moved(now, now.indexOf(url), step));
  }

  // Moving a row in the page takes the focus from the button inside it; only afterwards can it be given back.
  useEffect(() => {
    if (!pressed.current || images.length === 0) return;
    const { url, step } = pressed.current;
    pressed.current = null;
    const row = list.current?.children[images.indexOf(url)];
    row?.querySelector<HTMLButtonElement>(`[data-step="${step}"]`)?.focus();
  }, [images]);

  return (
    <Field label={label} isOptional={isOptional} hint={fileHints.image} error={error}>
      <FileInput
        ref={inputRef}
        multiple
        accept={offeredFiles.image}
        prompt="Choose images or drop them here"
        files={running}
        onChange={forgetChoice}
        onChoose={start}
        onRemove={stop}
      />
      {images.length > 0 ? (
        <ul ref={list} className="flex flex-col gap-2">
          {images.map((url, index) => (
            <ImageListItem
              key={url}
              url={url}
              place={index + 1}
              count={images.length}
              onMove={(step) => move(url, step)}
              onRemove={() => onChange((now) => now.filter((one) => one !== url))}
            />
          ))}
        </ul>
      ) : null}
    </Field>
  );
}
