import type { Editor } from '@tiptap/react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { linkOf } from './link-display.ts';

const refusal = 'Enter an https address, a mail address or a path of this portal, such as /browse.';

/** Puts a link on what is selected, changes the one around the cursor, or writes a new one there. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const formId = useId();
  const [present] = useState<string | null>(() => {
    const { href } = editor.getAttributes('link');
    return typeof href === 'string' ? href : null;
  });
  const needsWords = present === null && editor.state.selection.empty;
  const [address, setAddress] = useState(present ?? '');
  const [words, setWords] = useState('');
  const [error, setError] = useState<string>();

  function save(event: FormEvent) {
    event.preventDefault();
    // The resource's own form lies around this dialog for React, though not on the page.
    event.stopPropagation();
    const href = linkOf(address);
    if (href === null) return setError(refusal);
    if (needsWords) {
      const text = words.trim() || address.trim();
      editor
        .chain()
        .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else {
      editor.chain().extendMarkRange('link').setLink({ href }).run();
    }
    onClose();
  }

  function remove() {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={present === null ? 'Add Link' : 'Edit Link'}
      footer={
        <>
          {present === null ? null : (
            <Button variant="destructive-ghost" className="sm:mr-auto" onClick={remove}>
              Remove Link
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Save Link
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-5">
        <Field label="Address" isRequired error={error}>
          <TextInput
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        {needsWords ? (
          <Field label="Words" isOptional hint="What the link says; its address when left empty.">
            <TextInput autoComplete="off" value={words} onChange={(event) => setWords(event.target.value)} />
          </Field>
        ) : null}
      </form>
    </Dialog>
  );
}
