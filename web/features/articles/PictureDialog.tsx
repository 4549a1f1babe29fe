import type { Editor } from '@tiptap/react';
import { type FormEvent, useId, useState } from 'react';
import { articleLimits } from '#contract/articles-nodes.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { ImageField } from '../files/ImageField.tsx';

/** Uploads a picture and sets it into the text, with the words for those who do not see it. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const formId = useId();
  const [src, setSrc] = useState<string | null>(null);
  const [alt, setAlt] = useState('');
  const [isTried, setIsTried] = useState(false);

  function insert(event: FormEvent) {
    event.preventDefault();
    // The resource's own form lies around this dialog for React, though not on the page.
    event.stopPropagation();
    setIsTried(true);
    if (src === null || alt.trim() === '') return;
    editor
      .chain()
      .insertContent({ type: 'image', attrs: { src, alt: alt.trim() } })
      .run();
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Add Picture"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Insert Picture
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={insert} className="flex flex-col gap-5">
        <ImageField
          label="Picture"
          error={isTried && src === null ? 'Choose a picture to upload.' : undefined}
          image={src}
          onChange={setSrc}
        />
        <Field
          label="What it shows"
          isRequired
          hint="Read out to people who do not see the picture."
          error={isTried && alt.trim() === '' ? 'Say in a sentence what the picture shows.' : undefined}
        >
          <TextInput
            autoComplete="off"
            maxLength={articleLimits.alternative}
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
