import { Trash2 } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FileInput } from '#web/ui/FileInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { fileHints, offeredFiles, uploadFailures } from './display.ts';
import { forgetChoice, useUploads } from './use-uploads.ts';

type ImageFieldProps = {
  label: string;
  isOptional?: boolean;
  error?: string;
  /** URL of the image; null for none. */
  image: string | null;
  onChange: (image: string | null) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Field for one image: uploads the chosen file, shows it, replaces it and removes it. */
export function ImageField({ label, isOptional, error, image, onChange, inputRef }: ImageFieldProps) {
  const { running, start, stop, stopAll } = useUploads({
    kind: 'image',
    failureText: uploadFailures.featuredImage,
    onUploaded: (url) => onChange(url),
  });

  function choose(files: File[]) {
    stopAll();
    start(files.slice(0, 1));
  }

  return (
    <Field label={label} isOptional={isOptional} hint={fileHints.image} error={error}>
      <FileInput
        ref={inputRef}
        accept={offeredFiles.image}
        prompt={image ? 'Choose another image or drop it here' : 'Choose an image or drop it here'}
        files={running}
        onChange={forgetChoice}
        onChoose={choose}
        onRemove={stop}
      />
      {image ? (
        <div className="flex items-center justify-between gap-4 rounded-md border border-border bg-card p-2">
          <ImagePreview url={image} />
          <Button variant="destructive-ghost" size="small" onClick={() => onChange(null)}>
            <Trash2 size={16} />
            Remove<VisuallyHidden> {label}</VisuallyHidden>
          </Button>
        </div>
      ) : null}
    </Field>
  );
}

/** Small view of an uploaded image; the field around it has the accessible name. */
export function ImagePreview({ url }: { url: string }) {
  return (
    <span className="block aspect-5/3 w-30 flex-none overflow-hidden rounded-sm border border-border bg-muted">
      <img src={url} alt="" draggable={false} className="size-full object-cover" />
    </span>
  );
}
